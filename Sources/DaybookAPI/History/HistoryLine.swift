import DaybookCore

/// One line of the history, as people read it: who changed what, when, from what to what, and how it was resolved.
struct HistoryLine: Sendable {
    let entry: LedgerEntry
    /// Nil for the server's own conclusions.
    let device: (id: Identifier, name: String)?

    /// When it was done. An occurrence that a series made has a clock below everything that somebody may do to it.
    private var madeAt: Instant {
        guard entry.created, entry.cause != nil, case .string(let text)? = entry.operation.fields["createdAt"] else {
            return entry.operation.at.instant
        }
        return Instant(text) ?? entry.operation.at.instant
    }

    /// What changed hands, field by field.
    var changes: [FieldChange] {
        let operation = entry.operation
        if entry.created {
            return operation.fields.map { member in
                let new =
                    member.name == TaskField.tags.name ? entry.tagsChanged.map { TagEdit(whole: $0.came).json } : nil
                return FieldChange(
                    field: member.name, old: .null, new: new ?? entry.readable(member.value, of: member.name))
            }
        }
        var changes = entry.prior.map { member in
            // Of tags, which went and which came.
            if member.name == TaskField.tags.name, let tags = entry.tagsChanged {
                return FieldChange(
                    field: member.name, old: TagEdit(whole: tags.went).json, new: TagEdit(whole: tags.came).json)
            }
            return FieldChange(field: member.name, old: member.value, new: value(of: member.name))
        }
        changes.removeAll { $0.old == $0.new }
        // A completion's time came with the state, so there was none before.
        if let state = changes.first(where: { $0.field == "state" }), state.new == .string(TaskState.completed.name),
            !changes.contains(where: { $0.field == "completedAt" })
        {
            changes.append(FieldChange(field: "completedAt", old: .null, new: value(of: "completedAt")))
        }
        return changes
    }

    struct FieldChange: Hashable, Sendable {
        let field: String
        let old: JSONValue
        let new: JSONValue
    }

    /// How the operation changed a field.
    private func value(of field: String) -> JSONValue {
        let operation = entry.operation
        if field == "deletedAt" { return operation.kind == .delete ? .string(operation.at.instant.text) : .null }
        if let given = operation.fields[field] { return entry.readable(given, of: field) }
        guard field == "completedAt", operation.fields["state"] == .string(TaskState.completed.name) else {
            return .null
        }
        return .string(operation.at.instant.text)
    }

    func write(to json: inout JSONWriter) {
        let operation = entry.operation
        json.beginObject()
        json.member("revision", entry.revision)
        json.subject(operation)
        json.member("kind", entry.created ? "create" : operation.kind.name)
        writeOrigin(to: &json)
        json.name("changes")
        json.array(changes) { json, change in
            json.beginObject()
            json.member("field", change.field)
            json.name("old")
            json.value(change.old)
            json.name("new")
            json.value(change.new)
            json.endObject()
        }
        json.member("outcome", entry.outcome.name)
        json.name("conflicts")
        json.array(entry.outcome.conflicts) { $1.write(to: &$0) }
        json.member("cause", entry.cause)
        json.endObject()
    }

    /// The members that say when it was done and by whom.
    func writeOrigin(to json: inout JSONWriter) {
        json.member("at", madeAt)
        json.member("recordedAt", entry.recordedAt)
        json.name("device")
        json.device(device)
    }
}

extension JSONWriter {
    /// The members that say which change it is, and of which row.
    mutating func subject(_ operation: SyncOperation) {
        member("opId", operation.opId)
        member("entity", operation.entity.name)
        member("id", operation.id)
    }

    /// The device that did it; null for the server.
    mutating func device(_ device: (id: Identifier, name: String)?) {
        guard let device else { return null() }
        beginObject()
        member("id", device.id)
        member("name", device.name)
        endObject()
    }
}
