/// What a long piece of work may take of its reactor before others have their turn.
///
/// A loop whose length somebody else decides draws on one:
///
///     var budget = WorkBudget()
///     for row in rows {
///         ...
///         await budget.pause()
///     }
public struct WorkBudget: Sendable {
    /// How long a reactor may be held: waiting clients do not notice it, and looking at the sockets costs a thousandth
    /// of it.
    public static let moment: Duration = .milliseconds(5)

    private var began = LoopTime.current()

    public init() {}

    /// Called between two steps: returns at once while part of the budget is left, and otherwise after the waiting
    /// jobs.
    @inline(__always)
    public mutating func pause() async {
        let now = LoopTime.current()
        guard now.nanoseconds - began.nanoseconds >= Self.moment.nanoseconds else { return }
        await Self.letOthersGoFirst()
        began = .current()
    }

    private static func letOthersGoFirst() async {
        let cause = Reactor.current?.cause
        await Task.yield()
        Reactor.current?.cause = cause
    }
}
