extension Sequence<TaskItem> {
    /// Ordinary operations that shorten the order keys that have grown too long, for the whole of an account's tasks.
    ///
    /// Their clock is just above that of the key they replace, so a person's reordering always wins over them, and
    /// their identity follows from that clock, so two servers that rebalance at once do it once.
    package func rebalancing(using generator: inout some RandomNumberGenerator) -> [SyncOperation] {
        let tasks = sorted { $0.sortOrder != $1.sortOrder ? $0.sortOrder < $1.sortOrder : $0.id < $1.id }
        // Tasks with equal keys get equal new ones: they are apart by their identifiers, and stay so.
        var keys: [OrderKey] = []
        for task in tasks where keys.last != task.sortOrder { keys.append(task.sortOrder) }
        let changes = OrderKey.rebalanced(keys, using: &generator)
        guard !changes.isEmpty else { return [] }
        var replacement: [OrderKey: OrderKey] = [:]
        for change in changes { replacement[keys[change.index]] = change.key }
        return tasks.compactMap { task in
            guard let key = replacement[task.sortOrder] else { return nil }
            let clock = task.clocks[.sortOrder] ?? HybridTime(task.createdAt, device: .zero)
            let opId = Identifier.derived(
                .rebalance, task.id.high, task.id.low, UInt64(bitPattern: clock.milliseconds), UInt64(clock.counter),
                clock.device.high, clock.device.low)
            return SyncOperation(
                opId: opId, id: task.id, at: clock.successor(device: .zero),
                .task([.sortOrder: .order(key)]))
        }
    }
}
