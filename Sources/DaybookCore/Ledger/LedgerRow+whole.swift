extension TaskItem {
    /// The whole of it as an operation's fields: what makes an equal task where there is none.
    package var wholeFields: [JSONMember] {
        var fields = TaskField.allCases.filter { $0 != .deletedAt && $0.carrier == nil }
            .map { JSONMember($0.name, value(of: $0).json) }
        if isCompleted { fields.append(JSONMember(TaskField.completedAt.name, value(of: .completedAt).json)) }
        if region == .backlog {
            fields.append(JSONMember(TaskField.enteredBacklogAt.name, value(of: .enteredBacklogAt).json))
        }
        return fields + unknown.members
    }
}

extension TaskList {
    /// The same of a list.
    package var wholeFields: [JSONMember] {
        ListField.allCases.filter { $0 != .deletedAt }.map { JSONMember($0.name, value(of: $0).json) }
            + unknown.members
    }
}

extension AccountSettings {
    /// And of the settings.
    package var wholeFields: [JSONMember] {
        SettingsField.allCases.map { JSONMember($0.name, value(of: $0).json) } + unknown.members
    }
}
