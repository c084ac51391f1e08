import DaybookCore
import Migrations
import Postgres
import TestPostgres

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookStore
@testable import TestStore

/// A database that thousands of accounts share: one with 10,000 tasks, eighty with 400, three thousand with none.
/// Filled once for all tests, in seconds, and laid out as years of use leave it, with everybody's rows between
/// everybody else's.
///
/// Whoever changes something takes rows of its own or leaves the number of rows about as it was.
struct CrowdedDatabase: Sendable {
    let server: TestPostgres
    /// Those of tables that row-level security guards; each begins with the account, says a test of the schema.
    let indexesOfUserData: Set<String>

    static let name = "crowd"
    /// That device's.
    static let token = TokenText(account: account, token: device)

    /// The account with 10,000 tasks. Each came with a change of its own, the first fifty changes made the lists.
    static let account = Identifier(high: 0xACAC, low: 0)
    /// Those from 1 to 80 have 400 tasks each, and the same number of lists. From 41 on calendar programs read them.
    static func neighbour(_ number: UInt64) -> Identifier { Identifier(high: account.high, low: number) }
    /// One of five, and a token with the same id.
    static let device = Identifier(high: 0, low: 1)
    static let principal = Principal(account: account, device: device, token: device, scope: .full)
    static let revision: Int64 = 10_050
    /// Tasks were made every two hours up to this day.
    static let today = CalendarDate("2026-11-21")

    /// From 1 to 10,000: the odd ones are completed, those that 20 divides deleted, one in four has a day (2, 6, 10
    /// ...), one in eight waits in the backlog (4, 12 ...), two in three are in a list.
    static func task(_ number: UInt64) -> Identifier { Identifier(high: 0, low: number) }
    /// From 1 to 50; those that 10 divides are deleted.
    static func list(_ number: UInt64) -> Identifier { Identifier(high: 0, low: number) }

    private static let filled = Task { try await fill() }

    static var shared: CrowdedDatabase { get async throws { try await filled.value } }

    private static func fill() async throws -> CrowdedDatabase {
        let server = try TestPostgres(settings: [
            "shared_preload_libraries = 'auto_explain'", "log_line_prefix = '%a|'", "autovacuum = off", "jit = off",
            "shared_buffers = 128MB", "max_wal_size = 4GB",
        ])
        let url = server.superuserURL(database: name)
        try server.execute("CREATE DATABASE \(name) OWNER daybook")
        try await closing {
            let (database, _) = try openStorage(on: server, url: server.url(database: name))
            try await Migrator(try .embedded(), of: database).run(.up(to: nil))
        }
        try await closing {
            let (database, _) = try openStorage(on: server, url: url)
            try await database.transaction { transaction in
                for statement in try SQLScript(rows).statements {
                    try await transaction.run(Query(unsafeSQL: statement.text), timeout: .seconds(120))
                }
            }
            for number in 0...80 as ClosedRange<UInt64> {
                try await SearchPages(database: database).fold(neighbour(number))
            }
            try await database.write("VACUUM ANALYZE", timeout: .seconds(120))
        }
        try server.execute(
            """
            ALTER DATABASE \(name) SET auto_explain.log_min_duration = 0;
            ALTER DATABASE \(name) SET auto_explain.log_analyze = on;
            ALTER DATABASE \(name) SET auto_explain.log_buffers = on;
            ALTER DATABASE \(name) SET auto_explain.log_timing = off;
            ALTER DATABASE \(name) SET auto_explain.log_format = json;
            ALTER DATABASE \(name) SET auto_explain.log_nested_statements = on
            """)
        let indexes = try server.query(
            """
            SELECT index.relname FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid
            JOIN pg_class AS guarded ON guarded.oid = indrelid WHERE guarded.relrowsecurity
            """, database: name)
        return CrowdedDatabase(server: server, indexesOfUserData: Set(indexes.compactMap { $0[0] }))
    }

