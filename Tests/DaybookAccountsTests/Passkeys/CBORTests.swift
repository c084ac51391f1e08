import Testing

@testable import DaybookAccounts

/// The reader of what authenticators write.
@Suite struct CBORTests {
    /// From RFC 8949, Appendix A.
    @Test(arguments: [
        ("00", CBOR.integer(0)), ("17", .integer(23)), ("1818", .integer(24)), ("1903e8", .integer(1000)),
        ("1b000000e8d4a51000", .integer(1_000_000_000_000)), ("20", .integer(-1)), ("3863", .integer(-100)),
        ("3b7fffffffffffffff", .integer(.min)), ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("62c3bc", .text("ü")), ("80", .array([])),
        (
            "8301820203820405",
            .array([.integer(1), .array([.integer(2), .integer(3)]), .array([.integer(4), .integer(5)])])
        ),
        ("a201020304", .map([.integer(1): .integer(2), .integer(3): .integer(4)])),
        ("a26161016162820203", .map([.text("a"): .integer(1), .text("b"): .array([.integer(2), .integer(3)])])),
    ])
    func valuesAreThoseOfTheStandard(hex: String, value: CBOR) throws {
        #expect(try CBORReader.read(Self.bytes(hex)) == value)
    }

    @Test(arguments: [
        ("", CBORRefusal.truncated), ("18", .truncated), ("1b00000000000000", .truncated), ("42ff", .truncated),
        ("82", .truncated), ("8201", .truncated), ("a101", .truncated), ("a1", .truncated),
        // Lengths that promise more than there is, up to all of the memory that there could be.
        ("5bffffffffffffffff", .truncated), ("7b7fffffffffffffff61", .truncated), ("9bffffffffffffffff00", .truncated),
        ("bb7fffffffffffffff00", .truncated), ("9affffffff", .truncated), ("5a7fffffff00", .truncated),
        // No fixed length.
        ("5f42010243030405ff", .unsupported), ("7f61616162ff", .unsupported), ("9f01ff", .unsupported),
        ("bf616101ff", .unsupported), ("ff", .unsupported),
        // Tags, and numbers with decimals or beyond 64 bits.
        ("c074323031332d30332d32315432303a30343a30305a", .unsupported), ("f90000", .unsupported),
        ("fa47c35000", .unsupported), ("fb3ff199999999999a", .unsupported), ("1bffffffffffffffff", .unsupported),
        ("3bffffffffffffffff", .unsupported), ("f7", .unsupported), ("e0", .unsupported), ("f8ff", .unsupported),
        // Keys of other kinds, and the same twice.
        ("a14100f6", .unsupported), ("a18000", .unsupported), ("a1f500", .unsupported), ("a201000100", .duplicate),
        ("a26161006161f6", .duplicate),
        // What the standard keeps for later, and no text.
        ("1c", .malformed), ("5d", .malformed), ("1f", .malformed), ("3f", .malformed), ("dc", .malformed),
        ("61ff", .malformed), ("62c328", .malformed), ("63eda080", .malformed), ("0000", .trailing),
        ("8000", .trailing),
        ("8181818181818181818100", .tooDeep), ("a100a100a100a100a100a100a100a100a10000", .tooDeep),
    ])
    func hostileBytesAreRefused(hex: String, reason: CBORRefusal) {
        #expect(throws: reason) { try CBORReader.read(Self.bytes(hex)) }
    }

    @Test func howManyValuesThereMayBeIsBounded() {
        let head: [UInt8] = [0x9A, 0x00, 0x01, 0x00, 0x00]
        #expect(throws: CBORRefusal.tooMany) { try CBORReader.read(head + [UInt8](repeating: 0, count: 0x1_0000)) }
        // A few, each of a few, each of a few.
        let inner: [UInt8] = [0x98, 0x20] + [UInt8](repeating: 0x80, count: 0x20)
        let outer: [UInt8] = [0x98, 0x20] + (0..<0x20).flatMap { _ in inner }
        #expect(throws: CBORRefusal.tooMany) { try CBORReader.read(outer) }
        #expect(throws: CBORRefusal.tooDeep) {
            try CBORReader.read([UInt8](repeating: 0x81, count: 1 << 20))
        }
    }

    static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
