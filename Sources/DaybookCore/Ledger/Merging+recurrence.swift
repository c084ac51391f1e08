extension Merging {
    /// Completing an occurrence makes the next one, once: its identity follows from the series and its date, so devices
    /// that complete the same occurrence mean the same next task, and whoever comes second finds it there. One that went
    /// because a completion was taken back comes again, as the next is now; one that somebody deleted stays deleted.
    mutating func makeNextOccurrence(of id: Identifier, after operation: Operation) {
        guard let task = slice.tasks[id], let next = task.nextOccurrence(in: slice.settings) else { return }
        if let there = slice.tasks[next.id] {
            guard there.wasUnmade, let deletion = there.deletion else { return }
            conclude(
                .nextOccurrence, .restore, on: next.id, at: max(operation.at, deletion).successor(device: .zero),
                next.fields, from: operation.opId)
            return
        }
        conclude(
            .nextOccurrence, .set, on: next.id, at: operation.at.successor(device: .zero), next.fields,
            from: operation.opId)
    }
}
