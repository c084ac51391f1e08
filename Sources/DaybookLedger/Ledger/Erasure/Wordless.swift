import DaybookCore

/// What is left of a task that was erased: when things happened to it, and nothing that anybody wrote.
///
/// Made again from lines without words, the row is the row without words, clock by clock. So an account in which tasks
/// were erased is checked like any other.
extension TaskItem {
    mutating func forgetWords() {
        title = Self.erasedTitle
        (notes, leavesNotes) = (nil, false)
        (category, recurrence) = (nil, nil)
        tagSet = TagSet()
        unknown = UnknownFields()
    }
}

extension LedgerEntry {
    /// The line of a task without what anybody wrote. What it lost to other changes is no longer named; what took no
    /// part says nothing at all.
    package var withoutWords: LedgerEntry {
        var line = self
        guard outcome.tookPart else {
            (line.operation.fields, line.prior) = ([], [])
            if case .rejected(let rejection) = outcome {
                line.outcome = .rejected(Rejection(rejection.code, Rejection.erased.sentence))
            }
            return line
        }
        line.operation.fields = operation.fields.withoutWords
        line.prior = prior.withoutWords
        line.outcome = .applied
        return line
    }
}

extension [JSONMember] {
    /// A field that holds words keeps its name, since its clock counts. What is not known may hold anything.
    fileprivate var withoutWords: [JSONMember] {
        compactMap { member in
            guard let field = TaskField(name: member.name) else { return nil }
            switch field.kind {
            case .text where field == .title:
                return JSONMember(member.name, .string(TaskItem.erasedTitle.trimmed))
            case .text, .recurrence: return JSONMember(member.name, .null)
            case .tags: return JSONMember(member.name, .object([]))
            case .instant, .date, .identifier, .order, .state, .region, .bucket, .number, .flag:
                return field == .deletedAt || (try? TaskItem.read(field, member.value)) != nil ? member : nil
            }
        }
    }
}
