import Postgres
import Reactor
import Synchronization
import TestPostgres
import TestWire
import Testing

/// Somebody keeps a table of the schema locked: an operator, a tool, a migration that went wrong. Requests that need
/// the table wait, and everybody else's are answered meanwhile.
///
/// That they are answered while the lock is held is the proof; no time is measured.
@Suite(.closing) struct LockedTableTests {
    private struct Kind: Sendable {
        let method: String
        let path: String
        var body: String?
        /// The tables without which it cannot be answered, but for those that say whose a token is.
        let needs: Set<String>
        var needsToken = true

        func ask(_ api: API, _ token: String) async throws -> Int {
            try await api.ask(method, path, token: needsToken ? token : nil, body).status
        }

        func needs(_ table: String) -> Bool {
            needs.contains(table) || needsToken && ["account", "device", "token"].contains(table)
        }
    }

    private static let kinds = [
        Kind(method: "GET", path: "/v1/account", needs: ["account_clock", "list"]),
        Kind(method: "GET", path: "/v1/devices", needs: ["account_clock", "assistant_grant", "device_sync"]),
        Kind(
            method: "GET", path: "/v1/views/today",
            needs: ["account_clock", "account_settings", "completion", "instance", "task"]),
        Kind(
            method: "GET", path: "/v1/search?q=plants", needs: ["account_clock", "instance", "search_page", "task"]),
        Kind(
            method: "POST", path: "/v1/sync", body: #"{"cursor":null,"ops":[]}"#,
            needs: ["account_clock", "account_settings", "instance", "list", "task"]),
        Kind(
            method: "POST", path: "/v1/tasks", body: #"{"title":"Water the plants"}"#,
            needs: ["account_clock", "account_settings", "change", "instance", "list", "task"]),
        Kind(
            method: "PATCH", path: "/v1/account/settings", body: #"{"timeZone":"Europe/Berlin"}"#,
            needs: ["account_clock", "account_settings", "change", "instance"]),
        Kind(method: "GET", path: "/v1/feeds", needs: ["calendar_feed"]),
        Kind(method: "GET", path: "/v1/channels", needs: ["change_cursor", "channel"]),
        Kind(method: "GET", path: "/v1/history", needs: ["change"]),
        Kind(method: "GET", path: "/v1/tokens", needs: ["assistant_grant"]),
        Kind(method: "GET", path: "/v1/proposals", needs: ["proposal"]),
        Kind(
            method: "POST", path: "/v1/accounts", body: "{}",
            needs: ["account", "account_clock", "account_settings", "change", "device", "throttle", "token"],
            needsToken: false),
        Kind(method: "GET", path: "/v1", needs: [], needsToken: false),
    ]

    @Test func requestsThatDoNotNeedTheTableGoOn() async throws {
        let url = try await migratedDatabase.copy()
        let api = try await API.serving(
            url,
            [
                "DAYBOOK_REACTORS": "1", "DAYBOOK_STATEMENT_TIMEOUT": "60s", "DAYBOOK_POOL_TIMEOUT": "60s",
                "DAYBOOK_REGISTRATIONS_PER_ADDRESS": "100000",
            ])
        var tokens: [String] = []
        for _ in 0..<6 { tokens.append(try await api.newAccount().token) }
        let (goingOn, waiting) = (tokens[..<4], tokens[4...])
        for kind in Self.kinds { #expect(try await (200..<300).contains(kind.ask(api, tokens[0])), "\(kind.path)") }
        let tables = try TestPostgres.shared.query(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
            database: TestPostgres.shared.name(of: url)
        ).compactMap { $0[0] }
        #expect(tables.count > 40)
        for table in tables {
            let blocked = try await holding(table, of: url) {
                // Some of those that do need it, of people who do nothing else.
                let blocked = waiting.flatMap { token in
                    Self.kinds.filter { $0.needs(table) }.map { kind in Task { try await kind.ask(api, token) } }
                }
                try await atOnce(goingOn) { token in
                    for kind in Self.kinds where !kind.needs(table) {
                        let status = try await kind.ask(api, token)
                        #expect((200..<300).contains(status), "\(kind.path) beside a lock on \(table): \(status)")
                    }
                }
                return blocked
            }
            for task in blocked { _ = try await task.value }
        }
    }

    /// Holds a lock on the table, on a connection of its own, while the body runs.
    private func holding<Outcome: Sendable>(
        _ table: String, of url: String, _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        let reactors = try ReactorGroup(count: 1)
        let database = Database(DatabaseConfiguration(url: url), reactors: reactors)
        do {
            let outcome = try await database.transaction(attempts: 1) { transaction in
                try await transaction.run(Query(unsafeSQL: "LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE"))
                return try await body()
            }
            await database.close()
            reactors.stop()
            return outcome
        } catch {
            await database.close()
            reactors.stop()
            throw error
        }
    }
}
