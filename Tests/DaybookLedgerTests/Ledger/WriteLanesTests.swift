import DaybookCore
import Postgres
import Seeds
import Synchronization
import TestWire
import Testing

@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// Changes of several accounts in one transaction.
@Suite(.closing) struct WriteLanesTests {
    /// `DAYBOOK_SEED` replays.
    @Test(arguments: RandomSeed.all(for: "WriteLanesTests/changesThatGoTogetherComeToWhatTheyWouldOneByOne"))
    func changesThatGoTogetherComeToWhatTheyWouldOneByOne(seed: RandomSeed) async throws {
        let house = try await LaneHouse.open(accounts: 5)
        let epoch = try await house.database.read("SELECT epoch FROM instance").decode(Identifier.self)[0]
        var references = house.accounts.map { ServerAccount(account: $0, epoch: epoch) }
        var pushes = house.accounts.enumerated().map { place, account in
            var pushes = RandomPushes(seed: seed.value &+ UInt64(place), account: account)
            pushes.epoch = epoch
            return pushes
        }
        for _ in 0..<60 {
            var expected: [MergeResult] = []
            var changes: [@Sendable () async throws -> PushResult] = []
            for (place, account) in house.accounts.enumerated() {
                pushes[place].revision = references[place].slice.revision
                let push = pushes[place].next()
                let now = pushes[place].now
                expected.append(references[place].push(push, now: now))
                changes.append { try await house.ledger.push(push, to: account, now: now) }
            }
            for (expected, result) in zip(expected, try await house.together(changes)) {
                switch (expected, try result.get()) {
                case (.merged(let merged), .merged(let commit)):
                    #expect(commit.outcomes == merged.outcomes, "\(seed)")
                    #expect(commit.entries == merged.entries, "\(seed)")
                case (.massDeleteRefused(let deletions, let total), .massDeleteRefused(let deleted, let of)):
                    #expect(deletions == deleted && total == of)
                default: Issue.record("\(expected) but \(result), \(seed)")
                }
            }
        }
        for (account, reference) in zip(house.accounts, references) {
            let stored = try await StoredAccount(account, in: house.database)
            #expect(stored == StoredAccount(reference), "\(seed)")
            _ = try await house.lines(of: account)
        }
        // Some of them were better alone; most went together.
        #expect(house.ledger.figures.largest > 2)
    }

