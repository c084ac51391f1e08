private enum Member: Int, CaseIterable {
    case clock, cursor, revision, epoch, exchange, deletions, total, confirmed, shift
    static let names = JSONNames<Member>("clock cursor revision epoch exchange deletions total confirmed shift")
}

/// As a keeper that writes a journal writes it down.
extension Replica.Standing: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member(Member.clock, of: Member.names, clock)
        if let cursor { writer.member(Member.cursor, of: Member.names, cursor.text) }
        writer.member(Member.revision, of: Member.names, revision)
        if let epoch { writer.member(Member.epoch, of: Member.names, epoch) }
        writer.member(Member.exchange, of: Member.names, Int64(exchange))
        switch massDelete {
        case .unasked: break
        case .wantsConfirmation(let deletions, let total):
            writer.member(Member.deletions, of: Member.names, deletions)
            writer.member(Member.total, of: Member.names, total)
        case .confirmed: writer.member(Member.confirmed, of: Member.names, true)
        }
        if shift != 0 { writer.member(Member.shift, of: Member.names, shift) }
        writer.endObject()
    }

    package init(from reader: inout JSONReader) throws(WireError) {
        let start = try reader.objectStart()
        var clock: HybridTime?
        var standing = Replica.Standing(clock: HybridTime(milliseconds: 0, device: .zero))
        var deletions = 0
        try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .clock: clock = try reader.readClock()
            case .cursor: standing.cursor = try reader.readCursor()
            case .revision: standing.revision = try reader.readInt64()
            case .epoch: standing.epoch = try reader.readIdentifier()
            case .exchange: standing.exchange = UInt64(max(0, try reader.readInt64()))
            case .deletions: deletions = try reader.readInt(in: 0...Int(Int32.max))
            case .total:
                let total = try reader.readInt(in: 0...Int(Int32.max))
                standing.massDelete = .wantsConfirmation(deletions: deletions, of: total)
            case .confirmed: if try reader.readBool() { standing.massDelete = .confirmed }
            case .shift: standing.shift = try reader.readInt64()
            }
        }
        guard let clock else { throw reader.missing("clock", ofObjectAt: start) }
        standing.clock = clock
        self = standing
    }
}
