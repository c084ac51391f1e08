/// Keeps long work from having the machine to itself. Whatever a piece of it costs, in this process and in the
/// database, is taken from others; so between its pieces it rests, for so many times as long as the last one took:
///
///     var pace = WorkPace(resting: 1, atMost: .milliseconds(100))
///     for piece in pieces {
///         await pace.rest()
///         ...
///     }
public struct WorkPace: Sendable {
    /// A shorter rest is not worth a timer: what it came to is rested later.
    static let shortest: Duration = .milliseconds(1)

    /// For each moment of work so many of rest; with 0 there is none.
    private let times: Int
    /// A piece that took longer has waited itself, for a lock or for a busy machine.
    private let longest: Duration
    private var began: LoopTime

    /// The first piece begins.
    public init(resting times: Int, atMost longest: Duration) { self.init(times, longest, from: .current()) }

    init(_ times: Int, _ longest: Duration, from now: LoopTime) {
        (self.times, self.longest, began) = (times, longest, now)
    }

    /// Called between two pieces. Ends early when the task is cancelled.
    public mutating func rest() async {
        let wanted = restWanted(at: .current())
        guard wanted > .zero else { return }
        await Reactor.current?.sleep(for: wanted)
        goOn(at: .current())
    }

    /// How long to rest, where a piece has just come to its end.
    func restWanted(at now: LoopTime) -> Duration {
        let wanted = min((now - began) * times, longest)
        return wanted < Self.shortest ? .zero : wanted
    }

    /// The next piece begins.
    mutating func goOn(at now: LoopTime) { began = now }
}