    @Test func whatWaitsGoesSixteenAtATimeInTheOrderInWhichItCame() async throws {
        let house = try await LaneHouse.open(accounts: 40)
        let order = Mutex<[Identifier]>([])
        let changes: [@Sendable () async throws -> PushResult] = house.accounts.map { account in
            {
                try await house.ledger.change(account) { _ in
                    order.withLock { $0.append(account) }
                    return Decision(Push(operations: [house.newTask(1, of: account)]))
                }.result
            }
        }
        let results = try await house.together(changes)
        for result in results { #expect(throws: Never.self) { try result.get() } }
        let decided = order.withLock { $0 }
        for (start, count) in [(0, 16), (16, 16), (32, 8)] {
            #expect(Set(decided[start..<start + count]) == Set(house.accounts[start..<start + count]))
        }
        #expect(house.ledger.figures.largest == 16)
        #expect(house.ledger.lanes.free == 1 && house.ledger.lanes.waiting == 0)
    }

    @Test func whoeverBringsMuchNeedsNoLane() async throws {
        let house = try await LaneHouse.open(accounts: 3)
        let many = (1...200).map { house.newTask($0, of: house.accounts[0]) }
        var list = SliceNeeds()
        list.tasksOfLists = [Identifier(high: 1, low: 1)]
        let nobody: [@Sendable () async throws -> Bool] = []
        _ = try await house.together(nobody) { _ in
            // The one lane is held.
            let result = try await house.ledger.push(Push(operations: many), to: house.accounts[0])
            #expect(result.merged?.entries.count == 200)
            _ = try await house.ledger.change(house.accounts[1], seeing: list) { _ in
                Decision(Push(operations: []))
            }
        }
    }

    /// What turns out to be much while it is loaded leaves the others, and is done all the same.
    @Test func whatTurnsOutToBeMuchLeavesTheOthers() async throws {
        let house = try await LaneHouse.open(accounts: 3)
        let attempts = Mutex(0)
        var changes: [@Sendable () async throws -> PushResult] = house.accounts.indices.map { place in
            { try await house.ledger.push(house.push(1, to: place), to: house.accounts[place]) }
        }
        changes[1] = {
            try await house.ledger.change(house.accounts[1]) { _ in
                attempts.withLock { $0 += 1 }
                return Decision(Push(operations: (1...100).map { house.newTask($0, of: house.accounts[1]) }))
            }.result
        }
        let results = try await house.together(changes)
        for result in results { #expect(throws: Never.self) { try result.get() } }
        #expect(attempts.withLock { $0 } == 2)
        #expect(try await house.lines(of: house.accounts[0]) == 1)
        #expect(try await house.lines(of: house.accounts[1]) == 100)
        #expect(try await house.lines(of: house.accounts[2]) == 1)
        #expect(house.ledger.figures.largest == 4)
    }

    /// What each asks beside rows is answered to it alone, and of its own account.
    @Test func questionsAreAnsweredInAGroup() async throws {
        let house = try await LaneHouse.open(accounts: 3)
        for (place, account) in house.accounts.enumerated() {
            for number in 0..<UInt64(place) {
                let task = house.newTask(number + 1, of: account)
                _ = try await house.ledger.push(Push(operations: [task]), to: account)
            }
        }
        let changes: [@Sendable () async throws -> Int64] = house.accounts.map { account in
            {
                var request = LedgerRequest(of: account, now: .now())
                request.question = "SELECT count(*) FROM change WHERE account_id = \(account)"
                return try await house.ledger.change(request) { sight in
                    let count: Int64 = try #require(sight.answers)[0].decode(0)
                    return Decision(Push(operations: [house.newTask(9, of: account)]), answer: count)
                }.answer
            }
        }
        let answers = try await house.together(changes)
        #expect(try answers.map { try $0.get() } == [0, 1, 2])
        #expect(house.ledger.figures.largest > 2)
    }

    /// The scope of a transaction names its accounts and nobody else's.
    @Test func theScopeIsThatOfTheGroup() async throws {
        let house = try await LaneHouse.open(accounts: 3)
        for place in 0..<3 { _ = try await house.ledger.push(house.push(1, to: place), to: house.accounts[place]) }
        let group = Array(house.accounts.prefix(2))
        let stranger = house.accounts[2]
        try await house.database.transaction { transaction in
            try await transaction.run(Query.lockedClocks(of: group))
            for table in ["task", "change", "account_settings"] {
                let seen = try await transaction.run(
                    "SELECT DISTINCT account_id FROM \(unsafeSQL: table) ORDER BY account_id")
                #expect(try seen.map { row in try row.decode(0, as: Identifier.self) } == group, "\(table)")
            }
            let changed = try await transaction.run("UPDATE task SET title = 'mine' WHERE account_id = \(stranger)")
            #expect(changed.affected == 0)
        }
        let error = await #expect(throws: PostgresError.self) {
            try await house.database.transaction(attempts: 1) { transaction in
                try await transaction.run(
                    Query.lockedClocks(of: group) + [
                        """
                        INSERT INTO completion (account_id, task_id, completed_at, created_at)
                        VALUES (\(stranger), \(stranger), now(), now())
                        """
                    ])
            }
        }
        #expect(error?.sqlState?.description == "42501")
        // What was named ends with the transaction.
        #expect(try await house.isEmpty("SELECT FROM task"))
    }

    /// Somebody else has the clocks of as many accounts as there are lanes, and their changes wait for them.
    @Test func aLaneThatIsHeldForLongIsGivenUp() async throws {
        let house = try await LaneHouse.open(accounts: 3)
        let (others, _) = try openStorage(url: house.database.configuration.url)
        let ledger = Ledger(database: house.database, announcements: Announcements())
        let lanes = ledger.lanes.free
        try #require(lanes == 2)
        let held = try await others.transaction(attempts: 1) { transaction in
            let locked = Array(house.accounts[..<lanes])
            try await transaction.run("SELECT 1 FROM account_clock WHERE account_id = ANY(\(locked)) FOR UPDATE")
            let held = (0..<lanes).map { place in
                Task { try await ledger.push(house.push(1, to: place), to: house.accounts[place]) }
            }
            while ledger.lanes.free > 0 { await Task.yield() }
            // Answered although nobody has given a lane back.
            _ = try await ledger.push(house.push(1, to: 2), to: house.accounts[2])
            return held
        }
        for task in held { #expect(try await task.value.merged?.entries.count == 1) }
        await eventually { ledger.lanes.free == lanes && ledger.lanes.waiting == 0 }
    }

    @Test func moreThanOneTransactionIsUnderWayWhereThereAreLanes() async throws {
        let house = try await LaneHouse.open(accounts: 2)
        let ledger = Ledger(database: house.database, announcements: Announcements(), lanes: 2)
        let first = try await house.withLock(of: house.accounts[0]) {
            let held = Task { try await ledger.push(house.push(1, to: 0), to: house.accounts[0]) }
            while ledger.lanes.free > 1 { await Task.yield() }
            // The other lane is free, and nobody waits for the first.
            _ = try await ledger.push(house.push(1, to: 1), to: house.accounts[1])
            return held
        }
        #expect(try await first.value.merged?.entries.count == 1)
    }

    /// A crowd has gone through the lanes, and one of them is still held: whoever comes next waits for others, and goes
    /// when none come.
    @Test func whoWaitsForCompanyInVainGoesAlone() async throws {
        let house = try await LaneHouse.open(accounts: 9)
        let ledger = Ledger(database: house.database, announcements: Announcements(), lanes: 2)
        let push: @Sendable (Int) -> Task<PushResult, any Error> = { place in
            Task { try await ledger.push(house.push(1, to: place), to: house.accounts[place]) }
        }
        let first = try await house.withLock(of: house.accounts[0]) {
            let first = push(0)
            let crowd = try await house.withLock(of: house.accounts[1]) {
                let second = push(1)
                while ledger.lanes.free > 0 { await Task.yield() }
                let others = (2..<8).map(push)
                while ledger.lanes.waiting < others.count { await Task.yield() }
                return [second] + others
            }
            for one in crowd { #expect(try await one.value.merged?.entries.count == 1) }
            #expect(ledger.lanes.share > 1)
            #expect(try await push(8).value.merged?.entries.count == 1)
            return first
        }
        #expect(try await first.value.merged?.entries.count == 1)
        #expect(ledger.lanes.free == 2 && ledger.lanes.waiting == 0)
    }
}
