import DaybookCore
import Seeds
import Testing

@testable import DaybookAPI

/// What of a restoration goes through one transaction.
@Suite struct RestorationBatchTests {
    @Test func aBatchIsSmallAndNothingIsLeftOutOrMoved() {
        var random = RandomSeed.generator()
        let rows = (0..<2_000).map { number in
            // Few have a long history or much text, and these are too much for any batch.
            let isLarge = Int.random(in: 0..<50, using: &random) == 0
            return Restoration.ChangedRow(
                entity: number < 100 || number >= 1_900 ? .list : .task, id: Identifier(high: 1, low: UInt64(number)),
                created: false, lines: isLarge ? 2_000 : Int.random(in: 1...30, using: &random),
                bytes: isLarge ? 3 << 20 : Int.random(in: 100...40_000, using: &random), isLive: number >= 100)
        }
        let batches = Restoration.batches(of: rows)
        #expect(batches.flatMap { $0.map(\.id) } == rows.map(\.id))
        for batch in batches where batch.count > 1 {
            #expect(batch.count <= Restoration.rowsPerBatch)
            #expect(batch.reduce(0) { $0 + $1.lines } <= Restoration.linesPerBatch)
            #expect(batch.reduce(0) { $0 + $1.bytes } <= Restoration.bytesPerBatch)
            #expect(Set(batch.map(\.turn)).count == 1)
        }
        #expect(Restoration.batches(of: []).isEmpty)
    }
}
