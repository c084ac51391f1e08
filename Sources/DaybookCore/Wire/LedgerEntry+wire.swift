private enum Member: Int, CaseIterable {
    case revision, opId, device, entity, id, kind, at, recordedAt, fields, prior, created, changed, result, cause
    static let names = JSONNames<Member>(
        "revision opId device entity id kind at recordedAt fields prior created changed result cause")
}

extension JSONWriter {
    fileprivate mutating func name(_ member: Member) { name(member, of: Member.names) }
}

extension LedgerEntry {
    /// A line of the history: who changed what when, the values before (`prior`), and how it was resolved (`result`).
    public func write(to writer: inout JSONWriter) {
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
        writer.endObject()
    }
}
