import DaybookCore
import Postgres
import Synchronization
import Testing

@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// What fails for one account of a group, at every step of the way, is its own: the others are done, once.
@Suite(.closing) struct LaneFailureTests {
    private let house: LaneHouse

    init() async throws { house = try await LaneHouse.open(accounts: 5) }

    /// Changes of five accounts meet, and the third fails. Answers what became of that.
    private func third(
        in other: LaneHouse? = nil, meanwhile: ([Task<PushResult, any Error>]) async throws -> Void = { _ in },
        afterwards: () async throws -> Void = {}, _ change: @escaping @Sendable (Identifier) async throws -> PushResult
    ) async throws -> Result<PushResult, any Error> {
        let house = other ?? house
        let before = try await house.lines(of: house.accounts[2])
        var changes: [@Sendable () async throws -> PushResult] = house.accounts.indices.map { place in
            { try await house.ledger.push(house.push(7, to: place), to: house.accounts[place]) }
        }
        changes[2] = { try await change(house.accounts[2]) }
        let results = try await house.together(changes, meanwhile: meanwhile)
        try await afterwards()
        for place in [0, 1, 3, 4] {
            let commit = try #require(try results[place].get().merged, "account \(place)")
            #expect(commit.outcomes == [.applied] && commit.revision == 1)
            #expect(try await house.lines(of: house.accounts[place]) == 1)
            // Known from now on.
            let again = try #require(
                try await house.ledger.push(house.push(7, to: place), to: house.accounts[place]).merged)
            #expect(again.outcomes == [.applied] && again.entries.isEmpty)
        }
        if case .failure = results[2] { #expect(try await house.lines(of: house.accounts[2]) == before) }
        #expect(house.ledger.lanes.free == 1 && house.ledger.lanes.waiting == 0)
        return results[2]
    }

    private struct Refusal: Error {}

    /// A change of one new task, with a statement beside it.
    private func change(_ account: Identifier, alongside statement: Query) async throws -> PushResult {
        try await house.ledger.change(account) { _ in
            var decision = Decision(Push(operations: [house.newTask(1, of: account)]))
            decision.alongside = [statement]
            return decision
        }.result
    }

    @Test func noAccount() async throws {
        let result = try await third { _ in
            try await house.ledger.push(house.push(1, to: 2), to: Identifier(high: 9, low: 9))
        }
        guard case .noAccount = try result.get() else { return _ = Issue.record("\(result)") }
    }

