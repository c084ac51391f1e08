// As much of zlib as the SDK names.
public typealias uInt = UInt32
public typealias uLong = UInt
public let Z_OK: Int32 = 0
public func compressBound(_ length: uLong) -> uLong { length }
public func compress2(
    _ to: UnsafeMutablePointer<UInt8>, _ length: UnsafeMutablePointer<uLong>, _ from: UnsafePointer<UInt8>,
    _ count: uLong, _ level: Int32
) -> Int32 { Z_OK }
public func crc32(_ sum: uLong, _ bytes: UnsafePointer<UInt8>?, _ count: uInt) -> uLong { sum }
