import DaybookCore

/// A line of the ledger as it is sent to programs.
struct ChangeEvent: Sendable {
    let revision: Int64
    /// The same each time it is sent, so that whoever receives it twice can fold it.
    let id: Identifier
    /// The body of the webhook.
    let payload: [UInt8]

    private enum Kind: String {
        case created, changed, completed, reopened, deleted, restored
    }

    /// Nil for a line by which nothing became other than it was.
    ///
    /// - Parameter title: what the row is called now; nil where nobody shall read it.
    init?(_ entry: LedgerEntry, title: String?, over channel: Identifier) {
        guard entry.changed else { return nil }
        let changes = entry.changes
        guard let kind = Self.kind(of: entry, changes) else { return nil }
        let operation = entry.operation
        revision = entry.revision
        id = .derived(
            .toldChange, channel.high, channel.low, operation.opId.high, operation.opId.low)
        var writer = JSONWriter(reserving: 512)
        writer.object { writer in
            writer.member("type", "\(operation.entity.name).\(kind.rawValue)")
            writer.member("timestamp", entry.recordedAt)
            writer.object("data") { writer in
                writer.member("id", operation.id)
                writer.member("revision", entry.revision)
                writer.member("opId", operation.opId)
                writer.member("at", operation.at.instant)
                // The server's own conclusions are nobody's.
                writer.member("deviceId", operation.at.device == .zero ? nil : operation.at.device)
                writer.member("fields", changes.map(\.field))
                if let title { writer.member(operation.entity == .list ? "name" : "title", title) }
            }
        }
        payload = Array(writer.bytes)
    }

    private static func kind(of entry: LedgerEntry, _ changes: [LedgerEntry.FieldChange]) -> Kind? {
        if entry.created { return .created }
        if let deletion = changes.first(where: { $0.field == "deletedAt" }) {
            return deletion.new == .null ? .restored : .deleted
        }
        if entry.operation.entity == .task, let state = changes.first(where: { $0.field == TaskField.state.name }) {
            let completed = JSONValue.string(TaskState.completed.name)
            if state.old == completed { return .reopened }
            if state.new == completed { return .completed }
        }
        return changes.isEmpty ? nil : .changed
    }
}
