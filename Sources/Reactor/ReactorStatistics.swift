import Synchronization

/// How busy a loop is. A task's lag is at most the length of the turn in progress, so the turns' lengths are measured.
public final class ReactorStatistics: Sendable {
    /// Upper bounds of the buckets of ``turns``, in seconds; one more bucket holds what is longer.
    public static let bounds: [Double] = [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1]

    public let slowJobs = SlowJobs()

    // Written by the loop alone, once a turn: an uncontended lock costs less than the clock it sits beside.
    private let counts = Mutex<[UInt64]>(Array(repeating: 0, count: bounds.count + 1))
    private let busy = Atomic<UInt64>(0)

    /// Time spent working rather than waiting.
    public var busySeconds: Double { Double(busy.load(ordering: .relaxed)) / 1e9 }

    /// The number of turns by length, one figure per bound and one for the rest.
    public var turns: [UInt64] { counts.withLock { $0 } }

    func recordTurn(from start: LoopTime, to end: LoopTime) {
        let length = end.nanoseconds - start.nanoseconds
        busy.wrappingAdd(UInt64(max(0, length)), ordering: .relaxed)
        let bucket = Self.nanosecondBounds.firstIndex { length <= $0 } ?? Self.nanosecondBounds.count
        counts.withLock { $0[bucket] += 1 }
    }

    private static let nanosecondBounds = bounds.map { Int64($0 * 1e9) }
}
