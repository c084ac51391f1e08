import Seeds
import Testing

@testable import DaybookCore

@Suite struct UTF8ProofTests {
    private static func fault(_ bytes: [UInt8]) -> Int? {
        UTF8Proof.firstFault(ContiguousArray(bytes).span, in: bytes.indices)
    }

    /// The standard library's own, which apps' systems may not have.
    private static func stated(_ bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch { return error.byteOffsets.lowerBound }
    }

    @Test func everyPairOfBytesIsJudgedAsTheStandardLibraryDoes() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let bytes = [0x61, first, second]
                #expect(Self.fault(bytes) == Self.stated(bytes), "\(bytes)")
            }
        }
    }

    /// Whole characters, cut and changed at any place.
    @Test func charactersThatWereDamagedAreJudgedAsTheStandardLibraryDoes() {
        var random = RandomSeed.generator()
        let characters = ["a", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"]
        for _ in 0..<20_000 {
            var bytes = (0..<4).flatMap { _ in Array(characters[Int(random.next() % 8)].utf8) }
            bytes.removeLast(Int(random.next() % 4))
            if random.next() % 2 == 0, !bytes.isEmpty {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            #expect(Self.fault(bytes) == Self.stated(bytes), "\(bytes)")
        }
    }

    /// Only the range counts: a character that goes on behind it is cut off.
    @Test func whatLiesBehindTheRangeIsNotLookedAt() {
        let bytes = ContiguousArray("aé".utf8)
        #expect(UTF8Proof.firstFault(bytes.span, in: 0..<2) == 1)
        #expect(UTF8Proof.firstFault(bytes.span, in: 0..<3) == nil)
    }
}
