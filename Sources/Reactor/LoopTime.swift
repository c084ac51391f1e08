import Glibc

/// An instant of the monotonic clock; unrelated to the time of day.
public struct LoopTime: Comparable, Hashable, Sendable {
    public let nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static func current() -> LoopTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return LoopTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The time at the kernel's last tick, some milliseconds ago: it costs a fifth, which matters after every job.
    static func coarse() -> LoopTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return LoopTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The processor time of the calling thread, whatever else the machine did meanwhile.
    static func worked() -> LoopTime {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return LoopTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public static func < (left: LoopTime, right: LoopTime) -> Bool { left.nanoseconds < right.nanoseconds }

    public static func + (time: LoopTime, duration: Duration) -> LoopTime {
        LoopTime(nanoseconds: time.nanoseconds.addingReportingOverflow(duration.nanoseconds).partialValue)
    }

    public static func - (later: LoopTime, earlier: LoopTime) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }
}

extension Duration {
    /// Whole nanoseconds, saturating; a deadline beyond 146 years is as good as none.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        if seconds > Int64.max / 2_000_000_000 { return .max / 2 }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
