import DaybookCore
import Postgres
import Seeds
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookServer
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// Housekeeping over SQL beside `ServerAccount.purge`, on random histories of months.
@Suite(.closing) struct PurgeReferenceTests {
    private static let account = Identifier(high: 0xACC, low: 2)

    @Test func whatIsDroppedIsWhatTheReferenceDrops() async throws {
        let seed = RandomSeed.current.value
        let database = try await openMigrated()
        var pushes = RandomPushes(seed: seed, account: Self.account)
        try await database.transaction(of: Self.account) { transaction in
            try await transaction.run(NewAccount().statements(Self.account, .now(), spread: transaction.isSpread))
            for device in pushes.devices {
                try await transaction.run(
                    "INSERT INTO device VALUES (\(Self.account), \(device), 'Phone', \(Instant.now()), \(Instant.now()), NULL)"
                )
            }
        }
        let ledger = Ledger(database: database, announcements: Announcements())
        var sweep = AccountSweep(database: database, retention: Retention())
        sweep.batch = 2
        var reference = ServerAccount(account: Self.account, epoch: .zero)
        var offset: Int64 = 0
        var dropped = 0
        for _ in 0..<300 {
            offset += Int64(pushes.pick(2 * UInt64(Instant.dayLength)))
            // Long holidays: few tasks stay deleted for a month while somebody is at them.
            if pushes.pick(6) == 0 { offset += 31 * Instant.dayLength }
            let push = pushes.next()
            let now = pushes.now.adding(milliseconds: offset)
            _ = reference.push(push, now: now)
            _ = try await ledger.push(push, to: Self.account, now: now)
            if pushes.pick(3) == 0 {
                let device = pushes.devices[Int(pushes.pick(3))]
                try await acknowledge(device, &reference, &pushes, now, database)
            }
            guard pushes.pick(6) == 0 else { continue }
            let before = reference.slice.tasks.count + reference.slice.lists.count
            reference.purge(now: now)
            reference.endWaiting(now: now)
            dropped += before - reference.slice.tasks.count - reference.slice.lists.count
            try await sweep.run(Self.account, now: now)
            try await compare(reference, database)
        }
        try await compare(reference, database)
        #expect(dropped > 0, "nothing was ever old enough, \(RandomSeed.current)")
    }

    private func acknowledge(
        _ device: Identifier, _ reference: inout ServerAccount, _ pushes: inout RandomPushes, _ now: Instant,
        _ database: Database
    ) async throws {
        let unread = reference.slice.revision - reference.minRevision
        let revision = reference.slice.revision - Int64(pushes.pick(UInt64(min(unread, 30) + 1)))
        let request = SyncRequest(
            device: device, cursor: SyncCursor(epoch: .zero, revision: revision), push: Push(operations: []), limit: 1)
        guard case .page = reference.sync(request, now: now) else { return }
        try await database.write(
            of: Self.account,
            """
            INSERT INTO device_sync VALUES (\(Self.account), \(device), \(revision), \(now))
            ON CONFLICT (account_id, device_id) DO UPDATE
            SET acknowledged = greatest(device_sync.acknowledged, excluded.acknowledged), synced_at = excluded.synced_at
            """)
    }

    private func compare(_ reference: ServerAccount, _ database: Database) async throws {
        let tasks = try await database.read(of: Self.account, "SELECT \(TaskItem.columns) FROM task").map {
            try TaskItem($0)
        }
        let lists = try await database.read(of: Self.account, "SELECT \(TaskList.columns) FROM list").map {
            try TaskList($0)
        }
        let clock = try #require(
            try await database.read("SELECT revision, min_revision, live_tasks FROM account_clock").first)
        let (revision, least, live) = try clock.decode((Int64, Int64, Int32).self)
        #expect(Set(tasks) == Set(reference.slice.tasks.values), "\(RandomSeed.current)")
        #expect(Set(lists) == Set(reference.slice.lists.values), "\(RandomSeed.current)")
        #expect(revision == reference.slice.revision && Int(live) == reference.slice.liveTasks, "\(RandomSeed.current)")
        #expect(least == reference.minRevision, "\(RandomSeed.current)")
    }
}
