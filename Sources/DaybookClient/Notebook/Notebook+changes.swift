import DaybookCore
import DaybookDevice

extension Notebook {
    /// What changes from now on, whoever changed it. A screen reads what it shows after each; `updates` does that.
    public func changes() -> AsyncStream<NotebookChange> {
        let number = time.random()
        return listeners.add(number) { [weak self] in Task { await self?.forget(listener: number) } }
    }

    private func forget(listener: UInt64) { listeners.remove(listener) }

    func announce(_ rows: RowSet = RowSet()) {
        guard !listeners.isEmpty else { return }
        listeners.tell(NotebookChange(rows: rows, status: status))
    }

    /// How this device stands with the server.
    public var status: SyncStatus {
        var status = SyncStatus(server: stored.record.server, account: replica.base.account, device: replica.device)
        status.lastSync = stored.record.lastSync
        status.pending = replica.outbox.count
        status.behind = max(0, stored.book.told - replica.base.revision)
        status.refused = stored.book.troubles.refused.count
        status.conflicts = stored.book.troubles.lost.count
        status.isLive = isLive
        if case .wantsConfirmation(let deletions, let total) = replica.massDelete {
            status.trouble = .wantsConfirmation(deletions: deletions, of: total)
        } else if stored.record.server == nil {
            status.trouble = .alone
        } else {
            status.trouble = stored.book.sync.trouble ?? stored.record.trouble.map { .told($0) }
        }
        return status
    }

    /// Whether the server gave no answer a moment ago, so that to ask again would only hold up whoever wants to see
    /// something.
    package var isServerAway: Bool {
        guard let trouble = status.trouble, trouble.passes, let at = stored.record.troubleAt else { return false }
        return (0..<Self.moment).contains(time.now().milliseconds - at.milliseconds)
    }
    private static let moment: Int64 = 30_000

    /// Changes that the server will never take. They are kept until they are let go or tried again.
    public func refusedChanges() throws -> [RefusedChange] {
        try refresh()
        return stored.book.troubles.refused
    }

    /// Lets a refused change go: somebody has seen it.
    public func dismiss(refused opId: Identifier) throws { try change { $0.dismiss([opId]) } }

    /// Lets refused and lost changes go: somebody has seen them.
    package func dismiss(_ opIds: [Identifier]) throws { try change { $0.dismiss(opIds) } }

    /// Changes that lost to others, field by field, as the server told.
    public func lostChanges() throws -> [LostChange] {
        try refresh()
        return stored.book.troubles.lost
    }

    /// Lets one lost change go: somebody has decided about it.
    package func dismissLostChange(_ opId: Identifier) throws { try change { $0.dismiss([opId]) } }

    /// Lets the lost changes go: somebody has seen them.
    public func dismissLostChanges() throws {
        try change { book in book.dismiss(book.troubles.lost.map(\.opId)) }
    }
}
