import DaybookCore
import DaybookDevice

extension Store {
    /// Writes what changed in a book, inside a transaction. Answers the generation that holds it.
    func write(_ write: Write, of local: LocalBook) throws(StoreError) -> Int64 {
        let (book, standing) = (local.replica.base.account, write.standing)
        let generation = try bumpGeneration()
        for edit in write.edits { try self.write(edit, of: book, generation) }
        for deed in write.moved { try rewrite(deed, in: book) }
        if let deed = write.deed { try self.write(deed, in: book) }
        try self.write(write.troubles, in: book)
        for task in write.erased {
            try connection.run("DELETE FROM conflict WHERE book = ?1 AND id = ?2", book.text, task.text)
        }
        try forgetTroubles(of: write.seen, in: book)
        try forget(before: local.deeds, local.troubles, in: book)
        try connection.run(
            "UPDATE standing SET clock = ?1, exchange = ?2, shift = ?3", ClockText.text(of: standing.clock),
            Int64(standing.exchange), standing.shift)
        try connection.run(
            "UPDATE book SET cursor = ?2, revision = ?3, epoch = ?4, mass_delete = ?5 WHERE id = ?1", book.text,
            standing.cursor?.text, standing.revision, standing.epoch?.text, Self.text(of: standing.massDelete))
        return generation
    }

    private func write(_ edit: ReplicaEdit, of book: Identifier, _ generation: Int64) throws(StoreError) {
        switch edit {
        case .queue(let operation):
            try connection.run(
                "INSERT INTO operation (book, op_id, state, document) VALUES (?1, ?2, 0, ?3)", book.text,
                operation.opId.text, Document.text { operation.write(to: &$0) })
        case .answer(let operation, let at):
            try connection.run(
                "UPDATE operation SET state = 1, answered_at = ?3, document = ?4 WHERE book = ?1 AND op_id = ?2",
                book.text,
                operation.opId.text, at.milliseconds, Document.text { operation.write(to: &$0) })
        case .drop(let opId), .forget(let opId):
            try connection.run("DELETE FROM operation WHERE book = ?1 AND op_id = ?2", book.text, opId.text)
        case .land: try connection.run("UPDATE operation SET state = 2 WHERE book = ?1 AND state = 1", book.text)
        case .sendAgain:
            // What is answered was made before what waits, so the order of places is the order to send in.
            try connection.run(
                "UPDATE operation SET state = 0, answered_at = NULL WHERE book = ?1 AND state <> 0", book.text)
        case .task(let task, let incoming):
            try put(.task, task.id.text, in: book, incoming, generation) { task.write(to: &$0, .replica) }
        case .list(let list, let incoming):
            try put(.list, list.id.text, in: book, incoming, generation) { list.write(to: &$0, .replica) }
        case .settings(let settings, let incoming):
            try put(.settings, "", in: book, incoming, generation) { settings.write(to: &$0, .replica) }
        case .dropIncoming: try connection.run("DELETE FROM incoming WHERE book = ?1", book.text)
        case .adopt: try adopt(book, generation)
        }
    }

    private func put(
        _ kind: RowKind, _ id: String, in book: Identifier, _ incoming: Bool, _ generation: Int64,
        _ write: (inout JSONWriter) -> Void
    ) throws(StoreError) {
        let document = Document.text(write)
        if incoming {
            try connection.run(
                "INSERT OR REPLACE INTO incoming (book, kind, id, document) VALUES (?1, ?2, ?3, ?4)", book.text,
                kind.rawValue, id, document)
        } else {
            try connection.run(
                """
                INSERT INTO row (book, kind, id, document, stamp) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (book, kind, id) DO UPDATE SET document = excluded.document, stamp = excluded.stamp
                """, book.text, kind.rawValue, id, document, generation)
        }
    }

    /// The snapshot is complete and takes the place of the book's rows.
    private func adopt(_ book: Identifier, _ generation: Int64) throws(StoreError) {
        try connection.run("DELETE FROM row WHERE book = ?1", book.text)
        try connection.run(
            """
            INSERT INTO row (book, kind, id, document, stamp)
            SELECT book, kind, id, document, ?2 FROM incoming WHERE book = ?1
            """, book.text, generation)
        try connection.run("DELETE FROM incoming WHERE book = ?1", book.text)
        try connection.run("UPDATE book SET replaced = ?2 WHERE id = ?1", book.text, generation)
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
