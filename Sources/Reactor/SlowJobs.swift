import Synchronization

/// Jobs that held their reactor for so long that others noticed, and what they were for.
public final class SlowJobs: Sendable {
    /// Measured in the thread's own time, so no job is blamed for a busy machine.
    public static let threshold: Duration = .milliseconds(20)

    public struct Figures: Sendable {
        public var count: UInt64 = 0
        public var seconds = 0.0
        /// The longest of them.
        public var longest = 0.0

        public init() {}

        public mutating func add(_ other: Figures) {
            count += other.count
            seconds += other.seconds
            longest = max(longest, other.longest)
        }
    }

    private struct State {
        var figures: [Int?: Figures] = [:]
        var report: (@Sendable (_ cause: Int?, _ held: Duration) -> Void)?
        var mayReportAt = LoopTime(nanoseconds: 0)
    }

    private let state = Mutex(State())

    /// By ``Reactor/cause``; nil for jobs without one.
    public var figures: [Int?: Figures] { state.withLock { $0.figures } }

    /// Calls the body after a slow job, at most once a second: the figures count them all.
    public func report(to body: @escaping @Sendable (_ cause: Int?, _ held: Duration) -> Void) {
        state.withLock { $0.report = body }
    }

    func record(_ cause: Int?, _ held: Duration, at now: LoopTime) {
        let report = state.withLock { state in
            var slow = Figures()
            slow.count = 1
            slow.seconds = Double(held.nanoseconds) / 1e9
            slow.longest = slow.seconds
            state.figures[cause, default: Figures()].add(slow)
            guard now >= state.mayReportAt else { return nil as (@Sendable (Int?, Duration) -> Void)? }
            state.mayReportAt = now + .seconds(1)
            return state.report
        }
        report?(cause, held)
    }
}
