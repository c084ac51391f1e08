import DaybookCore
import Postgres

@testable import DaybookStore
@testable import TestAccounts

/// Rows as short as the schema lets them be, put where housekeeping finds them.
extension SomeAccount {
    func addTask(
        _ number: UInt64, revision: Int64, deletedAt: Instant?, list: UInt64? = nil, in database: Database
    ) async throws {
        let deletion: [UInt8]? = deletedAt.map { _ in Array(repeating: 0x80, count: 26) }
        let inList = list.map { Identifier(high: 0, low: $0) }
        let at = Instant(milliseconds: 0)
        try await database.write(
            of: id,
            """
            INSERT INTO task (account_id, task_id, title, state, created_at, updated_at, list_id, sort_order, bucket,
                carry_count, sticky, auto_carry, deleted_at, open_state, chosen_bucket, deletion, clocks, revision)
            VALUES (\(id), \(Identifier(high: 0, low: number)), 'Some task', 'notStarted', \(at), \(at), \(inList as Identifier?), 'V', 'none',
                0, false, false, \(deletedAt as Instant?), 'notStarted', 'none', \(deletion as [UInt8]?), '', \(revision))
            """)
    }

    func addList(
        _ number: UInt64, revision: Int64, deletedAt: Instant?, in database: Database
    ) async throws {
        let deletion: [UInt8]? = deletedAt.map { _ in Array(repeating: 0x80, count: 26) }
        let at = Instant(milliseconds: 0)
        try await database.write(
            of: id,
            """
            INSERT INTO list (account_id, list_id, name, created_at, modified_at, sort_order, deleted_at, deletion, clocks,
                revision)
            VALUES (\(id), \(Identifier(high: 0, low: number)), 'Home', \(at), \(at), 'V', \(deletedAt as Instant?), \(deletion as [UInt8]?), '',
                \(revision))
            """)
    }

    /// An event of a calendar program and its name.
    func addGuest(_ number: UInt64, list: UInt64, deletedAt: Instant?, in database: Database) async throws {
        let (guest, inList) = (Identifier(high: 0x6E, low: number), Identifier(high: 0, low: list))
        let (at, revision) = (Instant(milliseconds: 0), Int64(number) + 10)
        try await database.write(
            of: id,
            """
            INSERT INTO dav_guest VALUES (\(id), \(guest), \(inList), \("\(number).ics"), \("\(number)"), 'VEVENT',
                'BEGIN:VCALENDAR', \(at), \(at), \(revision), \(deletedAt as Instant?))
            """)
        try await database.write(
            of: id,
            """
            INSERT INTO dav_resource VALUES (\(id), \(inList), \("\(number).ics"), \(guest), \(guest), true,
                \("\(number)"), \(at), \(revision), \(deletedAt != nil), 'VEVENT')
            """)
        try await database.write(
            """
            UPDATE account_clock SET guests = guests + \(deletedAt == nil ? 1 : 0 as Int32),
                guest_bytes = guest_bytes + 527
            WHERE account_id = \(id)
            """)
    }

    func addChange(_ revision: Int64, at: Instant, in database: Database) async throws {
        try await database.write(
            of: id,
            """
            INSERT INTO change (account_id, revision, op_id, device_id, recorded_at, at, counter, entity, entity_id, kind,
                patch, prior, created, changed, outcome)
            VALUES (\(id), \(revision), gen_random_uuid(), \(device), \(at), \(at), 0, 'task', gen_random_uuid(), 'set', '{}',
                '[]', true, true, 'applied')
            """)
    }

    func acknowledge(_ revision: Int64, at: Instant, in database: Database) async throws {
        try await database.write(
            of: id,
            """
            INSERT INTO device_sync VALUES (\(id), \(device), \(revision), \(at))
            ON CONFLICT (account_id, device_id) DO UPDATE SET acknowledged = excluded.acknowledged,
                synced_at = excluded.synced_at
            """)
    }

    func tasks(in database: Database) async throws -> [UInt64] {
        try await database.read(of: id, "SELECT task_id FROM task ORDER BY task_id").map { row in
            try row.decode(0, as: Identifier.self).low
        }
    }

    func lists(in database: Database) async throws -> [UInt64] {
        try await database.read(of: id, "SELECT list_id FROM list ORDER BY list_id").map { row in
            try row.decode(0, as: Identifier.self).low
        }
    }

    func minRevision(in database: Database) async throws -> Int64? {
        try await database.read("SELECT min_revision FROM account_clock WHERE account_id = \(id)").first?.decode(
            0, as: Int64.self)
    }
}
