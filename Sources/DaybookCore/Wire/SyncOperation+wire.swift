private enum Member: Int, CaseIterable {
    case opId, entity, id, at, kind, fields, reopens, base, after, cause, corrected
    static let names = JSONNames<Member>("opId entity id at kind fields reopens base after cause corrected")
}

private let entities = JSONNames(SyncOperation.Entity.allCases) { $0.name }
private let kinds = JSONNames(SyncOperation.Kind.allCases) { $0.name }

extension JSONWriter {
    fileprivate mutating func name(_ member: Member) { name(member, of: Member.names) }
}

extension SyncOperation {
    /// The device is not written: who pushes is known from the connection.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(.opId)
        writer.identifier(opId)
        writer.name(.entity)
        writer.string(entity.name)
        writer.name(.id)
        writer.identifier(id)
        writer.name(.at)
        writer.plainString { at.appendAt(to: &$0) }
        writer.name(.kind)
        writer.string(kind.name)
        if !fields.isEmpty {
            writer.name(.fields)
            writer.object(fields)
        }
        if let reopens {
            writer.name(.reopens)
            writer.clock(reopens)
        }
        if let base {
            writer.name(.base)
            writer.string(base.text)
        }
        if let after {
            writer.name(.after)
            writer.clock(after)
        }
        if let cause {
            writer.name(.cause)
            writer.identifier(cause)
        }
        if isCorrected {
            writer.name(.corrected)
            writer.bool(true)
        }
        writer.endObject()
    }

    /// Reads an operation of the device that pushes it. `kind` is `set` unless it says otherwise; `id` may be absent
    /// for the settings, of which an account has one, and is then `account`.
    package init(from reader: inout JSONReader, device: Identifier, account: Identifier) throws(WireError) {
        let start = try reader.objectStart()
        var opId: Identifier?
        var entity: Entity?
        var id: Identifier?
        var at: HybridTime?
        var kind = Kind.set
        var fields: [JSONMember] = []
        var reopens: HybridTime?
        var base: SyncCursor?
        var after: HybridTime?
        var cause: Identifier?
        var isCorrected = false
        try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .opId: opId = try reader.readIdentifier()
            case .entity: entity = try reader.readWord(of: entities)
            case .id: id = try reader.takeNull() ? nil : reader.readIdentifier()
            case .at: at = try reader.readAt(device)
            case .kind: kind = try reader.readWord(of: kinds)
            case .fields: fields = try reader.takeNull() ? [] : reader.readMembers()
            case .reopens: reopens = try reader.takeNull() ? nil : reader.readClock()
            case .base: base = try reader.takeNull() ? nil : reader.readCursor()
            case .after: after = try reader.takeNull() ? nil : reader.readClock()
            case .corrected: isCorrected = try reader.readBool()
            case .cause: cause = try reader.takeNull() ? nil : reader.readIdentifier()
            }
        } unknown: { reader throws(WireError) in
            try reader.passUnknown()
        }
        for member in fields.unread { reader.note(passed: member.name) }
        guard let opId else { throw reader.missing("opId", ofObjectAt: start) }
        guard let entity else { throw reader.missing("entity", ofObjectAt: start) }
        guard let at else { throw reader.missing("at", ofObjectAt: start) }
        guard let row = id ?? (entity == .settings ? account : nil) else {
            throw reader.missing("id", ofObjectAt: start)
        }
        self.init(
            opId: opId, entity: entity, id: row, at: at, kind: kind, fields: fields, reopens: reopens, base: base,
            cause: cause)
        self.after = after
        self.isCorrected = isCorrected
    }
}

extension JSONReader {
    /// The wire form of an operation's time, without its device.
    fileprivate mutating func readAt(_ device: Identifier) throws(WireError) -> HybridTime {
        skipSpace()
        let start = offset
        guard let at = HybridTime(try readString(), device: device) else {
            throw unacceptable(.form, at: start, expected: "an instant such as 2026-11-21T09:15:00.123Z")
        }
        return at
    }
}

/// One operation of a push as it was read.
package enum ReadOperation: Hashable, Sendable {
    case operation(SyncOperation)
    /// Well-formed JSON that is no operation. It is answered by itself, so that one bad operation never jams a queue.
    case refused(opId: Identifier, Rejection)

    package var opId: Identifier {
        switch self {
        case .operation(let operation): operation.opId
        case .refused(let opId, _): opId
        }
    }
}

extension WireError.Code {
    /// Whether the JSON itself is in order and only says what it should not.
    var concernsTheContract: Bool {
        switch self {
        case .type, .missing, .range, .form, .value, .duplicate: true
        case .truncated, .syntax, .trailing, .depth, .control, .escape, .surrogate, .encoding, .number: false
        }
    }
}
