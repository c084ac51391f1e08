import DaybookCore
import Foundation
import Simulation
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore

/// Two server processes turn the days of many accounts, and one is killed with -9 in the middle.
@Suite(.serialized, .closing) struct KilledTurnTests {
    private static let accounts = Proofs.scale(gate: 80, proof: 400)

    @Test func everyDayIsTurnedOnce() async throws {
        let town = try await Town(servers: 2, on: OneServer())
        let ledger = Ledger(database: town.database, announcements: Announcements(), projections: [DayBoundaries()])
        let yesterday = Instant.now().utcDate.adding(days: -1)
        let evening = Instant.now().adding(milliseconds: -2 * Instant.dayLength)
        var accounts: [Identifier] = []
        for _ in 0..<Self.accounts {
            let account = try await town.move(in: 0).account
            accounts.append(account)
            // Days ahead, so that nothing is due before all is there.
            _ = try await ledger.push(plan(of: account, on: yesterday, at: evening), to: account)
        }
        // Killed with a part done and a part on its way: one account is held until then, so that a watcher who is slow
        // to look does not find all of it over.
        try await town.database.transaction(attempts: 1) { transaction in
            try await transaction.run(
                "SELECT 1 FROM account_clock WHERE account_id = \(accounts[Self.accounts / 2]) FOR UPDATE")
            try await town.database.write("UPDATE day_turn SET due_at = \(evening)")
            let left = try await waitUntil(town) { $0 < Self.accounts - 20 }
            #expect(left > 0, "nobody waits for the account's lock")
            town.kill(0)
        }
        try await town.restart(0)
        _ = try await waitUntil(town) { $0 == 0 }

        for account in accounts {
            let evidence = try await town.evidence(of: account)
            #expect(evidence.slice == evidence.replayed)
            #expect(evidence.slice.tasks.values.allSatisfy { $0.carryCount == 1 && $0.region == .backlog })
            // The setting, two tasks, two rollovers.
            #expect(evidence.ledger.count == 5)
        }
        let (_, complaints) = await town.close()
        #expect(!complaints.contains("not turned"), "\(complaints)")
    }

    private func plan(of account: Identifier, on date: CalendarDate, at time: Instant) -> Push {
        let device = Identifier.random()
        func task(_ counter: UInt16) -> SyncOperation {
            SyncOperation(
                opId: .random(), id: .random(), at: HybridTime(time, counter: counter, device: device),
                fields: [
                    JSONMember("title", "t"), JSONMember("region", "morning"), JSONMember("bucket", "misc"),
                    JSONMember("scheduledDate", .string(date.text)),
                ])
        }
        return Push(operations: [
            SyncOperation(
                opId: .random(), entity: .settings, id: account, at: HybridTime(time, device: device),
                fields: [JSONMember("rollover", "backlog")]),
            task(1), task(2),
        ])
    }

    /// How many accounts are due, once it is as wanted.
    private func waitUntil(_ town: Town, _ isEnough: (Int) -> Bool) async throws -> Int {
        let end = ContinuousClock.now + .seconds(120)
        while true {
            let rows = try await town.database.read("SELECT count(*) FROM day_turn WHERE due_at <= \(Instant.now())")
            let due = try rows[0].decode(0, as: Int.self)
            if isEnough(due) { return due }
            guard ContinuousClock.now < end else { throw Flaw("\(due) accounts are still due") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
