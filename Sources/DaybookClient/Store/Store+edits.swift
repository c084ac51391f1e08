import DaybookCore

extension Store {
    /// Writes what a replica changed, inside a transaction. Answers the generation that holds it.
    func write(_ edits: [ReplicaEdit], _ standing: Replica.Standing) throws(StoreError) -> Int64 {
        let generation = try bumpGeneration()
        for edit in edits { try write(edit, generation) }
        try connection.run(
            """
            UPDATE standing SET clock = ?1, cursor = ?2, revision = ?3, epoch = ?4, exchange = ?5, mass_delete = ?6,
                shift = ?7
            """,
            ClockText.text(of: standing.clock), standing.cursor?.text, standing.revision, standing.epoch?.text,
            Int64(standing.exchange), Self.text(of: standing.massDelete), standing.shift)
        return generation
    }

    private func write(_ edit: ReplicaEdit, _ generation: Int64) throws(StoreError) {
        switch edit {
        case .queue(let operation):
            try connection.run(
                "INSERT INTO operation (op_id, state, document) VALUES (?1, 0, ?2)", operation.opId.text,
                Document.text { operation.write(to: &$0) })
        case .answer(let operation, let at):
            try connection.run(
                "UPDATE operation SET state = 1, answered_at = ?2, document = ?3 WHERE op_id = ?1", operation.opId.text,
                at.milliseconds, Document.text { operation.write(to: &$0) })
        case .drop(let opId), .forget(let opId):
            try connection.run("DELETE FROM operation WHERE op_id = ?1", opId.text)
        case .land: try connection.run("UPDATE operation SET state = 2 WHERE state = 1")
        case .sendAgain:
            // What is answered was made before what waits, so the order of places is the order to send in.
            try connection.run("UPDATE operation SET state = 0, answered_at = NULL WHERE state <> 0")
        case .task(let task, let incoming):
            try put(.task, task.id.text, Document.text { task.write(to: &$0, .replica) }, incoming, generation)
        case .list(let list, let incoming):
            try put(.list, list.id.text, Document.text { list.write(to: &$0, .replica) }, incoming, generation)
        case .settings(let settings, let incoming):
            try put(.settings, "", Document.text { settings.write(to: &$0, .replica) }, incoming, generation)
        case .dropIncoming: try connection.run("DELETE FROM incoming")
        case .adopt:
            try connection.run("DELETE FROM row")
            try connection.run(
                "INSERT INTO row (kind, id, document, stamp) SELECT kind, id, document, ?1 FROM incoming", generation)
            try connection.run("DELETE FROM incoming")
            try connection.run("UPDATE standing SET replaced = ?1", generation)
        }
    }

    private func put(
        _ kind: RowKind, _ id: String, _ document: String, _ incoming: Bool, _ generation: Int64
    ) throws(StoreError) {
        if incoming {
            try connection.run(
                "INSERT OR REPLACE INTO incoming (kind, id, document) VALUES (?1, ?2, ?3)", kind.rawValue, id, document)
        } else {
            try connection.run(
                """
                INSERT INTO row (kind, id, document, stamp) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (kind, id) DO UPDATE SET document = excluded.document, stamp = excluded.stamp
                """, kind.rawValue, id, document, generation)
        }
    }
}

/// A JSON document as the text that a column holds.
enum Document {
    static func text(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
