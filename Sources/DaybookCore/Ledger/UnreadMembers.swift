/// Fields that are objects are read member by member, and what is not understood there could not be kept.
extension [JSONMember] {
    /// Members inside of fields that nobody reads, named as `recurrence.colour`.
    package var unread: [JSONMember] {
        flatMap { field -> [JSONMember] in
            guard case .object(let members) = field.value, let known = Self.read[field.name] else { return [] }
            let hasRule = members.contains { $0.name == "rrule" && !$0.value.isNull }
            return members.filter { member in
                // Of two patterns only one can be kept.
                !known.contains(member.name) || (hasRule && member.name == "days" && !member.value.isNull)
            }
            .map { JSONMember("\(field.name).\(JSONPath.shown($0.name))", $0.value) }
        }
    }

    private static let read: [String: Set<String>] = [
        TaskField.recurrence.name: ["days", "rrule", "onSchedule", "except", "carriedFrom"],
        TaskField.tags.name: ["add", "remove"],
        SettingsField.regionLimits.name: ["mustDo", "complementary", "misc"],
    ]
}
