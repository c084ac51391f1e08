extension Merging {
    /// Completing an occurrence makes the next one, once: its identity follows from the series and its date, so devices
    /// that complete the same occurrence mean the same next task, and whoever comes second finds it there.
    mutating func makeNextOccurrence(of id: Identifier, after operation: Operation) {
        guard let task = slice.tasks[id], let next = task.nextOccurrence(in: slice.settings) else { return }
        guard slice.tasks[next.id] == nil else { return }
        conclude(
            .nextOccurrence, .set, on: next.id, at: operation.at.successor(device: .zero), next.fields,
            from: operation.opId)
    }
}
