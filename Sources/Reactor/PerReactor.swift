/// One value for each reactor of a group, used by that reactor's thread alone: counters and caches without a lock.
///
/// `@unchecked Sendable` is safe because a cell is only reached on the thread of the reactor it belongs to, which is
/// checked at every access, in release builds too.
public final class PerReactor<Value>: @unchecked Sendable {
    private final class Cell {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let reactors: [Reactor]
    private let cells: [Cell]

    public init(_ group: ReactorGroup, _ make: (Reactor) -> Value) {
        reactors = group.reactors
        cells = reactors.map { Cell(make($0)) }
    }

    /// Changes the calling reactor's value. Does nothing and returns nil on a thread that is not a reactor of the
    /// group.
    @inline(__always)
    @discardableResult
    public func withCurrent<Answer>(_ body: (inout Value) throws -> Answer) rethrows -> Answer? {
        guard let reactor = Reactor.current, reactor.index < reactors.count, reactors[reactor.index] === reactor else {
            return nil
        }
        return try body(&cells[reactor.index].value)
    }

    /// Asks every reactor in turn what its value says. Takes a turn of each loop, so is for scrapes and tests.
    public func collect<Answer: Sendable>(_ read: @escaping @Sendable (Value) -> Answer) async -> [Answer] {
        var answers: [Answer] = []
        for reactor in reactors {
            let answer = await Task(executorPreference: reactor) { self.withCurrent { read($0) } }.value
            if let answer { answers.append(answer) }
        }
        return answers
    }
}
