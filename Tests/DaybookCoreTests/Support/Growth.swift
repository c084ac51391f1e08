import TestWire
import Testing

/// Expects that what is four times as much takes about four times as long, as where each part is looked at once, and
/// not 16 times, as where each is held against all others. The fastest of some runs of both, by the thread's own time,
/// so that a busy machine does not count. Outside of proofs it is done once, for what it expects itself.
func expectLinear(
    from size: Int, sourceLocation: SourceLocation = #_sourceLocation, _ work: (_ size: Int) throws -> Void
) throws {
    guard Proofs.areMade else { return try work(size) }
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
    let ratio = large / small
    #expect(ratio < 9, "four times as much took \(ratio) times as long", sourceLocation: sourceLocation)
}
