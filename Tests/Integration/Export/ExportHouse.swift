import Foundation
import TestPostgres
import TestWire
import Testing

/// A server, an account in it, and a folder for its exports.
struct ExportHouse: Sendable {
    let api: API
    let url: String
    let account: String
    let token: String
    let folder: URL

    static func open(tasks: Int = 3, titleLength: Int = 10) async throws -> ExportHouse {
        let folder = try openFolder()
        let url = try await migratedDatabase.copy()
        let secret = folder.appending(path: "secret.key").path
        try FileManager.default.createDirectory(at: folder.appending(path: "out"), withIntermediateDirectories: false)
        let api = try await API.serving(url, ["DAYBOOK_SECRET_KEY": secret])
        let new = try await api.newAccount()
        let house = ExportHouse(api: api, url: url, account: new.account, token: new.token, folder: folder)
        try house.execute(
            """
            INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, sort_order, bucket, carry_count,
                sticky, auto_carry, open_state, chosen_bucket, clocks, revision)
            SELECT '\(new.account)', gen_random_uuid(), repeat('x', \(titleLength)), 'notStarted', '2026-11-21', '2026-11-21',
                'a' || number, 'none', 0, false, false, 'notStarted', 'none', '', number
            FROM generate_series(1, \(tasks)) AS number ON CONFLICT DO NOTHING
            """)
        return house
    }

    var out: String { folder.appending(path: "out").path }
    var settings: [String: String] {
        ["DAYBOOK_DATABASE_URL": url, "DAYBOOK_SECRET_KEY": folder.appending(path: "secret.key").path]
    }

    private var database: String { String(url.firstMatch(of: #/postgresql:\/\/\/([a-z0-9_]+)/#)?.1 ?? "") }

    func execute(_ sql: String) throws { try TestPostgres.shared.execute(sql, database: database) }
    func count(_ condition: String) -> Int {
        let rows = try? TestPostgres.shared.query(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND \(condition)")
        return rows?.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
    }

    func run(_ arguments: String...) async throws -> (code: Int32, output: String, complaints: String) {
        try await Program.run("daybook", ["export"] + arguments, settings)
    }

    /// What lies in a folder, hidden files too.
    func names(_ folder: String? = nil) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder ?? out).sorted()
    }

    /// Lets nobody read tasks until the answer is called.
    func holdTasks() async -> @Sendable () -> Void {
        let database = database
        Thread {
            try? TestPostgres.shared.execute(
                "BEGIN; LOCK TABLE task; SELECT pg_sleep(600) AS holding", database: database)
        }.start()
        await eventually { count("query LIKE '%AS holding' AND wait_event = 'PgSleep'") == 1 }
        return {
            _ = try? TestPostgres.shared.query(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = '\(database)' AND query LIKE '%AS holding'
                """)
        }
    }
}