    /// As autovacuum does it in service: what is read in an index alone needs it, and tests that write undo it.
    func vacuum() async throws {
        try await closing {
            let (database, _) = try openStorage(on: server, url: server.superuserURL(database: Self.name))
            try await database.write("VACUUM task", timeout: .seconds(120))
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Of everything that has one: 2026-01-01, by device 2.
    private static let clock = "8000019b76daa8000000" + "00000000000000000000000000000002"

    private static let rows = """
        CREATE TEMP TABLE crowd ON COMMIT DROP AS
        SELECT number, (lpad(to_hex(44204), 16, '0') || lpad(to_hex(number), 16, '0'))::uuid AS account_id,
            CASE WHEN number = 0 THEN 1 WHEN number <= 80 THEN 25 END AS step
        FROM generate_series(0, 3080) AS number;

        INSERT INTO account SELECT account_id, '2026-01-01', NULL, NULL, NULL, false, '2026-11-21' FROM crowd;

        INSERT INTO account_clock SELECT account_id, 10050, 0, 10000, 3000000 FROM crowd;

        INSERT INTO account_settings
        SELECT account_id, 'Europe/Berlin', 1, '00:00', 'off', 1, 3, 5, false, '18:00', 'inbox', 'todoapp', '', NULL, 0
        FROM crowd;

        INSERT INTO device
        SELECT account_id, lpad(to_hex(number * 8 + device), 32, '0')::uuid, 'Phone', '2026-01-01', '2026-11-21', NULL
        FROM generate_series(1, 5) AS device, crowd;

        INSERT INTO device_clock
        SELECT account_id, lpad(to_hex(number * 8 + device), 32, '0')::uuid, 0, '2026-11-21', NULL, NULL
        FROM generate_series(1, 5) AS device, crowd;

        INSERT INTO waiting_change
        SELECT account_id, line, 'task', lpad(to_hex(line), 32, '0')::uuid, '2026-11-21'
        FROM generate_series(1, 5) AS line, crowd;

        INSERT INTO token
        SELECT account_id, device_id, device_id, 'full', NULL, decode('\(hexadecimal(token.secretHash))', 'hex'), created_at,
            last_seen_at
        FROM device;

        INSERT INTO assistant_grant
        SELECT account_id, device_id, hash, hash, hash, hash, hash, '2026-01-01', '2028-01-01', device_id, device_id, hash, hash
        FROM (SELECT account_id, device_id, decode(repeat('ab', 32), 'hex') AS hash,
            row_number() OVER (PARTITION BY account_id ORDER BY device_id DESC) AS place FROM device) AS last
        WHERE place = 1;

        INSERT INTO proposal
        SELECT account_id, device_id, device_id, '2026-11-20', '2028-01-01', NULL, '[]', decode(repeat('ab', 32), 'hex')
        FROM device;

        INSERT INTO device_sync SELECT account_id, device_id, 20, '2026-11-20' FROM device;

        INSERT INTO channel
        SELECT account_id, device_id, device_id, 'webhook', 'Home', 64, 'en', 'sealed', decode(repeat('ab', 32), 'hex'),
            '2026-01-01', NULL, NULL, NULL
        FROM device WHERE get_byte(uuid_send(device_id), 15) % 8 = 1;

        INSERT INTO change_cursor
        SELECT account_id, channel_id, CASE WHEN channel_id = '\(device.text)' THEN 5000 ELSE 10050 END, NULL, 0, 0, false
        FROM channel;

        INSERT INTO channel
        SELECT account_id, lpad('c0ffee' || n, 32, '0')::uuid, lpad(to_hex(number * 8 + n), 32, '0')::uuid, 'live', 'Phone', 63, 'en',
            'sealed', decode(repeat('ab', 32), 'hex'), '2026-01-01'
        FROM generate_series(1, 2) AS n, crowd;

        INSERT INTO delivery
        SELECT account_id, lpad(to_hex(n), 32, '0')::uuid, 'reminder', '2027-05-25', channel_id, '2027-05-25', NULL, 'delivered'
        FROM generate_series(1, 10) AS n, channel WHERE kind = 'live';

        INSERT INTO list
        SELECT account_id, lpad(to_hex(n), 32, '0')::uuid, 'List ' || n, '#AABBCC', '2026-01-01', '2026-01-01',
            'V' || lpad(n::text, 5, '0'), CASE WHEN n % 10 = 0 THEN timestamptz '2026-06-01' END,
            CASE WHEN n % 10 = 0 THEN decode('\(clock)', 'hex') END, decode('\(clock)0000ffff', 'hex'), NULL, n
        FROM generate_series(1, 50) AS n, crowd WHERE step IS NOT NULL;

        INSERT INTO task (account_id, task_id, title, notes, state, created_at, updated_at, completed_at, scheduled_date,
            list_id, sort_order, region, bucket, carry_count, sticky, auto_carry, category, entered_backlog_at, deleted_at,
            open_state, chosen_bucket, completion, completion_at, deletion, clocks, revision, reminder_at)
        SELECT account_id, lpad(to_hex(n), 32, '0')::uuid, 'Water the plants ' || n,
            CASE WHEN n % 4 = 0 THEN 'Those on the balcony, too' END,
            CASE WHEN done THEN 'completed' ELSE 'notStarted' END::task_state, made, made, CASE WHEN done THEN made END, day,
            CASE WHEN n % 3 > 0 THEN lpad(to_hex(n % 50 + 1), 32, '0')::uuid END,
            'V' || lpad((n::bigint * 7919 % 100000)::text, 5, '0'), region,
            CASE WHEN region <> 'backlog' THEN 'misc' ELSE 'none' END::region_bucket, 0, false, false,
            CASE WHEN n % 5 = 0 THEN 'Home' END, CASE WHEN region = 'backlog' THEN made END, CASE WHEN gone THEN made END,
            'notStarted', 'none', CASE WHEN done THEN decode('\(clock)', 'hex') END, CASE WHEN done THEN made END,
            CASE WHEN gone THEN decode('\(clock)', 'hex') END, decode('\(clock)0000ffff', 'hex'), n + 50,
            CASE WHEN n % 4 = 2 THEN timestamptz '2126-01-01' + (n * 7919 % 100000) * interval '1 minute' END
        FROM (
            SELECT *, n % 20 = 0 OR (n % 3 > 0 AND (n % 50 + 1) % 10 = 0) AS gone, n % 2 = 1 AS done,
                timestamptz '2026-11-21' - (10000 - n) * interval '2 hours' AS made,
                CASE WHEN n % 4 = 2 THEN date '2026-11-21' + 30 - (10000 - n) / 50 END AS day,
                CASE n % 8 WHEN 2 THEN 'morning' WHEN 6 THEN 'evening' WHEN 4 THEN 'backlog' END::day_region AS region
            FROM generate_series(1, 10000) AS n, crowd WHERE n % step = 0
        ) AS made;

        INSERT INTO change
        SELECT account_id, n, lpad(to_hex(n), 32, '0')::uuid, lpad(to_hex(number * 8 + n % 5 + 1), 32, '0')::uuid, made, made, 0,
            CASE WHEN n <= 50 THEN 'list' ELSE 'task' END::change_entity,
            lpad(to_hex(CASE WHEN n <= 50 THEN n ELSE n - 50 END), 32, '0')::uuid, 'set', NULL,
            '{"title":"Water the plants"}', '{}', true, true,
            CASE WHEN n % 100 = 0 THEN 'merged' ELSE 'applied' END::change_outcome,
            CASE WHEN n % 100 = 0 THEN format('{"opId":"%s","outcome":"merged","conflicts":[{"field":"notes","mine":"a",'
                '"theirs":"b","reason":"newer","by":"2026-11-21T09:15:00.000Z+0000@00000000-0000-0000-0000-000000000002"}]}',
                lpad(to_hex(n), 32, '0')::uuid)::json END,
            CASE WHEN n % 50 = 0 THEN lpad(to_hex(n - 1), 32, '0')::uuid END
        FROM (
            SELECT *, timestamptz '2026-11-21' - (10050 - n) * interval '2 hours' AS made
            FROM generate_series(1, 10050) AS n, crowd WHERE (n - 50) % step = 0 OR (step IS NOT NULL AND n <= 50)
        ) AS made;

        INSERT INTO dav_resource
        SELECT account_id, coalesce(list_id, '\(Identifier.zero.text)'::uuid), task_id || '.ics', task_id, task_id,
            deleted_at IS NULL, NULL, created_at, revision, deleted_at IS NOT NULL
        FROM task JOIN crowd USING (account_id) WHERE number > 40;

        INSERT INTO dav_guest
        SELECT account_id, lpad(to_hex(100000 + n), 32, '0')::uuid, lpad(to_hex(49), 32, '0')::uuid, 'event-' || n || '.ics',
            'event-' || n, 'VEVENT', 'BEGIN:VCALENDAR', '2026-01-01', '2026-01-01', n,
            CASE WHEN n % 10 = 0 THEN timestamptz '2026-11-20' END
        FROM generate_series(1, 100) AS n, crowd WHERE step IS NOT NULL;

        INSERT INTO dav_resource
        SELECT account_id, list_id, name, guest_id, guest_id, true, uid, written_at, revision, deleted_at IS NOT NULL,
            component
        FROM dav_guest JOIN crowd USING (account_id) WHERE number > 40;

        UPDATE account_clock SET guests = 90, guest_bytes = 52700
        FROM crowd WHERE crowd.account_id = account_clock.account_id AND step IS NOT NULL;

        INSERT INTO dav_collection
        SELECT account_id, 'list-' || list_id, list_id FROM list JOIN crowd USING (account_id)
        WHERE number > 40 AND revision % 2 = 0;

        UPDATE account_clock SET shelved_revision = revision
        FROM crowd WHERE crowd.account_id = account_clock.account_id AND number > 40 AND step IS NOT NULL;

        INSERT INTO search_page SELECT account_id, 0, 10050, 0, '{}', '{}', '{}', '{}', '' FROM crowd WHERE step IS NULL;

        INSERT INTO completion
        SELECT account_id, task_id, completed_at, created_at, list_id, category, region FROM task
        WHERE completed_at IS NOT NULL ORDER BY completed_at;
        """
}
