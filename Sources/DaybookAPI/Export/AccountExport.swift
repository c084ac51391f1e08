import DaybookCore
import DaybookFormats
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// What an account holds, read out of one snapshot and written piece by piece: however much it is, only a piece of it
/// is in memory, and what changes meanwhile is not in it.
package struct AccountExport: Sendable {
    let database: Database
    let order: ExportOrder

    package init(database: Database, order: ExportOrder) {
        self.database = database
        self.order = order
    }

    /// About how much is handed over at a time.
    static let piece = 1 << 16

    /// - Parameter send: takes the next bytes; while it does, the database waits.
    package func write(
        account: Identifier, now: Instant, send: ([UInt8], ExportCount) async throws -> Void
    ) async throws -> ExportCount {
        // What was sent cannot be taken back, so this is not run again.
        try await database.transaction(of: account, isolation: .repeatableRead, readOnly: true, attempts: 1) {
            transaction in
            let rows = try await transaction.run(
                "SELECT \(AccountSettings.columns) FROM account_settings WHERE account_id = \(account)")
            guard let row = rows.first else { throw NoAccount() }
            let settings = try AccountSettings(row)
            var course = ExportStream(order, of: account, settings, now)
            let lists = order.format.listsComeFirst
            if lists { try await course.lists(transaction, send) }
            try await course.tasks(transaction, send)
            if !lists { try await course.lists(transaction, send) }
            if !order.isAnonymous {
                try await course.channels(transaction)
                try await course.guests(transaction, send)
            }
            if order.includesHistory { try await course.history(transaction, send) }
            return try await course.end(send)
        }
    }
}

/// One export under way.
private struct ExportStream {
    typealias Send = ([UInt8], ExportCount) async throws -> Void

    private let order: ExportOrder
    private let account: Identifier
    private let since: Instant?
    private var writer: any ExportWriter
    private var count = ExportCount()

    init(_ order: ExportOrder, of account: Identifier, _ settings: AccountSettings, _ now: Instant) {
        self.order = order
        self.account = account
        since = order.since?.instant(of: settings)
        writer = order.format.writer()
        let draft = SettingsDraft(settings)
        writer.begin(
            ExportHead(
                date: now, appVersion: "\(Version.number)", settings: order.isAnonymous ? draft.anonymous : draft))
    }

    mutating func tasks(_ transaction: Transaction, _ send: Send) async throws {
        try await transaction.stream(TaskDraft.stored(in: account, since: since, withDeleted: order.includesDeleted)) {
            rows in
            for row in rows {
                let (task, rank) = try TaskDraft.read(row)
                writer.write(order.isAnonymous ? task.anonymous : task, rank: rank)
            }
            count.taskCount += rows.count
            try await sendPiece(send)
        }
    }

    mutating func lists(_ transaction: Transaction, _ send: Send) async throws {
        try await transaction.stream(ListDraft.stored(in: account, withDeleted: order.includesDeleted)) { rows in
            for row in rows {
                let list = try ListDraft(row)
                writer.write(order.isAnonymous ? list.anonymous : list)
            }
            count.listCount += rows.count
            try await sendPiece(send)
        }
    }

    /// No more than an account may have.
    mutating func channels(_ transaction: Transaction) async throws {
        for row in try await transaction.run(ExportedChannel.stored(in: account)) {
            writer.write(try ExportedChannel(row))
        }
    }

    /// What calendar programs keep beside the tasks.
    mutating func guests(_ transaction: Transaction, _ send: Send) async throws {
        let stored = ExportedGuest.stored(in: account, since: since, withDeleted: order.includesDeleted)
        try await transaction.stream(stored) { rows in
            for row in rows { writer.write(try ExportedGuest(row)) }
            try await sendPiece(send)
        }
    }

    mutating func history(_ transaction: Transaction, _ send: Send) async throws {
        try await transaction.stream(ExportedDevice.stored(in: account)) { rows in
            for row in rows {
                let device = try ExportedDevice(row)
                writer.write(order.isAnonymous ? device.anonymous : device)
            }
            try await sendPiece(send)
        }
        try await transaction.stream(LedgerEntry.stored(in: account, since: since)) { rows in
            for row in rows {
                let entry = try LedgerEntry(row)
                writer.write(order.isAnonymous ? entry.anonymous : entry)
            }
            try await sendPiece(send)
        }
    }

    mutating func end(_ send: Send) async throws -> ExportCount {
        writer.end()
        try await hand(send)
        return count
    }

    private mutating func sendPiece(_ send: Send) async throws {
        if writer.count >= AccountExport.piece { try await hand(send) }
        // A database and a client that are both fast would else keep the reactor from everybody else.
        await Task.yield()
    }

    private mutating func hand(_ send: Send) async throws {
        let bytes = writer.take()
        count.byteCount += bytes.count
        try await send(bytes, count)
    }
}

extension SettingsDraft {
    /// All but the revision, which another server would count anew.
    init(_ settings: AccountSettings) { self.init(settings.wholeFields) }
}
