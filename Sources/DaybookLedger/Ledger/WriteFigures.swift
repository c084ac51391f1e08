import DaybookHost
import Synchronization

/// What /metrics shows of the transactions in which changes are written.
package final class WriteFigures: Sendable {
    /// So many changes at most, for each bucket of the histogram.
    private static let bounds = [1, 2, 4, 8, WriteLanes.mostTogether]

    private struct Counts {
        var transactions = [UInt64](repeating: 0, count: bounds.count + 1)
        var changes = 0
    }

    private let counts = Mutex(Counts())

    /// A transaction of so many changes was committed, or done with where there was nothing to write.
    func count(_ changes: Int) {
        let bucket = Self.bounds.firstIndex { changes <= $0 } ?? Self.bounds.count
        counts.withLock { counts in
            counts.transactions[bucket] += 1
            counts.changes += changes
        }
    }

    /// The largest transactions so far were of as many changes as this, or some fewer.
    var largest: Int {
        counts.withLock {
            $0.transactions.lastIndex { $0 > 0 }.map { Self.bounds[min($0, Self.bounds.count - 1)] } ?? 0
        }
    }

    package var exposed: @Sendable () async -> CapabilityFigures {
        { [self] in
            let counts = counts.withLock(\.self)
            return { page in
                page.begin(
                    "daybook_write_group_size", .histogram, "Changes of accounts that went to the database together.")
                page.histogram(
                    bounds: Self.bounds.map(Double.init), counts: counts.transactions, sum: Double(counts.changes))
            }
        }
    }
}
