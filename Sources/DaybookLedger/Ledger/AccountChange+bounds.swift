import DaybookCore

/// How much one change may be, and from where on others do not wait for it.
extension AccountChange {
    /// Rows and operations that a reactor deals with in a millisecond or two; more are dealt with aside.
    static let manyRows = 100
    /// And text of so many bytes.
    static let longText = 64 << 10

    /// What one push may read of the rows that it names, of their history, and write: the text of the longest body some
    /// times over. A push of one operation is never too much.
    package static let mostBytes = 8 << 20
    /// So many tasks go with their list, or come back with it, in one transaction.
    static let mostOfList = 20_000
    /// And so many bytes of them, without long notes.
    static let mostBytesOfList = 32 << 20
    /// And this often, counted with each time that their list goes or comes in the same push.
    static let mostFollowing = 2 * mostOfList
    /// So many rows are never too much.
    static let fewRows = 4

    /// Each look follows what the one before has found, from rows to rows; a chain of them has an end.
    static let mostLooks = 12

    /// A list of a push takes its tasks along each time that it goes, and brings them back each time that it comes.
    func requireFewFollowing(_ push: Push) throws(LedgerRefusal) {
        guard asked.request.isDivisible, push.operations.count > 1 else { return }
        var turns: [Identifier: Int] = [:]
        for operation in push.operations where operation.entity == .list && context.known[operation.opId] == nil {
            let mayTurn =
                operation.kind != .set || turns[operation.id] != nil || slice.lists[operation.id]?.isDeleted ?? false
            if mayTurn { turns[operation.id, default: 0] += 1 }
        }
        guard turns.values.contains(where: { $0 > 1 }) else { return }
        // Those that are in it, and those that the push itself puts there.
        let told = push.operations.lazy.filter { $0.entity == .task }.map { $0.ofTask[.listId]?.identifier }
        let lists = slice.tasks.values.map(\.listId) + told
        let following = lists.reduce(0) { sum, list in sum + (list.flatMap { turns[$0] } ?? 0) }
        guard following <= Self.mostFollowing else { throw .tooMuchAtOnce }
    }
}

/// A push that names rows without end: a fault of ours, and nothing is written.
struct EndlessLooking: Error {}