    /// Somebody else has the clock of one account: the others do not wait for it.
    @Test func aLockedAccount() async throws {
        let task = Mutex<Task<PushResult, any Error>?>(nil)
        try await house.withLock(of: house.accounts[2]) {
            let changes: [@Sendable () async throws -> PushResult] = [0, 1, 3].map { place in
                { try await house.ledger.push(house.push(1, to: place), to: house.accounts[place]) }
            }
            let results = try await house.together(changes) { _ in
                let locked = Task { try await house.ledger.push(house.push(1, to: 2), to: house.accounts[2]) }
                task.withLock { $0 = locked }
                while house.ledger.lanes.waiting < 4 { await Task.yield() }
            }
            // Done while the lock is still had.
            for result in results { #expect(throws: Never.self) { try result.get() } }
            #expect(house.ledger.figures.largest == 4)
        }
        #expect(try await task.withLock(\.self)?.value.merged?.revision == 1)
    }

    @Test func aRowThatCannotBeRead() async throws {
        _ = try await house.ledger.push(house.push(1, to: 2), to: house.accounts[2])
        let result = try await third { _ in
            try await house.database.write(of: house.accounts[2], #"UPDATE task SET unknown = '{"not":"ours"}'"#)
        } afterwards: {
            try await house.database.write(of: house.accounts[2], "UPDATE task SET unknown = NULL")
        } _: { account in
            try await house.ledger.push(house.push(1, to: 2, as: 2), to: account)
        }
        #expect(throws: PostgresError.self) { try result.get() }
    }

    @Test func aDecisionThatRefuses() async throws {
        let result = try await third { account in
            try await house.ledger.change(account) { _ -> Decision<Void> in throw Refusal() }.result
        }
        #expect(throws: Refusal.self) { try result.get() }
    }

    @Test func aDecisionWithoutEnd() async throws {
        let result = try await third { account in
            try await house.ledger.change(account) { _ -> Decision<Void> in
                var needs = SliceNeeds()
                needs.tasks = [.random()]
                throw UnseenRows(needs: needs)
            }.result
        }
        #expect(throws: EndlessLooking.self) { try result.get() }
    }

    @Test func aCursorThatIsGone() async throws {
        let result = try await third { account in
            try await house.ledger.push(
                house.push(1, to: 2), to: account, continuing: SyncCursor(epoch: .random(), revision: 1))
        }
        #expect(throws: LedgerRefusal.self) { try result.get() }
    }

    @Test func aQuotaOfWhatIsDoneWhole() async throws {
        let house = try await LaneHouse.open(accounts: 5, quotas: Quotas(tasks: 1, bytes: 0))
        let result = try await third(in: house) { account in
            try await house.ledger.change(account) { _ in
                var decision = Decision(Push(operations: (1...2).map { house.newTask($0, of: account) }))
                decision.isWhole = true
                return decision
            }.result
        }
        #expect(throws: LedgerRefusal.self) { try result.get() }
    }

    /// Where PostgreSQL refuses what one wrote, all of them are written one by one.
    @Test func aStatementThatFails() async throws {
        let result = try await third { account in
            try await change(account, alongside: "SELECT 1 / (SELECT count(*) FROM task WHERE title = 'Nothing')")
        }
        let error = #expect(throws: PostgresError.self) { try result.get() }
        #expect(error?.sqlState == .divisionByZero)
    }

    /// The name of what the server concludes from one is there already, by a device that made it up.
    @Test func aNameThatIsTaken() async throws {
        let account = house.accounts[2]
        let (task, placing) = (house.newTask(1, of: account), Identifier(high: account.low, low: 3))
        let madeUp = SyncOperation(
            opId: .derived(.placing, placing.high, placing.low, task.id.high, task.id.low), id: task.id,
            at: HybridTime(.now(), device: account), fields: [JSONMember("priority", 2)])
        _ = try await house.ledger.push(Push(operations: [task, madeUp]), to: account)
        let result = try await third { account in
            let told = SyncOperation(
                opId: placing, id: task.id, at: HybridTime(.now(), device: account),
                fields: [JSONMember("region", "morning")])
            return try await house.ledger.push(Push(operations: [told]), to: account)
        }
        #expect(try result.get().merged?.outcomes == [.applied])
        #expect(try await house.lines(of: account) == 4)
    }

    @Test func aTextThatCannotBeSent() async throws {
        let result = try await third { account in try await change(account, alongside: "SELECT \("\0")") }
        guard case .failure(PostgresError.nullCharacter) = result else { return _ = Issue.record("\(result)") }
    }

    @Test func aCallerThatLeavesWhileItWaits() async throws {
        let result = try await third(meanwhile: { $0[2].cancel() }) { account in
            try await house.ledger.push(house.push(1, to: 2), to: account)
        }
        guard case .failure(PostgresError.cancelled) = result else { return _ = Issue.record("\(result)") }
    }

    /// Before anything is written it drops out.
    @Test func aCallerThatLeavesBeforeItIsWritten() async throws {
        let task = Mutex<Task<PushResult, any Error>?>(nil)
        let result = try await third(meanwhile: { tasks in task.withLock { $0 = tasks[2] } }) { account in
            try await house.ledger.change(account) { _ in
                task.withLock { $0?.cancel() }
                return Decision(Push(operations: [house.newTask(1, of: account)]))
            }.result
        }
        guard case .failure(PostgresError.cancelled) = result else { return _ = Issue.record("\(result)") }
    }

    /// After that it is written to the end, and nobody's statements are cancelled.
    @Test func aCallerThatLeavesWhileItIsWritten() async throws {
        let task = Mutex<Task<PushResult, any Error>?>(nil)
        let ofTheLock: Query = """
            SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
            WHERE datname = current_database() AND locktype = 'advisory' AND objid = 15
            """
        let leaver = Task {
            // Until the group's last statement waits for this lock.
            try await house.database.transaction { transaction in
                try await transaction.run("SELECT pg_advisory_xact_lock(15)")
                while try await house.isEmpty("\(ofTheLock) AND NOT granted") {}
                task.withLock { $0?.cancel() }
            }
        }
        while try await house.isEmpty(ofTheLock) {}
        let result = try await third(meanwhile: { tasks in task.withLock { $0 = tasks[2] } }) { account in
            try await change(account, alongside: "SELECT pg_advisory_xact_lock(15)")
        }
        try await leaver.value
        #expect(try result.get().merged?.revision == 1)
        #expect(try await house.lines(of: house.accounts[2]) == 1)
    }

    /// The connection is killed while all are written: whoever is told of an error sends again, and everything is there
    /// once.
    @Test func aConnectionThatIsKilled() async throws {
        let changes: [@Sendable () async throws -> PushResult] = house.accounts.enumerated().map { place, account in
            {
                try await house.ledger.change(account) { _ in
                    var decision = Decision(Push(operations: [house.newTask(1, of: account)]))
                    if place == 2 { decision.alongside = ["SELECT pg_terminate_backend(pg_backend_pid())"] }
                    return decision
                }.result
            }
        }
        let results = try await house.together(changes)
        #expect(throws: PostgresError.self) { try results[2].get() }
        for (place, account) in house.accounts.enumerated() where place != 2 {
            let commit = try #require(try await house.ledger.push(house.push(1, to: place), to: account).merged)
            #expect(commit.outcomes == [.applied] && commit.revision == 1)
            if case .success = results[place] { #expect(commit.entries.isEmpty) }
            #expect(try await house.lines(of: account) == 1)
        }
        #expect(try await house.lines(of: house.accounts[2]) == 0)
        #expect(house.ledger.lanes.free == 1 && house.ledger.lanes.waiting == 0)
    }
}
