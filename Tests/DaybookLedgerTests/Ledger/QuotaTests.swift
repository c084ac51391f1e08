import Testing

@testable import DaybookLedger

@Suite struct QuotaTests {
    @Test func nobodyIsKeptFromDeleting() {
        let quotas = Quotas(tasks: 10, bytes: 1000)
        func excess(_ before: (Int, Int64), _ after: (Int, Int64)) -> Quotas.Excess? {
            quotas.excess(
                after: Quotas.Use(tasks: after.0, bytes: after.1), from: Quotas.Use(tasks: before.0, bytes: before.1))
        }
        #expect(excess((9, 0), (10, 0)) == nil)
        #expect(excess((10, 0), (11, 0)) == .tasks(limit: 10, used: 10))
        #expect(excess((20, 0), (19, 10)) == nil, "above it already, and on the way down")
        #expect(excess((5, 900), (5, 1100)) == .bytes(limit: 1000, used: 900))
        #expect(excess((5, 1100), (4, 1300)) == nil, "a deletion is an entry of the ledger, too")
        #expect(
            Quotas.none.excess(after: Quotas.Use(tasks: .max, bytes: .max), from: Quotas.Use(tasks: 0, bytes: 0)) == nil
        )
    }
}
