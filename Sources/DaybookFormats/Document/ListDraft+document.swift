import DaybookCore

/// The members of a list in our documents.
enum ListMember: Int, CaseIterable {
    case id, name, colorHex, createdAt, modifiedAt, milliseconds, orderKey, filter, deletedAt, otherFields, type
    static let names = JSONNames<ListMember>(
        "id name colorHex createdAt modifiedAt milliseconds orderKey filter deletedAt otherFields type")
}

extension JSONWriter {
    private mutating func put(_ member: ListMember) { name(member, of: ListMember.names) }

    /// A list as an object, its instants as those of tasks.
    mutating func list(_ list: ListDraft, type: String? = nil) {
        beginObject()
        if let type {
            put(.type)
            string(type)
        }
        put(.id)
        identifier(list.name)
        put(.name)
        string(list.title)
        if let color = list.colorHex {
            put(.colorHex)
            string(color)
        }
        put(.createdAt)
        wholeSeconds(list.createdAt)
        put(.modifiedAt)
        wholeSeconds(list.updatedAt)
        millisecondsBelowSecond([("createdAt", list.createdAt), ("modifiedAt", list.updatedAt)])
        if let key = list.sortOrder {
            put(.orderKey)
            string(key.text)
        }
        if let filter = list.filter {
            put(.filter)
            string(filter)
        }
        if let deletedAt = list.deletedAt {
            put(.deletedAt)
            instant(deletedAt)
        }
        if !list.unknown.isEmpty {
            put(.otherFields)
            object(list.unknown)
        }
        endObject()
    }
}

extension ListDraft {
    /// Reads what is written above; members it does not know are fields of the list's that a newer release wrote.
    init(from reader: inout JSONReader, line: Int) throws(WireError) {
        self.init(.own(.zero), line: line)
        try reader.beginObject()
        var members = JSONMembers()
        var id: Identifier?
        var milliseconds = Milliseconds()
        reading: while true {
            switch try reader.nextMember(of: ListMember.names, &members) {
            case .field(.id): id = try reader.readIdentifier()
            case .field(.name): title = try reader.readString()
            case .field(.colorHex): colorHex = try reader.takeNull() ? nil : reader.readString()
            case .field(.createdAt): createdAt = try reader.takeNull() ? nil : reader.readInstant()
            case .field(.modifiedAt): updatedAt = try reader.takeNull() ? nil : reader.readInstant()
            case .field(.milliseconds): milliseconds = try Milliseconds(from: &reader)
            case .field(.orderKey): sortOrder = try reader.readOrderKey()
            case .field(.filter): filter = try reader.takeNull() ? nil : reader.readString()
            case .field(.deletedAt): deletedAt = try reader.takeNull() ? nil : reader.readInstant()
            case .field(.otherFields): unknown += try reader.readMembers()
            case .field(.type): try reader.skipValue()
            case .unknown: unknown.append(JSONMember(try reader.unknownMemberName(), try reader.readValue()))
            case .end: break reading
            }
        }
        guard let id else { throw reader.missing("id", ofObjectAt: 0) }
        guard !title.isEmpty else { throw reader.missing("name", ofObjectAt: 0) }
        name = .own(id)
        milliseconds.add("createdAt", to: &createdAt)
        milliseconds.add("modifiedAt", to: &updatedAt)
    }
}

/// What instants in whole seconds left out.
struct Milliseconds {
    private var parts: [(name: String, count: Int64)] = []

    init() {}

    init(from reader: inout JSONReader) throws(WireError) {
        try reader.beginObject()
        while let name = try reader.nextName() { parts.append((name, Int64(try reader.readInt(in: 0...999)))) }
    }

    /// An instant that somebody has given decimals is left as it is.
    func add(_ name: String, to instant: inout Instant?) {
        guard let count = parts.last(where: { $0.name == name })?.count, let whole = instant, whole.belowSecond == 0
        else { return }
        instant = whole.adding(milliseconds: count)
    }
}

extension JSONReader {
    mutating func readOrderKey() throws(WireError) -> OrderKey {
        let start = offset
        guard let key = OrderKey(try readString()) else {
            throw unacceptable(.form, at: start, expected: "an order key")
        }
        return key
    }
}
