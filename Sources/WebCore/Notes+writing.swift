import DaybookCore
import DaybookDevice

extension Write {
    var journalEntry: [UInt8] {
        var writer = JSONWriter(reserving: 1024)
        writer.beginObject()
        writer.member("standing", standing)
        if !edits.isEmpty { writer.member("edits", edits) }
        if let deed { writer.member("deed", deed) }
        if !troubles.refused.isEmpty { writer.member("refused", troubles.refused) }
        if !troubles.lost.isEmpty { writer.member("lost", troubles.lost) }
        if !seen.isEmpty { writer.member("seen", seen) }
        writer.endObject()
        return writer.bytes
    }
}

extension LocalBook {
    /// All that is no row.
    var paper: [UInt8] {
        let parts = replica.parts
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.member("standing", parts.standing)
        writer.name("waiting")
        writer.array(parts.waiting) { $1.write(to: &$0) }
        writer.name("answered")
        writer.array(parts.answered) { ReplicaEdit.answer($1.operation, at: $1.at).write(to: &$0) }
        writer.member("onTheirWay", parts.onTheirWay)
        writer.member("incoming", !parts.incoming.isNone)
        writer.member("deeds", deeds.all)
        writer.member("refused", troubles.refused)
        writer.member("lost", troubles.lost)
        writer.endObject()
        return writer.bytes
    }
}

extension Deed: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("opId", opId)
            writer.member("at", at)
            if let undoes { writer.member("undoes", undoes) }
            if let undoneBy { writer.member("undoneBy", undoneBy) }
            writer.name("entries")
            writer.array(entries) { $1.write(to: &$0, .replica) }
        }
    }
}

extension RefusedChange: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.name("operation")
            operation.write(to: &writer)
            writer.member("code", code)
            writer.member("sentence", sentence)
            writer.member("at", at)
        }
    }
}

extension LostChange: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("opId", opId)
            writer.member("entity", entity.name)
            writer.member("id", id)
            writer.member("at", at)
            writer.name("conflicts")
            writer.array(conflicts) { $1.write(to: &$0) }
        }
    }
}
