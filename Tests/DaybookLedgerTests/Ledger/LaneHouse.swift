import DaybookCore
import Postgres
import Seeds
import Synchronization
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// Accounts whose changes meet: the ledger has one lane, and it is held until all that is to go together waits.
struct LaneHouse: Sendable {
    let database: Database
    let ledger: Ledger
    let accounts: [Identifier]
    /// Whose change holds the lane.
    private let holder = Identifier(high: 0xACC, low: 0)

    static func open(accounts count: Int, quotas: Quotas = .none) async throws -> LaneHouse {
        let database = try await openMigrated()
        let ledger = Ledger(
            database: database, announcements: Announcements(), quotas: quotas, lanes: 1, projections: [DayBoundaries()]
        )
        let shards = AccountShards(database)
        var accounts: [Identifier] = []
        var number: UInt64 = 0
        while accounts.count < count {
            number += 1
            let account = Identifier(high: 0xACC, low: number)
            // Where tables are spread only accounts of one part meet.
            if let first = accounts.first, try await shards.shard(of: account) != shards.shard(of: first) { continue }
            accounts.append(account)
        }
        let house = LaneHouse(database: database, ledger: ledger, accounts: accounts)
        for account in accounts + [house.holder] { try await SomeAccount.begin(account, in: database) }
        return house
    }

    /// Begins the changes while the lane is held, each when the one before waits (or is done, where it needs no lane),
    /// and lets them go.
    func together<Answer: Sendable>(
        _ changes: [@Sendable () async throws -> Answer],
        meanwhile: ([Task<Answer, any Error>]) async throws -> Void = { _ in }
    ) async throws -> [Result<Answer, any Error>] {
        var tasks: [Task<Answer, any Error>] = []
        let done = Mutex(0)
        let held = try await withLock(of: holder) {
            let held = Task { try await ledger.push(Push(operations: []), to: holder) }
            while ledger.lanes.free > 0 { try await Task.sleep(for: .milliseconds(1)) }
            for change in changes {
                let counted: @Sendable () async throws -> Answer = {
                    defer { done.withLock { $0 += 1 } }
                    return try await change()
                }
                tasks.append(Task(operation: counted))
                while ledger.lanes.waiting + done.withLock(\.self) < tasks.count {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            try await meanwhile(tasks)
            return held
        }
        _ = try await held.value
        var results: [Result<Answer, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    /// Somebody else, another process perhaps, has the account's clock.
    func withLock<Outcome: Sendable>(
        of account: Identifier, _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        try await database.transaction(attempts: 1) { transaction in
            try await transaction.run("SELECT 1 FROM account_clock WHERE account_id = \(account) FOR UPDATE")
            return try await body()
        }
    }

    func newTask(_ number: UInt64, of account: Identifier, title: String = "Water the plants") -> SyncOperation {
        SyncOperation(
            opId: Identifier(high: account.low, low: number), id: Identifier(high: account.low, low: number),
            at: HybridTime(.now(), device: account), fields: [JSONMember("title", .string(title))])
    }

    /// A push of one new task to the account at that place; as another operation it names the same task again.
    func push(_ number: UInt64, to place: Int, as operation: UInt64? = nil) -> Push {
        let account = accounts[place]
        var task = newTask(number, of: account)
        if let operation { task.opId = Identifier(high: account.low, low: operation) }
        return Push(operations: [task])
    }

    func isEmpty(_ query: Query) async throws -> Bool { try await database.read(query).isEmpty }

    /// How many lines an account's ledger has, and that nothing of it is wrong.
    func lines(of account: Identifier) async throws -> Int {
        let flaws = try await AccountCheck(ledger, account).run()
        #expect(flaws.isEmpty, "\(RandomSeed.current)")
        return try await StoredAccount(account, in: database).entries.count
    }
}
