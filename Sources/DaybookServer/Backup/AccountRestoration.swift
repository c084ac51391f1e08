import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// Restores one deleted account into an instance that goes on serving all others.
///
/// Its rows first go into a separate schema, in the backup's own version, and are brought up to date there; then they
/// are copied over in one transaction, so that nobody sees half an account. The epoch is a new one for everybody: an
/// account's devices send again what they have only when the history is another one, and there is no epoch of one
/// account alone.
///
/// An account that is still there is left alone. Its ledger brings back what it was at any time, and without a backup.
struct AccountRestoration: Sendable {
    let address: DatabaseURL
    let configuration: Configuration
    let migrations: MigrationSet
    let account: Identifier

    /// The schema in which the rows are prepared.
    static let schema = "daybook_account_restore"

    struct Outcome: Sendable {
        var rows: [(table: String, count: Int)] = []
        /// Tables whose rows may belong to another account by now, which has taken the email since, for example.
        var taken: Set<String> = []
    }

    func restore(_ path: String, _ key: BackupKey?, _ verified: BackupVerification) async throws -> Outcome {
        try await RestorationLock.hold(in: address, configuration) { try await restoreAlone(path, key, verified) }
    }

    private func restoreAlone(
        _ path: String, _ key: BackupKey?, _ verified: BackupVerification
    ) async throws -> Outcome {
        try await BackupSession.open(address, configuration) { database in
            try await requireGone(database, verified)
            try await database.write("DROP SCHEMA IF EXISTS daybook_account_restore CASCADE")
            try await database.write("CREATE SCHEMA daybook_account_restore")
        }
        // Without `public`: migrations drop what a run before them left half done, and would find what is in use.
        guard let beside = address.naming("options", "-csearch_path=\(Self.schema)") else {
            throw BackupError.databaseMissing(Self.schema)
        }
        do {
            try await BackupSession.open(beside, configuration) { try await makeReady($0, path, key, verified) }
            return try await BackupSession.open(address, configuration) { database in
                let outcome = try await database.transaction(of: account, attempts: 1) { try await copy($0) }
                try await database.write("DROP SCHEMA daybook_account_restore CASCADE")
                return outcome
            }
        } catch {
            _ = try? await BackupSession.open(address, configuration) { database in
                try await database.write("DROP SCHEMA IF EXISTS daybook_account_restore CASCADE")
            }
            throw error
        }
    }

    private func requireGone(_ database: Database, _ verified: BackupVerification) async throws {
        try await Migrator(migrations, of: database).requireCurrent()
        let rows = try await database.read(
            """
            SELECT id, EXISTS (SELECT 1 FROM account WHERE account_id = \(account)),
                (SELECT account_id::text FROM merged_account WHERE source_id = \(account))
            FROM instance
            """)
        guard let (instance, isThere, mergedInto) = try rows.first?.decode((Identifier, Bool, String?).self),
            instance == verified.manifest.instance
        else { throw BackupError.notTheSameInstance }
        if isThere { throw BackupError.accountThere(account.text) }
        if let mergedInto { throw BackupError.accountMerged(account.text, into: mergedInto) }
    }

    /// The account's rows as of the backup's schema, and then of this program's.
    private func makeReady(
        _ database: Database, _ path: String, _ key: BackupKey?, _ verified: BackupVerification
    ) async throws {
        // A pooler may have dropped what says in which schema this happens.
        let schema = try await database.read("SELECT current_schema()::text").first?.decode(0, as: String.self)
        guard schema == Self.schema else { throw BackupError.poolerBetween }
        // Made here, so that the names of the real schema are not taken for these.
        try await database.write(
            "CREATE TABLE daybook_account_restore.daybook_migration (LIKE public.daybook_migration INCLUDING ALL)")
        let migrator = Migrator(migrations, of: database)
        try await migrator.run(.up(to: verified.manifest.schema))
        let tables = try await database.transaction { try await StoredTables.load(in: Self.schema, from: $0) }
        let filling = BackupFilling(
            database: database, tables: tables, prefix: "\(Self.schema).", account: account, progress: { _ in })
        try await filling.fill(from: try BackedUpRows(path, key))
        try await filling.close()
        let found = try await database.read("SELECT deleting_at IS NULL FROM account WHERE account_id = \(account)")
        guard let row = found.first else { throw BackupError.noAccount(account.text) }
        guard try row.decode(0, as: Bool.self) else { throw BackupError.accountUnfinished(account.text) }
        try await migrator.run(.up(to: nil))
        try await makeAnew(database)
    }

    private func copy(_ transaction: Transaction) async throws -> Outcome {
        var outcome = Outcome()
        for table in try await StoredTables.load(from: transaction).inOrder where table.hasAccount && !table.isPassing {
            let columns = try await columns(of: table, transaction)
            let answers = try await transaction.run([
                Query(
                    unsafeSQL: """
                        INSERT INTO public.\(table.quotedName) (\(table.quotedColumns))
                        SELECT \(columns) FROM \(Self.schema).\(table.quotedName) ON CONFLICT DO NOTHING
                        """),
                Query(unsafeSQL: "SELECT count(*) FROM \(Self.schema).\(table.quotedName)"),
            ])
            let wanted = try answers[1].first?.decode(0, as: Int.self) ?? 0
            outcome.rows.append((table.name, answers[0].affected))
            if answers[0].affected < wanted { outcome.taken.insert(table.name) }
        }
        try await transaction.run([
            // The second factor of a password that goes below.
            """
            DELETE FROM trusted_device WHERE account_id = \(account)
                AND NOT EXISTS (SELECT 1 FROM login WHERE login.account_id = \(account))
            """,
            """
            DELETE FROM second_factor WHERE account_id = \(account)
                AND NOT EXISTS (SELECT 1 FROM login WHERE login.account_id = \(account))
            """,
            // A password or an identity that leads to another account by now is none of this one's.
            """
            DELETE FROM credential WHERE account_id = \(account)
                AND NOT EXISTS (SELECT 1 FROM login WHERE login.account_id = \(account))
            """,
            """
            DELETE FROM identity_link WHERE account_id = \(account)
                AND (issuer, subject) NOT IN (SELECT issuer, subject FROM identity WHERE account_id = \(account))
            """,
            Epoch.rotation(spread: transaction.isSpread),
            // Every process forgets that the account's tokens were invalid.
            RevocationLog.entry(account),
        ])
        return outcome
    }

    /// Types of the schema beside are not those of the real one, though they have the same names and words.
    private func columns(of table: StoredTables.Table, _ transaction: Transaction) async throws -> String {
        let types = try await transaction.run(
            """
            SELECT attname::text, format_type(atttypid, atttypmod), typnamespace = 'pg_catalog'::regnamespace
            FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
            WHERE attrelid = \("public." + table.quotedName)::regclass AND attnum > 0 AND NOT attisdropped
            """
        ).decode((String, String, Bool).self)
        return table.columns.map { column in
            guard let type = types.first(where: { $0.0 == column }), !type.2 else { return column.asIdentifier }
            return "\(column.asIdentifier)::text::\(type.1)"
        }.joined(separator: ", ")
    }
}
