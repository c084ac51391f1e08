import DaybookCore

/// One gesture as it was done, and what takes it back.
struct Deed {
    /// Of its first operation.
    var opId: Identifier
    var at: Instant
    /// As they were when it was done, with the clocks that the server has given them since.
    var entries: [LedgerEntry]
    /// The deed that it takes back.
    var undoes: Identifier?
    var undoneBy: Identifier?

    /// What it came to. An undo goes by clocks: what the server has told already stands in the rows with the clocks it
    /// was given, and what it has not stands in the view with those it has on this device now.
    ///
    /// - Parameter own: what the device's changes come to now that have no rows at the server yet.
    func entries(among own: [LedgerEntry]) -> [LedgerEntry] {
        let named = Set(entries.map { $0.operation.opId })
        var current: [LedgerEntry] = []
        var found: Set<Identifier> = []
        for entry in own where named.contains(entry.operation.opId) || entry.cause.map(found.contains) ?? false {
            found.insert(entry.operation.opId)
            current.append(entry)
        }
        guard !current.isEmpty else { return entries }
        // What followed from a change goes with it: now something else may follow.
        let told = entries.filter { entry in
            !found.contains(entry.operation.opId) && !(entry.cause.map(found.contains) ?? false)
        }
        return told + current
    }

    /// An operation was answered: from now on its clock is the one it was given.
    mutating func take(_ given: [Identifier: HybridTime]) {
        var moved: [Identifier: (from: HybridTime, to: HybridTime)] = [:]
        for index in entries.indices {
            let operation = entries[index].operation
            if let clock = given[operation.opId] {
                moved[operation.opId] = (operation.at, clock)
                entries[index].operation.at = clock
            } else if let (from, to) = entries[index].cause.flatMap({ moved[$0] }) {
                // What followed from it stays as far from it as it was.
                moved[operation.opId] = (from, to)
                entries[index].operation.at =
                    operation.at == from ? to : operation.at.shifted(by: to.milliseconds - from.milliseconds)
            }
        }
    }
}
