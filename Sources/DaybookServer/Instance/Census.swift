import DaybookCore
import DaybookStore
import Postgres

/// What all accounts together hold, counted account by account under each one's scope.
struct Census: Hashable, Sendable {
    var takenAt: Instant
    var accounts: Int64 = 0
    var accountsWithLogin: Int64 = 0
    var devices: Int64 = 0
    var devicesOfDay: Int64 = 0
    var devicesOfWeek: Int64 = 0
    var devicesOfMonth: Int64 = 0
    var tasks: Int64 = 0
    var lists: Int64 = 0
    var storedBytes: Int64 = 0
    var databaseBytes: Int64 = 0
}

extension Census {
    /// Counts all accounts; nil if it was told to stop. An interrupted round begins anew, since it takes only a
    /// fraction of a millisecond for each account.
    ///
    /// - Parameter mayGoOn: asked between accounts.
    static func take(
        of database: Database, now: Instant, page: Int = 200, mayGoOn: () async throws -> Bool = { true }
    ) async throws -> Census? {
        var census = Census(takenAt: now)
        var last = Identifier.zero
        while true {
            let rows = try await database.read(
                """
                SELECT account_id, claimed_at IS NOT NULL, live_tasks, stored_bytes + guest_bytes
                FROM account_clock JOIN account USING (account_id)
                WHERE account_id > \(last) AND deleting_at IS NULL ORDER BY account_id LIMIT \(page)
                """
            ).decode((Identifier, Bool, Int32, Int64).self)
            for (account, isClaimed, tasks, bytes) in rows {
                guard try await mayGoOn() else { return nil }
                census.accounts += 1
                census.accountsWithLogin += isClaimed ? 1 : 0
                census.tasks += Int64(tasks)
                census.storedBytes += bytes
                try await census.look(into: account, of: database)
                last = account
            }
            guard rows.count == page else { break }
        }
        census.databaseBytes =
            try await database.read("SELECT pg_database_size(current_database())").first?.decode(0) ?? 0
        return census
    }

    private mutating func look(into account: Identifier, of database: Database) async throws {
        let day = takenAt.milliseconds - Self.inDay(takenAt)
        func start(_ daysBefore: Int64) -> Instant { Instant(milliseconds: day - daysBefore * Instant.dayLength) }
        let rows = try await database.read(
            of: account,
            """
            SELECT (SELECT count(*) FROM list WHERE account_id = \(account) AND deleted_at IS NULL), count(*),
                count(*) FILTER (WHERE last_seen_at >= \(start(0))),
                count(*) FILTER (WHERE last_seen_at >= \(start(6))),
                count(*) FILTER (WHERE last_seen_at >= \(start(29)))
            FROM device WHERE account_id = \(account) AND revoked_at IS NULL
            """)
        guard let row = rows.first else { return }
        let (lists, devices, ofDay, ofWeek, ofMonth) = try row.decode((Int64, Int64, Int64, Int64, Int64).self)
        self.lists += lists
        self.devices += devices
        devicesOfDay += ofDay
        devicesOfWeek += ofWeek
        devicesOfMonth += ofMonth
    }

    /// Milliseconds since the day of UTC began.
    private static func inDay(_ instant: Instant) -> Int64 {
        let rest = instant.milliseconds % Instant.dayLength
        return rest < 0 ? rest + Instant.dayLength : rest
    }

    func write(to database: Database) async throws {
        try await database.write(
            """
            INSERT INTO instance_census VALUES (\(takenAt.utcDate), \(takenAt), \(accounts), \(accountsWithLogin),
                \(devices), \(devicesOfDay), \(devicesOfWeek), \(devicesOfMonth), \(tasks), \(lists), \(storedBytes),
                \(databaseBytes))
            ON CONFLICT (taken_on) DO UPDATE SET taken_at = excluded.taken_at, accounts = excluded.accounts,
                accounts_with_login = excluded.accounts_with_login, devices = excluded.devices,
                devices_of_day = excluded.devices_of_day, devices_of_week = excluded.devices_of_week,
                devices_of_month = excluded.devices_of_month, tasks = excluded.tasks, lists = excluded.lists,
                stored_bytes = excluded.stored_bytes, database_bytes = excluded.database_bytes
            WHERE instance_census.taken_at <= excluded.taken_at
            """)
    }

    /// The newest there is.
    static func last(in database: Database) async throws -> Census? {
        try await database.read(
            """
            SELECT taken_at, accounts, accounts_with_login, devices, devices_of_day, devices_of_week, devices_of_month,
                tasks, lists, stored_bytes, database_bytes
            FROM instance_census ORDER BY taken_on DESC LIMIT 1
            """
        ).first.map { row in
            let (at, accounts, claimed, devices, ofDay, ofWeek, ofMonth, tasks, lists, stored, whole) = try row.decode(
                (Instant, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64).self)
            return Census(
                takenAt: at, accounts: accounts, accountsWithLogin: claimed, devices: devices, devicesOfDay: ofDay,
                devicesOfWeek: ofWeek, devicesOfMonth: ofMonth, tasks: tasks, lists: lists, storedBytes: stored,
                databaseBytes: whole)
        }
    }
}
