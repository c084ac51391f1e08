extension LedgerEntry {
    /// What an operation made of one field.
    package struct FieldChange: Hashable, Sendable {
        package let field: String
        package let old: JSONValue
        package let new: JSONValue
    }

    /// What changed hands, field by field.
    package var changes: [FieldChange] {
        if created {
            return operation.fields.map { member in
                let new = member.name == TaskField.tags.name ? tagsChanged.map { TagEdit(whole: $0.came).json } : nil
                return FieldChange(
                    field: member.name, old: .null, new: new ?? readable(member.value, of: member.name))
            }
        }
        var changes = prior.map { member in
            // Of tags, which went and which came.
            if member.name == TaskField.tags.name, let tags = tagsChanged {
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

    /// How the operation changed a field.
    private func value(of field: String) -> JSONValue {
        if field == "deletedAt" { return operation.kind == .delete ? .string(operation.at.instant.text) : .null }
        if let given = valueAfter(of: field) { return given }
        guard field == "completedAt", valueAfter(of: "state") == .string(TaskState.completed.name) else { return .null }
        return .string(operation.at.instant.text)
    }
}
