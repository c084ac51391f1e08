import TestWire

/// How many times longer something takes that is four times as much: about 4 where each part is looked at once, 16
/// where each is held against all others. The fastest of some runs of both, by the
/// thread's own time, so that a busy machine does not count.
func growth(_ work: (_ size: Int) throws -> Void, from size: Int) throws -> Double {
    func time(_ size: Int) throws -> Duration {
        let began = ownTime()
        try work(size)
        return ownTime() - began
    }
    // In turns, since the machine itself becomes slower and faster.
    var (small, large) = (Duration.seconds(3600), Duration.seconds(3600))
    for _ in 0..<7 {
        small = min(small, try time(size))
        large = min(large, try time(4 * size))
    }
    return large / small
}
