import DaybookCore

private let states = JSONNames(TaskState.allCases, name: \.name)
private let regions = JSONNames(Region.allCases, name: \.name)
private let buckets = JSONNames(Bucket.allCases, name: \.name)

extension TaskDraft {
    /// Reads a task of a document; one that has the contract's members alone too. Members it does not know are fields
    /// that a newer release wrote.
    init(from reader: inout JSONReader, line: Int) throws(WireError) {
        self.init(.own(.zero), line: line)
        guard let id = try take(from: &reader) else { throw reader.missing("id", ofObjectAt: 0) }
        guard !title.isEmpty else { throw reader.missing("text", ofObjectAt: 0) }
        name = .own(id)
    }

    /// Takes the members of an object over what is there already; answers the identifier if it has one.
    mutating func take(from reader: inout JSONReader) throws(WireError) -> Identifier? {
        try reader.beginObject()
        var members = JSONMembers()
        var rest = Rest()
        while true {
            switch try reader.nextMember(of: TaskMember.names, &members) {
            case .field(let member): try read(member, &rest, from: &reader)
            case .unknown: unknown.append(JSONMember(try reader.unknownMemberName(), try reader.readValue()))
            case .end:
                rest.milliseconds.add("createdAt", to: &createdAt)
                rest.milliseconds.add("updatedAt", to: &updatedAt)
                rest.milliseconds.add("completedAt", to: &completedAt)
                rest.milliseconds.add("dueAt", to: &dueAt)
                rest.milliseconds.add("reminderAt", to: &reminderAt)
                // A document of an app's own has the rank alone.
                if sortOrder == nil { sortOrder = rest.rank.map(OrderKey.init(rank:)) }
                return rest.id
            }
        }
    }

    /// Parts that are put together only at the end.
    private struct Rest {
        var id: Identifier?
        var rank: Int?
        var milliseconds = Milliseconds()
    }

    private mutating func read(
        _ member: TaskMember, _ rest: inout Rest, from reader: inout JSONReader
    ) throws(WireError) {
        switch member {
        case .id: rest.id = try reader.readIdentifier()
        case .text: title = try reader.readString()
        case .updatedAt: updatedAt = try reader.takeNull() ? nil : reader.readInstant()
        case .sortOrder: rest.rank = try reader.readInt(in: 0...Int(Int32.max))
        case .milliseconds: rest.milliseconds = try Milliseconds(from: &reader)
        case .enteredBacklogAt: enteredBacklogAt = try reader.takeNull() ? nil : reader.readInstant()
        case .otherFields: unknown += try reader.readMembers()
        default:
            guard let field = member.field else { return try reader.skipValue() }
            self[field] = try reader.readValue(of: field.kind)
        }
    }
}

extension JSONReader {
    /// Null only where a task may be without.
    fileprivate mutating func readValue(of kind: FieldKind) throws(WireError) -> FieldValue {
        switch kind {
        case .flag: return .flag(try readBool())
        case .number: return .number(try readInt(in: 0...Int(Int32.max)))
        case .order: return .order(try readOrderKey())
        case .state: return .state(try readWord(of: states))
        case .bucket: return .bucket(try readWord(of: buckets))
        case .text, .instant, .date, .identifier, .region, .recurrence, .tags: break
        }
        if try takeNull() { return .null }
        switch kind {
        case .text: return .text(try readString())
        case .instant: return .instant(try readInstant())
        case .date: return .date(try readDate())
        case .identifier: return .identifier(try readIdentifier())
        case .region: return .region(try readWord(of: regions))
        case .tags: return .tags(TagEdit(whole: try readTexts()))
        default: return .recurrence(try readRecurrence())
        }
    }
}

extension OrderKey {
    /// Keys that ascend with the rank.
    init(rank: Int) { self = .created(at: HybridTime(milliseconds: Int64(rank), device: .zero)) }
}
