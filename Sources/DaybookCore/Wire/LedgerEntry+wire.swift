private enum Member: Int, CaseIterable {
    case revision, opId, device, entity, id, kind, at, recordedAt, fields, prior, created, changed, result, cause
    case reopens, purpose
    static let names = JSONNames<Member>(
        "revision opId device entity id kind at recordedAt fields prior created changed result cause reopens purpose")
}

private let entityNames = JSONNames(SyncOperation.Entity.allCases) { $0.name }
private let kindNames = JSONNames(SyncOperation.Kind.allCases) { $0.name }

extension JSONWriter {
    fileprivate mutating func name(_ member: Member) { name(member, of: Member.names) }
}

extension LedgerEntry {
    /// A line of the history: who changed what when, the values before (`prior`), and how it was resolved (`result`).
    /// As a replica keeps it, it also says what else an undo goes by: what it reopens, and why the server concluded it.
    package func write(to writer: inout JSONWriter, _ form: RowForm = .plain) {
        writer.beginObject()
        writer.name(.revision)
        writer.integer(revision)
        writer.name(.opId)
        writer.identifier(operation.opId)
        writer.name(.device)
        writer.identifier(operation.at.device)
        writer.name(.entity)
        writer.string(operation.entity.name)
        writer.name(.id)
        writer.identifier(operation.id)
        writer.name(.kind)
        writer.string(operation.kind.name)
        writer.name(.at)
        writer.plainString { operation.at.appendAt(to: &$0) }
        writer.name(.recordedAt)
        writer.instant(recordedAt)
        writer.name(.fields)
        writer.object(operation.fields)
        writer.name(.prior)
        writer.object(prior)
        writer.name(.created)
        writer.bool(created)
        writer.name(.changed)
        writer.bool(changed)
        writer.name(.result)
        outcome.write(to: &writer, opId: operation.opId)
        if let cause {
            writer.name(.cause)
            writer.identifier(cause)
        }
        if form == .replica {
            if let reopens = operation.reopens {
                writer.name(.reopens)
                writer.clock(reopens)
            }
            if let purpose = operation.purpose {
                writer.name(.purpose)
                writer.integer(Int64(purpose.rawValue))
            }
        }
        writer.endObject()
    }

    /// Reads what `write` writes, wherever it was kept. What is absent is empty.
    package init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        var entry = LedgerEntry(
            revision: 0,
            operation: SyncOperation(opId: .zero, id: .zero, at: HybridTime(milliseconds: 0, device: .zero)),
            recordedAt: Instant(milliseconds: 0), prior: [], created: false, changed: true, outcome: .applied)
        var device = Identifier.zero
        var entity = SyncOperation.Entity.task
        var fields: [JSONMember] = []
        let members = try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .revision: entry.revision = try reader.readInt64()
            case .opId: entry.operation.opId = try reader.readIdentifier()
            case .device: device = try reader.readIdentifier()
            case .entity: entity = try reader.readWord(of: entityNames)
            case .id: entry.operation.id = try reader.readIdentifier()
            case .kind: entry.operation.kind = try reader.readWord(of: kindNames)
            case .at:
                let place = try reader.objectStart()
                guard let at = HybridTime(try reader.readString(), device: .zero) else {
                    throw reader.unacceptable(.form, at: place, expected: "an instant such as 2026-11-21T09:15:00.123Z")
                }
                entry.operation.at = at
            case .recordedAt: entry.recordedAt = try reader.readInstant()
            case .fields: fields = try reader.readMembers()
            case .prior: entry.prior = try reader.readMembers()
            case .created: entry.created = try reader.readBool()
            case .changed: entry.changed = try reader.readBool()
            case .result: entry.outcome = try Outcome.read(from: &reader).outcome
            case .cause: entry.cause = try reader.takeNull() ? nil : reader.readIdentifier()
            case .reopens: entry.operation.reopens = try reader.readClock()
            case .purpose:
                entry.operation.purpose = UInt8(exactly: try reader.readInt64()).flatMap {
                    Identifier.Purpose(rawValue: $0)
                }
            }
        }
        for required in [Member.opId, .entity, .id, .at] where !members.has(required) {
            throw reader.missing(Member.names.name(of: required), ofObjectAt: start)
        }
        entry.operation.change = Change(entity, fields)
        entry.operation.at.device = device
        self = entry
    }
}
