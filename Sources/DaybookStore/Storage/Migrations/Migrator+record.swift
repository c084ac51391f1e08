import Postgres

extension Migrator {
    /// The database's own record, in order; empty where there is none yet.
    func record() async throws(MigrationError) -> [MigrationRecord] {
        try await requireWhole()
        let rows: [(Int, String, String, String, String?, Bool)]
        do throws(PostgresError) {
            rows = try await database.read(
                """
                SELECT number, name, checksum, state, to_char(applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                    coalesce((to_jsonb(daybook_migration)->>'keeps_older')::boolean, false)
                FROM daybook_migration ORDER BY number
                """
            ).decode()
        } catch {
            if error.sqlState == .undefinedTable { return [] }
            throw MigrationError(error)
        }
        return rows.map { number, name, checksum, state, appliedAt, keepsOlder in
            // A state we do not know is a newer daybook's, and certainly not one to build on.
            MigrationRecord(
                number: number, name: name, checksum: checksum, state: .init(rawValue: state) ?? .applying,
                keepsOlderServers: keepsOlder, appliedAt: appliedAt)
        }
    }

    /// A database that a restoration has not finished must not be served, migrated or inspected.
    private func requireWhole() async throws(MigrationError) {
        guard !isRestoring else { return }
        let isRestored: Bool?
        do throws(PostgresError) {
            isRestored = try await database.read(RestoreMark.isThere).first?.decode(0, as: Bool.self)
        } catch {
            throw MigrationError(error)
        }
        if isRestored == true { throw .restoring }
    }

    func makeRecord() async throws(MigrationError) {
        let create: Query = """
            CREATE TABLE IF NOT EXISTS daybook_migration (
                number integer PRIMARY KEY CHECK (number > 0),
                name text NOT NULL,
                checksum text NOT NULL,
                state text NOT NULL CHECK (state IN ('applied', 'applying', 'reverting')),
                applied_at timestamptz
            )
            """
        do throws(PostgresError) {
            try await database.write(create)
            // Servers of the release before read the table as it was, so what came to it later is asked for by name.
            try await database.write("ALTER TABLE daybook_migration ADD COLUMN IF NOT EXISTS keeps_older boolean")
        } catch {
            throw MigrationError(error)
        }
    }
}

extension MigrationError {
    /// A failure outside of any migration's own statements.
    init(_ error: PostgresError) {
        switch error {
        case .server(let refusal) where refusal.state == .insufficientPrivilege:
            self = .databaseUnreachable(
                "\(refusal.message); the role needs to own the database, or: GRANT CREATE ON SCHEMA public TO the role")
        case .server(let refusal) where !error.isUnavailable:
            self = .databaseUnreachable("\(refusal.shownMessage) [SQLSTATE \(refusal.state)]")
        default: self = .databaseUnreachable(error.description)
        }
    }
}

extension ServerError {
    /// The server's sentence, unless it is of the class that quotes values of rows.
    var shownMessage: String { state.codeClass == "22" ? description : message }
}
