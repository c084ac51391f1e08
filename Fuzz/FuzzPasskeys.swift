/// libFuzzer's way in, compiled with what reads passkeys.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPasskeys(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? AuthenticatorData(bytes)
    let data = try? AuthenticatorData(attestationObject: bytes)
    if let data, let id = data.credential?.id, id.isEmpty || id.count > AuthenticatorData.longestID {
        fatalError("an id that nobody has room for")
    }
    guard let value = try? CBORReader.read(bytes) else { return 0 }
    if size(value) > CBORReader.most { fatalError("more values than it may have") }
    return 0
}

private func size(_ value: CBOR) -> Int {
    switch value {
    case .array(let items): items.reduce(1) { $0 + size($1) }
    case .map(let members): members.values.reduce(1) { $0 + size($1) }
    default: 1
    }
}
