import Seeds
import TestPostgres
import TestWire
import Testing

@testable import Postgres

/// Neither the server nor the database nor the role decides under which settings statements run.
@Suite(.closing) struct SessionSettingsTests {
    private static let hostile: [(name: String, value: String)] = [
        ("jit", "on"), ("jit_above_cost", "0"), ("plan_cache_mode", "force_custom_plan"), ("work_mem", "64kB"),
        ("default_transaction_isolation", "serializable"), ("statement_timeout", "5s"), ("lock_timeout", "100ms"),
        ("idle_in_transaction_session_timeout", "1s"), ("tcp_keepalives_idle", "7000"), ("idle_session_timeout", "1s"),
        ("DateStyle", "SQL, DMY"),
        ("IntervalStyle", "iso_8601"), ("TimeZone", "Pacific/Kiritimati"), ("bytea_output", "escape"),
        ("standard_conforming_strings", "off"), ("extra_float_digits", "-3"), ("enable_indexscan", "off"),
        ("enable_nestloop", "off"), ("random_page_cost", "400"), ("join_collapse_limit", "1"),
    ]

    private func url(of server: TestPostgres) throws -> String {
        let url = try server.freshDatabase()
        let name = url.dropFirst("postgresql:///".count).prefix { $0 != "?" }
        for (number, setting) in Self.hostile.enumerated() {
            // Of the role in this database, which counts most, or of the database.
            let whose = number.isMultiple(of: 2) ? "ROLE daybook IN DATABASE \(name)" : "DATABASE \(name)"
            try server.execute("ALTER \(whose) SET \(setting.name) = '\(setting.value)'")
        }
        return url
    }

    /// What it is of all that a session sets, as PostgreSQL writes it.
    private static let differing: Query = """
        SELECT set.name || ' is ' || current_setting(set.name) FROM (VALUES
            \(unsafeSQL: (SessionSettings.all + [(SessionSettings.resting(.zero).name, "0")])
                .map { "('\($0.name)', '\($0.value)')" }.joined(separator: ", "))
        ) AS set (name, value) WHERE current_setting(set.name) <> set.value
        """

    @Test(arguments: [false, true]) func noDefaultCounts(isPooled: Bool) async throws {
        let server = try await onThread { try TestPostgres() }
        let url = try url(of: server)
        let pooler = isPooled ? try TestPooler(before: server, .transaction) : nil
        let database = try openDatabase(on: server) {
            $0.url = pooler?.url(url) ?? url
            $0.usesNamedStatements = !isPooled
        }
        // A pooler's session is set by the transaction that meets it first.
        if isPooled { for _ in 0..<20 { _ = try await database.read("SELECT 1") } }
        let differing = try await database.read(Self.differing).map { row throws(PostgresError) in
            try row.decode(0, as: String.self)
        }
        #expect(differing == [])
        let isolation: String = try await database.transaction { transaction in
            try await transaction.run("SELECT current_setting('transaction_isolation')")[0].decode(0)
        }
        #expect(isolation == "read committed")
    }

    /// The server notices that a machine is gone, which a process on it cannot say.
    @Test func aMachineThatIsGoneIsNoticed() async throws {
        // Servers of other tests are at other addresses of this machine, if anywhere.
        var random = RandomSeed.generator()
        let address = "127.\(1 + random.below(250)).\(random.below(250)).\(1 + random.below(250))"
        let server = try await onThread { try TestPostgres(settings: ["listen_addresses = '\(address)'"]) }
        let name = server.name(of: try url(of: server))
        let database = try openDatabase(on: server) {
            $0.url = "postgresql://daybook@127.0.0.1/\(name)?hostaddr=\(address)"
        }
        for (setting, value) in SessionSettings.ofNetwork {
            let isSet: String = try await database.value("SELECT setting FROM pg_settings WHERE name = \(setting)")
            #expect(isSet == value, "\(setting)")
        }
    }
}
