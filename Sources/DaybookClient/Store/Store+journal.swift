import DaybookCore

/// A change that the server will never take. It is kept until somebody has seen it: what was typed is not lost.
public struct RefusedChange: Hashable, Sendable {
    /// What was wanted.
    public let operation: SyncOperation
    /// A stable word: of the protocol, or the problem's code.
    public let code: String
    /// The reason in words.
    public let sentence: String
    /// When it was refused.
    public let at: Instant
}

/// A change that did not get its way in some fields.
public struct LostChange: Hashable, Sendable {
    /// What kind of row.
    public let entity: SyncOperation.Entity
    /// Which row.
    public let id: Identifier
    /// The change that lost.
    public let opId: Identifier
    /// The field, with mine and theirs.
    public let conflict: Conflict
    /// When this device was told.
    public let at: Instant
}

/// Something that was done on this device.
public struct LocalChange: Hashable, Sendable {
    package let deed: Deed
    /// Whether it was taken back.
    public let wasUndone: Bool

    /// Its identifier, which `Notebook.undo` takes.
    public var opId: Identifier { deed.opId }
    /// When it was done.
    public var at: Instant { deed.at }
    /// What was done first, then what followed from it, each with what it replaced.
    package var entries: [LedgerEntry] { deed.entries }
    /// What was done first, then what followed from it.
    public var operations: [SyncOperation] { entries.map(\.operation) }
    /// Whether what was done made its task or its list.
    public var isAddition: Bool { entries.first?.created ?? false }
}

extension Store {
    /// How many conflicts and deeds are kept.
    static let keptConflicts: Int64 = 1000
    static let keptDeeds: Int64 = 500

    func keep(_ refusal: RefusedChange, in book: Identifier) throws(StoreError) {
        try connection.run(
            "INSERT OR REPLACE INTO refusal (book, op_id, document, code, sentence, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            book.text, refusal.operation.opId.text, Document.text { refusal.operation.write(to: &$0) }, refusal.code,
            refusal.sentence, refusal.at.milliseconds)
    }

    func refusals(device: Identifier, account: Identifier) throws(StoreError) -> [RefusedChange] {
        try connection.each("SELECT document, code, sentence, at FROM refusal ORDER BY place") {
            (row) throws(StoreError) in
            RefusedChange(
                operation: try Self.operation(row.bytes(0), device: device, account: account),
                code: row.text(1) ?? "", sentence: row.text(2) ?? "", at: row.instant(3))
        }
    }

    func forgetRefusal(_ opId: Identifier) throws(StoreError) {
        try connection.run("DELETE FROM refusal WHERE op_id = ?1", opId.text)
    }

    func keep(_ lost: LostChange, in book: Identifier) throws(StoreError) {
        try connection.run(
            "INSERT INTO conflict (book, op_id, entity, id, document, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)", book.text,
            lost.opId.text, lost.entity.name, lost.id.text, Document.text { lost.conflict.write(to: &$0) },
            lost.at.milliseconds)
        try connection.run(
            "DELETE FROM conflict WHERE place <= (SELECT max(place) FROM conflict) - ?1", Self.keptConflicts)
    }

    func conflicts() throws(StoreError) -> [LostChange] {
        try connection.each("SELECT op_id, entity, id, document, at FROM conflict ORDER BY place") {
            (row) throws(StoreError) in
            var reader = JSONReader(row.bytes(3))
            guard let entity = row.text(1).flatMap({ SyncOperation.Entity(name: $0) }),
                let conflict = try? Conflict(from: &reader)
            else { throw .unreadable }
            return LostChange(
                entity: entity, id: try row.identifier(2), opId: try row.identifier(0), conflict: conflict,
                at: row.instant(4))
        }
    }

    func forgetConflicts() throws(StoreError) { try connection.run("DELETE FROM conflict") }

    func forgetConflicts(of opId: Identifier) throws(StoreError) {
        try connection.run("DELETE FROM conflict WHERE op_id = ?1", opId.text)
    }

    func keep(deed opId: Identifier, _ entries: [LedgerEntry], in book: Identifier, at: Instant) throws(StoreError) {
        try connection.run(
            "INSERT OR REPLACE INTO deed (book, op_id, at, document) VALUES (?1, ?2, ?3, ?4)", book.text, opId.text,
            at.milliseconds, Self.text(of: entries))
        try connection.run("DELETE FROM deed WHERE place <= (SELECT max(place) FROM deed) - ?1", Self.keptDeeds)
    }

    /// The latest first.
    func deeds(limit: Int) throws(StoreError) -> [LocalChange] {
        try connection.each("SELECT op_id, at, undone, document FROM deed ORDER BY place DESC LIMIT ?1", Int64(limit)) {
            (row) throws(StoreError) in
            var reader = JSONReader(row.bytes(3))
            var entries: [LedgerEntry] = []
            do {
                try reader.beginArray()
                while try reader.nextElement() { entries.append(try LedgerEntry(from: &reader)) }
            } catch { throw .unreadable }
            return LocalChange(
                deed: Deed(opId: try row.identifier(0), at: row.instant(1), entries: entries),
                wasUndone: row.number(2) != 0)
        }
    }

    /// Operations were answered: what was done with them has the clocks that they were given.
    func takeClocks(_ given: [Identifier: HybridTime]) throws(StoreError) {
        guard !given.isEmpty else { return }
        for change in try deeds(limit: Int(Self.keptDeeds)) {
            var deed = change.deed
            guard deed.take(given) else { continue }
            try connection.run(
                "UPDATE deed SET document = ?2 WHERE op_id = ?1", deed.opId.text, Self.text(of: deed.entries))
        }
    }

    private static func text(of entries: [LedgerEntry]) -> String {
        Document.text { writer in writer.array(entries) { $1.write(to: &$0) } }
    }

    func markUndone(_ opId: Identifier) throws(StoreError) {
        try connection.run("UPDATE deed SET undone = 1 WHERE op_id = ?1", opId.text)
    }

    /// A refused change was not done, so there is nothing to undo.
    func forgetDeed(_ opId: Identifier) throws(StoreError) {
        try connection.run("DELETE FROM deed WHERE op_id = ?1", opId.text)
    }
}
