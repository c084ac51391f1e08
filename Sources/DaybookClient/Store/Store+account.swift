import DaybookCore

/// What the store knows of its account besides rows.
struct AccountRecord: Hashable, Sendable {
    var account: Identifier
    var device: Identifier
    /// Nil until the device belongs to an account of a server.
    var server: String?
    var lastSync: Instant?
    /// The account's revision as the server last said.
    var told: Int64?
    var trouble: String?
    /// When it was last met.
    var troubleAt: Instant?
}

extension Store {
    func accountRecord() throws(StoreError) -> AccountRecord {
        let records = try connection.each(
            """
            SELECT account, device, server, last_sync, told, trouble, (SELECT at FROM outage)
            FROM standing JOIN book ON book.id = standing.account
            """
        ) { (row) throws(StoreError) in
            AccountRecord(
                account: try row.identifier(0), device: try row.identifier(1), server: row.text(2),
                lastSync: row.number(3).map { Instant(milliseconds: $0) }, told: row.number(4), trouble: row.text(5),
                troubleAt: row.number(6).map { Instant(milliseconds: $0) })
        }
        guard let record = records.last else { throw .unreadable }
        return record
    }

    func noteSync(of book: Identifier, at: Instant, told: Int64) throws(StoreError) {
        try connection.run("UPDATE standing SET last_sync = ?1, trouble = NULL", at.milliseconds)
        try connection.run("UPDATE book SET told = ?2 WHERE id = ?1", book.text, told)
    }

    func note(trouble: String?, at: Instant) throws(StoreError) {
        try connection.run("UPDATE standing SET trouble = ?1", trouble)
        if trouble != nil { try connection.run("INSERT OR REPLACE INTO outage VALUES (1, ?1)", at.milliseconds) }
    }

    /// The device joins an account: what it did so far becomes its first changes there. Let in again to the account
    /// that it knows, it keeps what it has read.
    func join(_ parts: ReplicaParts, server: String) throws(StoreError) {
        let generation = try bumpGeneration()
        let book = parts.base.account
        if try connection.number("SELECT account = ?1 FROM standing", book.text) != 1 { try leaveOwnBook(for: book) }
        try connection.run(
            """
            UPDATE standing SET account = ?1, device = ?2, server = ?3, trouble = NULL, clock = ?4, exchange = ?5,
                shift = ?6
            """,
            book.text, parts.device.text, server, ClockText.text(of: parts.standing.clock),
            Int64(parts.standing.exchange), parts.standing.shift)
        try connection.run(
            """
            UPDATE book SET mass_delete = NULL, replaced = ?2, cursor = ?3, revision = ?4, epoch = ?5 WHERE id = ?1
            """,
            book.text, generation, parts.standing.cursor?.text, parts.standing.revision, parts.standing.epoch?.text)
        try connection.run("DELETE FROM operation WHERE book = ?1", book.text)
        for (place, answered) in parts.answered.enumerated() {
            let state: Int64 = place >= parts.answered.count - parts.onTheirWay ? 1 : 2
            try insert(answered.operation, in: book, state: state, answeredAt: answered.at.milliseconds)
        }
        for operation in parts.waiting { try insert(operation, in: book, state: 0, answeredAt: nil) }
    }

    /// The rows of another account go; what was done on this device goes along.
    private func leaveOwnBook(for book: Identifier) throws(StoreError) {
        for table in ["row", "incoming", "conflict"] {
            try connection.run("DELETE FROM \(table) WHERE book = (SELECT account FROM standing)")
        }
        for table in ["operation", "refusal", "deed"] {
            try connection.run("UPDATE \(table) SET book = ?1 WHERE book = (SELECT account FROM standing)", book.text)
        }
        try connection.run("DELETE FROM book WHERE id = (SELECT account FROM standing)")
        try connection.run("INSERT INTO book (id, revision, replaced) VALUES (?1, 0, 0)", book.text)
        try connection.run("UPDATE standing SET last_sync = NULL")
    }

    private func insert(
        _ operation: SyncOperation, in book: Identifier, state: Int64, answeredAt: Int64?
    ) throws(StoreError) {
        try connection.run(
            "INSERT INTO operation (book, op_id, state, document, answered_at) VALUES (?1, ?2, ?3, ?4, ?5)", book.text,
            operation.opId.text, state, Document.text { operation.write(to: &$0) }, answeredAt)
    }
}
