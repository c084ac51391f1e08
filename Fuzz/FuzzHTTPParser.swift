import HTTPParser
import HTTPParserInvariants

/// libFuzzer's way in. The cut is drawn from the bytes themselves, so that a finding replays from its file alone.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTPParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // FNV-1a
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let cut = Int(hash % UInt64(count + 1))
    if let broken = Invariants.broken(by: bytes, cutAt: [cut]) { fatalError(broken) }
    return 0
}
