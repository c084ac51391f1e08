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
            writer.clocks(clocks, unknown, Words.listFields)
        }
        writer.members(unknown, beside: Member.names)
        writer.endObject()
    }

    /// Reads either form, as a task does.
    package init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        self.init(id: try reader.identifierAhead())
        try reader.beginObject()
        var members = JSONMembers()
        var unknown = UnknownMembers()
        var shownDeletion: Instant?
        reading: while true {
            switch try reader.nextMember(of: Member.names, &members) {
            case .field(.id): _ = try reader.readIdentifier()
            case .field(.name): name = try reader.readString()
            case .field(.colorHex): colorHex = try reader.takeNull() ? nil : reader.readString()
            case .field(.createdAt): createdAt = try reader.readInstant()
            case .field(.modifiedAt): _ = try reader.readInstant()
            case .field(.sortOrder): sortOrder = try reader.readOrderKey()
            case .field(.filter): filter = try reader.takeNull() ? nil : reader.readString()
            case .field(.deletedAt): shownDeletion = try reader.takeNull() ? nil : reader.readInstant()
            case .field(.revision): revision = try reader.readInt64()
            case .field(.deletion): deletion = try reader.readClock()
            case .field(.clocks): clocks = try reader.readClocks(Words.listFields, unknown: &unknown)
            case .unknown: try unknown.read(from: &reader)
            case .end: break reading
            }
        }
        if !members.has(Member.name) { throw reader.missing("name", ofObjectAt: start) }
        if !members.has(Member.createdAt) { throw reader.missing("createdAt", ofObjectAt: start) }
        self.unknown = unknown.fields(fallback: HybridTime(createdAt, device: .zero))
        if !members.has(Member.clocks), let shownDeletion { deletion = HybridTime(shownDeletion, device: .zero) }
    }
}
