import DaybookCore
import Testing

@testable import DaybookServer

/// Which accounts one statement of a backup reads.
@Suite struct AccountPiecesTests {
    private func pieces(_ rows: [Int]) -> [Int] {
        var pieces = AccountPieces()
        for (number, count) in rows.enumerated() {
            pieces.append(Identifier(high: 1, low: UInt64(number)), rows: count)
        }
        #expect(pieces.pieces.joined().map(\.low) == rows.indices.map { UInt64($0) })
        return pieces.pieces.map(\.count)
    }

    @Test func manySmallAccountsShareAPieceAndALargeOneIsAlone() {
        #expect(pieces([]) == [])
        #expect(pieces([0]) == [1])
        #expect(pieces([5_000_000, 0, 0, 5_000_000]) == [1, 2, 1])
        #expect(pieces([Int.max, -1, Int.max]) == [1, 1, 1])
    }

    /// A row is compared with every account of its piece, so neither may grow without bound.
    @Test func thePiecesOfAMillionEmptyAccountsAreFewAndBounded() {
        let sizes = pieces(Array(repeating: 0, count: 1_000_000))
        #expect(sizes.count < 3_000)
        #expect(sizes.allSatisfy { $0 * $0 * AccountPieces.fewestRows <= AccountPieces.most })
    }
}
