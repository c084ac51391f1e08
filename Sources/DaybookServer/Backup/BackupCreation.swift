import DaybookCore
import DaybookHost
import DaybookStore
import Postgres
import Synchronization

/// Copies the database as it is at one moment into a file, while servers go on working with it.
///
/// A role that policies do not apply to reads each table in one go. Any other role reads it in pieces of a few accounts
/// under row-level security, like every statement of the service, so no role needs more rights than the service's own.
struct BackupCreation: Sendable {
    let database: Database
    let secretKey: [UInt8]?
    let progress: Backups.Progress

    struct Outcome: Sendable {
        let manifest: BackupManifest
        let tables: [(name: String, rows: Int)]
        let all: BackupCount
        let size: Int
    }

    func write(to path: String, _ key: BackupKey?) async throws -> Outcome {
        let writer = Mutex(try BackupWriter(try NewFile(path), key))
        // A migration waits for as long as this transaction lasts, which does nothing else.
        return try await database.transaction(attempts: 1) { guardian in
            let free = try await guardian.run(
                [
                    "SET LOCAL idle_in_transaction_session_timeout = 0",
                    "SELECT pg_try_advisory_xact_lock_shared(\(Migrator.lockKey))",
                ]
            )[1].first?.decode(0, as: Bool.self)
            guard free == true else { throw BackupError.migrating }
            return try await database.transaction(isolation: .repeatableRead, readOnly: true, attempts: 1) {
                try await copy($0, into: writer)
            }
        }
    }

    private func copy(_ transaction: Transaction, into writer: borrowing Mutex<BackupWriter>) async throws -> Outcome {
        try await transaction.run(Self.settings)
        let manifest = try await manifest(transaction)
        let tables = try await StoredTables.load(from: transaction)
        let seesAll = try await RoleStanding.of(transaction) != .subject
        let pieces = seesAll ? [] : try await AccountPieces.load(transaction).pieces
        try writer.withLock { writer throws(BackupError) in
            try writer.manifest(manifest)
            if let secretKey { try writer.secretKey(secretKey) }
        }
        var counts: [(String, Int)] = []
        for table in tables.inOrder {
            try writer.withLock { writer throws(BackupError) in try writer.begin(table.backedUp) }
            if !table.isWalled || seesAll {
                let copy = "COPY \(table.quotedName) (\(table.quotedColumns)) TO STDOUT"
                try await self.copy(Query(unsafeSQL: copy), transaction, into: writer)
            } else {
                for piece in pieces {
                    // PostgreSQL, which does not know how many accounts a piece has, may take it for most of the table.
                    try await transaction.run([.scope(piece), "SET LOCAL enable_seqscan = off"])
                    let rows = "SELECT \(table.quotedColumns) FROM \(table.quotedName) WHERE \(Self.ofPiece)"
                    try await self.copy(Query(unsafeSQL: "COPY (\(rows)) TO STDOUT"), transaction, into: writer)
                }
            }
            let count = try writer.withLock { writer throws(BackupError) in try writer.endTable() }
            counts.append((table.name, count.rows))
        }
        let (all, size) = try writer.withLock { writer throws(BackupError) in
            try writer.finish()
            return (writer.all, writer.size)
        }
        return Outcome(manifest: manifest, tables: counts, all: all, size: size)
    }

    /// While one piece is packed and written, the next is on its way.
    private func copy(
        _ query: Query, _ transaction: Transaction, into writer: borrowing Mutex<BackupWriter>
    ) async throws {
        try await transaction.copyOut(query) { reader in
            let rows = reader.makeAsyncIterator()
            var next = try await rows.next(BackupFrame.blockSize)
            while let piece = next {
                async let following = rows.next(BackupFrame.blockSize)
                let taken = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    try writer.withLock { writer throws(BackupError) in
                        try writer.rows(piece)
                        return writer.taken
                    }
                }
                progress(taken)
                next = try await following
            }
        }
    }

    /// Text that reads the same whatever the server is set to.
    static let settings: [Query] = [
        "SET LOCAL datestyle = 'ISO, YMD'", "SET LOCAL timezone = 'UTC'", "SET LOCAL bytea_output = 'hex'",
        "SET LOCAL intervalstyle = 'postgres'", "SET LOCAL extra_float_digits = 1",
        "SET LOCAL client_encoding = 'UTF8'",
        "SET LOCAL idle_in_transaction_session_timeout = 0", "SET LOCAL statement_timeout = 0",
    ]

    private func manifest(_ transaction: Transaction) async throws -> BackupManifest {
        let answers = try await transaction.run([
            "SELECT number, name, checksum FROM daybook_migration WHERE state = 'applied' ORDER BY number",
            "SELECT now(), id, epoch, (SELECT count(*) FROM account) FROM instance",
        ])
        guard let row = answers[1].first else { throw BackupError.migrating }
        let (now, instance, epoch, accounts) = try row.decode((Instant, Identifier, Identifier, Int).self)
        return BackupManifest(
            createdAt: now, version: "\(Version.number)", instance: instance, epoch: epoch, accounts: accounts,
            migrations: try answers[0].decode((Int, String, String).self).map {
                BackupManifest.Applied(number: $0, name: $1, checksum: $2)
            })
    }

    /// The policies let the scope's rows be seen, and this finds them by an index.
    private static let ofPiece = "account_id = ANY (current_setting('daybook.accounts')::uuid[])"
}
