import DAV

/// libFuzzer's way in. What is read is written and read again, and must be the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDAV(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? PropertyRequest(propfind: bytes)
    _ = try? PropertyUpdate(proppatch: bytes)
    _ = try? Report(bytes)
    guard let element = try? XMLReader.read(bytes) else { return 0 }
    var xml = XMLWriter()
    xml.begin("D:x", declaring: true)
    xml.write(element)
    xml.end("D:x")
    guard let again = try? XMLReader.read(xml.bytes) else { return 0 }
    for child in again.children where child.name != element.name { fatalError("it reads as another element") }
    return 0
}
