import DaybookCore
import DaybookDevice

/// What was done on this device and what became of it. The book has it in memory; here it is carried to the disk.
extension Store {
    func write(_ deed: Deed, in book: Identifier) throws(StoreError) {
        try connection.run(
            "INSERT INTO deed (book, op_id, at, undoes, undone_by, document) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            book.text, deed.opId.text, deed.at.milliseconds, deed.undoes?.text, deed.undoneBy?.text,
            Self.text(of: deed.entries))
        guard let undone = deed.undoes else { return }
        try connection.run(
            "UPDATE deed SET undone_by = ?3 WHERE book = ?1 AND op_id = ?2", book.text, undone.text, deed.opId.text)
    }

    /// The server gave its operations other clocks.
    func rewrite(_ deed: Deed, in book: Identifier) throws(StoreError) {
        try connection.run(
            "UPDATE deed SET document = ?3 WHERE book = ?1 AND op_id = ?2", book.text, deed.opId.text,
            Self.text(of: deed.entries))
    }

    func write(_ troubles: Troubles, in book: Identifier) throws(StoreError) {
        for refused in troubles.refused {
            try connection.run(
                """
                INSERT OR REPLACE INTO refusal (book, op_id, document, code, sentence, at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """, book.text, refused.operation.opId.text, Document.text { refused.operation.write(to: &$0) },
                refused.code, refused.sentence, refused.at.milliseconds)
            // What a refused undoing took back stands.
            try connection.run(
                """
                UPDATE deed SET undone_by = NULL
                WHERE book = ?1 AND op_id = (SELECT undoes FROM deed WHERE book = ?1 AND op_id = ?2)
                """, book.text, refused.operation.opId.text)
            try connection.run(
                "DELETE FROM deed WHERE book = ?1 AND op_id = ?2", book.text, refused.operation.opId.text)
        }
        for lost in troubles.lost {
            for conflict in lost.conflicts {
                try connection.run(
                    "INSERT INTO conflict (book, op_id, entity, id, document, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    book.text, lost.opId.text, lost.entity.name, lost.id.text,
                    Document.text { conflict.write(to: &$0) }, lost.at.milliseconds)
            }
        }
    }

    /// Somebody has looked at what became of these operations.
    func forgetTroubles(of opIds: [Identifier], in book: Identifier) throws(StoreError) {
        for opId in opIds {
            try connection.run("DELETE FROM refusal WHERE book = ?1 AND op_id = ?2", book.text, opId.text)
            try connection.run("DELETE FROM conflict WHERE book = ?1 AND op_id = ?2", book.text, opId.text)
        }
    }

    /// What the book does not remember any longer goes from the disk.
    func forget(before deeds: Deeds, _ troubles: Troubles, in book: Identifier) throws(StoreError) {
        for (table, first) in [("deed", deeds.all.first?.opId), ("conflict", troubles.lost.first?.opId)] {
            guard let first else { continue }
            try connection.run(
                """
                DELETE FROM \(table) WHERE book = ?1
                AND place < (SELECT min(place) FROM \(table) WHERE book = ?1 AND op_id = ?2)
                """, book.text, first.text)
        }
    }

    // MARK: Reading

    func deeds(of parts: ReplicaParts) throws(StoreError) -> Deeds {
        let all = try connection.each(
            "SELECT op_id, at, undoes, undone_by, document FROM deed WHERE book = ?1 ORDER BY place",
            parts.base.account.text
        ) { (row) throws(StoreError) in
            var reader = JSONReader(row.bytes(4))
            var entries: [LedgerEntry] = []
            do {
                try reader.beginArray()
                while try reader.nextElement() { entries.append(try LedgerEntry(from: &reader)) }
            } catch { throw .unreadable }
            return Deed(
                opId: try row.identifier(0), at: row.instant(1), entries: entries,
                undoes: row.text(2).flatMap { Identifier($0) }, undoneBy: row.text(3).flatMap { Identifier($0) })
        }
        return Deeds(all)
    }

    func troubles(of parts: ReplicaParts) throws(StoreError) -> Troubles {
        var troubles = Troubles()
        troubles.refused = try connection.each(
            "SELECT document, code, sentence, at FROM refusal WHERE book = ?1 ORDER BY place", parts.base.account.text
        ) { (row) throws(StoreError) in
            RefusedChange(
                operation: try Self.operation(row.bytes(0), device: parts.device, account: parts.base.account),
                code: row.text(1) ?? "", sentence: row.text(2) ?? "", at: row.instant(3))
        }
        let fields = try connection.each(
            "SELECT op_id, entity, id, document, at FROM conflict WHERE book = ?1 ORDER BY place",
            parts.base.account.text
        ) { (row) throws(StoreError) in
            var reader = JSONReader(row.bytes(3))
            guard let entity = row.text(1).flatMap({ SyncOperation.Entity(name: $0) }),
                let conflict = try? Conflict(from: &reader)
            else { throw .unreadable }
            return LostChange(
                opId: try row.identifier(0), entity: entity, id: try row.identifier(2), at: row.instant(4),
                conflicts: [conflict])
        }
        troubles.lost = fields.reduce(into: []) { lost, field in
            guard let last = lost.last, last.opId == field.opId else { return lost.append(field) }
            lost[lost.count - 1] = LostChange(
                opId: last.opId, entity: last.entity, id: last.id, at: last.at,
                conflicts: last.conflicts + field.conflicts)
        }
        return troubles
    }

    private static func text(of entries: [LedgerEntry]) -> String {
        Document.text { writer in writer.array(entries) { $1.write(to: &$0, .replica) } }
    }
}
