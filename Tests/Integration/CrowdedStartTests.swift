import TestPostgres
import TestWire
import Testing

/// A process starts as fast on a database of many accounts as on an empty one: it reads no table whole that grows with
/// them. How long it takes with a million of them, `benchmarks/start.py` measures.
@Suite(.closing) struct CrowdedStartTests {
    private static let accounts = 3_000

    /// Each with a device and its token, a login, a day that turns tomorrow, a task and its line of the ledger.
    private static let crowd = """
        CREATE TEMP TABLE made AS SELECT md5('account' || n)::uuid AS id FROM generate_series(1, \(accounts)) AS n;
        INSERT INTO account SELECT id, now(), NULL, NULL, NULL, false, current_date FROM made;
        INSERT INTO account_clock SELECT id, 1, 0, 1, 300 FROM made;
        INSERT INTO account_settings
        SELECT id, 'Europe/Berlin', 1, '00:00', 'off', 1, 3, 5, false, '18:00', 'inbox', 'todoapp', '', NULL, 0 FROM made;
        INSERT INTO device SELECT id, id, 'Phone', now(), now(), NULL FROM made;
        INSERT INTO token SELECT id, id, id, 'full', NULL, decode(md5('a' || id) || md5('b' || id), 'hex'), now(), now(), NULL
        FROM made;
        INSERT INTO login SELECT decode(md5('c' || id) || md5('d' || id), 'hex'), id FROM made;
        INSERT INTO day_turn SELECT id, now() + interval '1 day' FROM made;
        INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, sort_order, bucket, carry_count, sticky,
            auto_carry, open_state, chosen_bucket, clocks, revision)
        SELECT id, id, 'Water the plants', 'notStarted', now(), now(), 'V', 'none', 0, false, false, 'notStarted', 'none',
            decode('80000199a0b0c0d00000' || replace(id::text, '-', '') || '00040f2f', 'hex'), 1 FROM made;
        INSERT INTO change
        SELECT id, 1, md5('op' || id)::uuid, id, now(), now(), 0, 'task', id, 'set', NULL, '{}', '{}', true, true, 'applied',
            NULL, NULL FROM made;
        -- What belongs to no start: a census reads every account.
        INSERT INTO chore VALUES ('take a census', md5('nobody')::uuid, now(), now() + interval '1 day');
        ANALYZE;
        """

    /// Rows that were read so far, by table, whole or by an index, once nobody is connected any more: sessions write
    /// their figures down when they end.
    private func rowsRead(_ postgres: any DatabaseHost, _ database: String) async throws -> [String: Int] {
        await eventually {
            let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND usename = 'daybook'"
            return (try? postgres.query(others)) == [["0"]]
        }
        let rows = try postgres.query(
            """
            SELECT relname, seq_tup_read + coalesce(idx_tup_fetch, 0)
                + coalesce((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes AS i WHERE i.relid = t.relid), 0)
            FROM pg_stat_user_tables AS t
            """, database: database)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", Int($0[1] ?? "") ?? 0) })
    }

    @Test(arguments: ["open", "invite"])
    func nothingThatGrowsWithTheAccountsIsRead(registration: String) async throws {
        let postgres = TestPostgres.shared
        let url = try await migratedDatabase.copy()
        // The first one writes down which key it has; those of a crowd without one would count as a stranger's.
        let first = try await API.serving(url)
        #expect(await first.program.stop() == 0)
        let database = postgres.name(of: url)
        try postgres.execute(Self.crowd, database: database)
        let before = try await rowsRead(postgres, database)

        let api = try await API.serving(url, ["DAYBOOK_REGISTRATION": registration])
        #expect(await Client.get("/readyz", api.port)?.status == 200)
        #expect(await api.program.stop() == 0)
        let after = try await rowsRead(postgres, database)
        for (table, rows) in after {
            let read = rows - before[table, default: 0]
            #expect(read < Self.accounts / 10, "\(table): \(read) rows were read")
        }
        #expect(after["instance", default: 0] > before["instance", default: 0], "the figures are not there yet")
    }
}
