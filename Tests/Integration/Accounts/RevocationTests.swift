import Foundation
import Synchronization
import TestPostgres
import TestWire
import Testing

/// What one process revokes, another must not take any more within a second, whatever is lost in between. What a
/// process remembers it would otherwise trust for a minute, so these bounds, which count where proofs are made, leave a
/// slow machine room and still prove something.
@Suite(.closing) struct RevocationTests {
    static let patience = 40.0

    private func name(of url: String) -> String { TestPostgres.shared.name(of: url) }

    /// Asks until the process answers from memory: its count of remembered checks goes up.
    private func warm(_ api: API, _ token: String) async throws {
        func remembered() async throws -> Int {
            let page = await Client.get("/metrics", api.port)?.body ?? ""
            let line = page.split(separator: "\n").first {
                $0.hasPrefix("daybook_token_checks_total{way=\"remembered\"}")
            }
            return line.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        }
        let before = try await remembered()
        while try await remembered() == before {
            #expect(try await api.ask("GET", "/v1/account", token: token).status == 200)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Seconds until the token does not count any more.
    private func end(of token: String, at api: API) async throws -> Double {
        let start = Date()
        while true {
            let answer = try await api.ask("GET", "/v1/account", token: token)
            if answer.status == 401 { break }
            guard Date().timeIntervalSince(start) < 120 else {
                let figures = await Client.get("/metrics", api.port)?.body.split(separator: "\n") ?? []
                let ofDatabase = figures.filter { $0.hasPrefix("daybook_database") }
                Issue.record("still \(answer.statusAndCode); \(ofDatabase.joined(separator: ", "))")
                break
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return Date().timeIntervalSince(start)
    }

    private func openTwo() async throws -> (API, API, database: String) {
        let url = try await migratedDatabase.copy()
        // One reactor, so that what is warm is warm for every connection. Timeouts are those that people have.
        let settings = [
            "DAYBOOK_REACTORS": "1", "DAYBOOK_POOL_TIMEOUT": "5s", "DAYBOOK_STATEMENT_TIMEOUT": "10s",
            "DAYBOOK_CONNECT_TIMEOUT": "5s",
        ]
        return (try await API.serving(url, settings), try await API.serving(url, settings), name(of: url))
    }

    @Test func wordOfARevocationReachesTheOtherProcess() async throws {
        let (one, two, _) = try await openTwo()
        let (_, device, token) = try await one.newAccount()
        try await warm(two, token)
        #expect(try await one.ask("DELETE", "/v1/devices/\(device)", token: token).status == 204)
        #expect(try await one.ask("GET", "/v1/account", token: token).status == 401, "at once where it was done")
        let seconds = try await end(of: token, at: two)
        measured { #expect(seconds < Self.patience) }
        print("revoked elsewhere after \(seconds) s, with word")
    }

    @Test func itReachesItWithEveryListenerCutOff() async throws {
        let (one, two, database) = try await openTwo()
        let (_, device, token) = try await one.newAccount()
        try await warm(two, token)
        let goesOn = Mutex(true)
        let cutting = Thread {
            while goesOn.withLock({ $0 }) {
                try? TestPostgres.shared.execute(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND query LIKE 'LISTEN%'
                    """, database: database)
                usleep(5_000)
            }
        }
        cutting.start()
        defer { goesOn.withLock { $0 = false } }
        try await warm(two, token)
        #expect(try await one.ask("DELETE", "/v1/devices/\(device)", token: token).status == 204)
        let seconds = try await end(of: token, at: two)
        measured { #expect(seconds < Self.patience) }
        print("revoked elsewhere after \(seconds) s, without word")
    }

    /// Neither word nor the log: memory may not be trusted then, and the database is asked.
    @Test func whereTheLogCannotBeReadTheDatabaseIsAsked() async throws {
        let (one, two, database) = try await openTwo()
        let (account, _, token) = try await one.newAccount()
        try await warm(two, token)
        let isOver = Mutex(false)
        defer { isOver.withLock { $0 = true } }
        let lock = Task {
            await onThread {
                // Other tests may have all connections for a moment.
                while !isOver.withLock({ $0 }) {
                    try? TestPostgres.shared.execute(
                        "BEGIN; LOCK TABLE revocation IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60); COMMIT",
                        database: database)
                    usleep(50_000)
                }
            }
        }
        await eventually { await isLocked(database) }
        // Nobody is told of this.
        try TestPostgres.shared.execute("DELETE FROM token WHERE account_id = '\(account)'", database: database)
        let seconds = try await end(of: token, at: two)
        measured { #expect(seconds < Self.patience) }
        print("gone elsewhere after \(seconds) s, with nothing told at all")
        isOver.withLock { $0 = true }
        try TestPostgres.shared.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid() AND datname = current_database()",
            database: database)
        await lock.value
    }

    private func isLocked(_ database: String) async -> Bool {
        do {
            try TestPostgres.shared.execute(
                """
                DO $$ BEGIN IF NOT EXISTS (
                    -- Databases that were made of one template have the same numbers for their tables.
                    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
                    WHERE datname = current_database() AND relation = 'revocation'::regclass
                        AND mode = 'AccessExclusiveLock' AND granted
                ) THEN RAISE 'not yet'; END IF; END $$
                """, database: database)
            return true
        } catch {
            return false
        }
    }
}
