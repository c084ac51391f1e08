import DaybookCore

/// Something looks different now: rows, or how this device stands with the server.
public struct NotebookChange: Hashable, Sendable {
    public var rows: RowSet
    public var status: SyncStatus
}

extension Notebook {
    /// What changes from now on, whoever changed it. A screen reads what it shows after each; changes that come while
    /// it does so come as one.
    public func changes() -> AsyncStream<NotebookChange> {
        let number = time.random()
        let (stream, continuation) = AsyncStream<NotebookChange>.makeStream(bufferingPolicy: .unbounded)
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(listener: number) }
        }
        return stream
    }

    private func forget(listener: UInt64) { listeners[listener] = nil }

    func announce(_ rows: RowSet = RowSet()) {
        guard !listeners.isEmpty else { return }
        let change = NotebookChange(rows: rows, status: status)
        for listener in listeners.values { listener.yield(change) }
    }

    /// How this device stands with the server.
    public var status: SyncStatus {
        var status = SyncStatus(server: paper.server, account: replica.base.account, device: replica.device)
        status.lastSync = paper.lastSync
        status.pending = replica.outbox.count
        status.behind = max(0, (paper.told ?? 0) - replica.base.revision)
        status.refused = Int((try? store.connection.number("SELECT count(*) FROM refusal")) ?? 0)
        status.conflicts = Int((try? store.connection.number("SELECT count(*) FROM conflict")) ?? 0)
        status.isLive = isLive
        if case .wantsConfirmation(let deletions, let total) = replica.massDelete {
            status.trouble = .wantsConfirmation(deletions: deletions, of: total)
        } else if paper.server == nil {
            status.trouble = .alone
        } else {
            status.trouble = trouble ?? paper.trouble.map { .told($0) }
        }
        return status
    }

    /// Changes that the server will never take. They are kept until they are let go or tried again.
    public func refusedChanges() throws -> [RefusedChange] {
        try store.refusals(device: replica.device, account: replica.base.account)
    }

    public func dismiss(refused opId: Identifier) throws {
        try store.forgetRefusal(opId)
        announce()
    }

    /// Changes that lost to others, field by field, as the server told.
    public func lostChanges() throws -> [LostChange] { try store.conflicts() }

    public func dismissLostChanges() throws {
        try store.forgetConflicts()
        announce()
    }
}
