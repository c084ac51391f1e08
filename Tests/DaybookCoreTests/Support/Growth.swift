import Glibc

/// How many times longer something takes that is four times as much: about 4 where each part is looked at once, 16
/// where each is held against all others. The fastest of some runs of both, by the
/// thread's own time, so that a busy machine does not count.
func growth(_ work: (_ size: Int) throws -> Void, from size: Int) throws -> Double {
    func fastest(_ size: Int) throws -> Duration {
        var fastest = Duration.seconds(3600)
        for _ in 0..<7 {
            let began = worked()
            try work(size)
            fastest = min(fastest, worked() - began)
        }
        return fastest
    }
    func worked() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let small = try fastest(size)
    return try fastest(4 * size) / small
}
