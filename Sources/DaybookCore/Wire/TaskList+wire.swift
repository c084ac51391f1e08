private enum Member: Int, CaseIterable {
    case id, name, colorHex, createdAt, modifiedAt, sortOrder, filter, deletedAt, revision, deletion, clocks
    static let names = JSONNames<Member>(
        "id name colorHex createdAt modifiedAt sortOrder filter deletedAt revision deletion clocks")
}

extension JSONWriter {
    fileprivate mutating func name(_ member: Member) { name(member, of: Member.names) }

    fileprivate mutating func member(_ member: Member, _ value: (some JSONWritable)?) {
        self.member(member, of: Member.names, value)
    }
}

extension TaskList {
    package func write(to writer: inout JSONWriter, _ form: RowForm = .plain) {
        writer.beginObject()
        writer.member(.id, id)
        writer.member(.name, name)
        writer.member(.colorHex, colorHex)
        writer.member(.createdAt, createdAt)
        writer.member(.modifiedAt, modifiedAt)
        writer.member(.sortOrder, sortOrder.text)
        writer.member(.filter, filter)
        writer.member(.deletedAt, deletedAt)
        writer.member(.revision, revision)
        if form == .replica {
            if let deletion {
                writer.member(.deletion, deletion)
            }
            writer.name(.clocks)
            writer.fieldsByClock(clocks, unknown, Words.listFields)
        }
        writer.members(unknown, beside: Member.names)
        writer.endObject()
    }

    /// Reads either form, as a task does.
    package init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        self.init(id: try reader.identifierAhead())
        var unknown = UnknownMembers()
        var shownDeletion: Instant?
        let members = try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .id: _ = try reader.readIdentifier()
            case .name: name = try reader.readString()
            case .colorHex: colorHex = try reader.takeNull() ? nil : reader.readString()
            case .createdAt: createdAt = try reader.readInstant()
            case .modifiedAt: _ = try reader.readInstant()
            case .sortOrder: sortOrder = try reader.readOrderKey()
            case .filter: filter = try reader.takeNull() ? nil : reader.readString()
            case .deletedAt: shownDeletion = try reader.takeNull() ? nil : reader.readInstant()
            case .revision: revision = try reader.readInt64()
            case .deletion: deletion = try reader.readClock()
            case .clocks: clocks = try reader.readClocks(Words.listFields, unknown: &unknown)
            }
        } unknown: { reader throws(WireError) in
            try unknown.read(from: &reader)
        }
        if !members.has(Member.name) { throw reader.missing("name", ofObjectAt: start) }
        if !members.has(Member.createdAt) { throw reader.missing("createdAt", ofObjectAt: start) }
        self.unknown = unknown.fields(fallback: HybridTime(createdAt, device: .zero))
        if !members.has(Member.clocks), let shownDeletion { deletion = HybridTime(shownDeletion, device: .zero) }
    }
}
