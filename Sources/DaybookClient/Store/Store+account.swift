import DaybookCore
import Foundation

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
}

extension Store {
    func accountPaper() throws(StoreError) -> AccountRecord {
        var paper: AccountRecord?
        try connection.each("SELECT account, device, server, last_sync, told, trouble FROM standing") {
            (row) throws(StoreError) in
            guard let account = row.text(0).flatMap({ Identifier($0) }),
                let device = row.text(1).flatMap({ Identifier($0) })
            else { throw .unreadable }
            paper = AccountRecord(
                account: account, device: device, server: row.text(2),
                lastSync: row.number(3).map { Instant(milliseconds: $0) }, told: row.number(4), trouble: row.text(5))
        }
        guard let paper else { throw .unreadable }
        return paper
    }

    func noteSync(at: Instant, told: Int64) throws(StoreError) {
        try connection.run("UPDATE standing SET last_sync = ?1, told = ?2, trouble = NULL", at.milliseconds, told)
    }

    func note(told: Int64) throws(StoreError) {
        try connection.run("UPDATE standing SET told = ?1 WHERE told IS NULL OR told < ?1", told)
    }

    func note(trouble: String?) throws(StoreError) {
        try connection.run("UPDATE standing SET trouble = ?1", trouble)
    }

    /// The device joins an account: what it did so far becomes its first changes there. Let in again to the account
    /// that it knows, it keeps what it has read.
    func join(_ parts: ReplicaParts, server: String) throws(StoreError) {
        let generation = try bumpGeneration()
        let isKnown = try connection.number("SELECT account = ?1 FROM standing", parts.base.account.text) == 1
        if !isKnown {
            try connection.run("DELETE FROM row")
            try connection.run("DELETE FROM incoming")
            try connection.run("DELETE FROM conflict")
            try connection.run("UPDATE standing SET last_sync = NULL, told = NULL, trouble = NULL")
        }
        try connection.run(
            """
            UPDATE standing SET account = ?1, device = ?2, server = ?3, trouble = NULL, mass_delete = NULL, replaced = ?4,
                clock = ?5, cursor = ?6, revision = ?7, epoch = ?8, exchange = ?9, shift = ?10
            """,
            parts.base.account.text, parts.device.text, server, generation,
            ClockText.text(of: parts.standing.clock), parts.standing.cursor?.text, parts.standing.revision,
            parts.standing.epoch?.text, Int64(parts.standing.exchange), parts.standing.shift)
        try connection.run("DELETE FROM operation")
        for (place, answered) in parts.answered.enumerated() {
            let state: Int64 = place >= parts.answered.count - parts.onTheirWay ? 1 : 2
            try insert(answered.operation, state: state, answeredAt: answered.at.milliseconds)
        }
        for operation in parts.waiting { try insert(operation, state: 0, answeredAt: nil) }
    }

    private func insert(
        _ operation: SyncOperation, state: Int64, answeredAt: Int64?
    ) throws(StoreError) {
        try connection.run(
            "INSERT INTO operation (op_id, state, document, answered_at) VALUES (?1, ?2, ?3, ?4)", operation.opId.text,
            state, Document.text { operation.write(to: &$0) }, answeredAt)
    }
}
