import DaybookCore
import Postgres
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestPostgres
@testable import TestStore

/// Asking together how far accounts have come.
@Suite(.closing) struct AccountPositionsTests {
    private func open(accounts count: UInt64) async throws -> (Database, AccountPositions, [Identifier]) {
        let database = try await openMigrated()
        let accounts = (1...count).map { Identifier(high: 0xACC, low: $0) }
        for account in accounts { try await SomeAccount.begin(account, in: database) }
        try await database.write(
            "UPDATE account_clock SET revision = get_byte(uuid_send(account_id), 15) WHERE account_id = ANY(\(accounts))"
        )
        return (database, AccountPositions(database), accounts)
    }

    /// Everybody gets the answer about their own account, in the order in which they asked.
    private func ask(_ positions: AccountPositions, _ accounts: [Identifier], on database: Database) async throws
        -> [Int64?]
    {
        try await withThrowingTaskGroup { group in
            for (place, account) in accounts.enumerated() {
                group.addTask(executorPreference: database.reactors.reactors[0]) {
                    (place, try await positions.position(of: account)?.revision)
                }
            }
            var revisions = [Int64?](repeating: nil, count: accounts.count)
            for try await (place, revision) in group { revisions[place] = revision }
            return revisions
        }
    }

    @Test(.enabled(if: !TestPostgres.isSpread)) func manyGoInFewStatements() async throws {
        let (database, positions, accounts) = try await open(accounts: 200)
        let before = database.statistics.queries
        let nobody = Identifier.random()
        let revisions = try await ask(positions, accounts + [nobody, accounts[0]], on: database)
        #expect(revisions == (1...200).map { Int64($0) } + [nil, 1])
        let statements = database.statistics.queries - before
        #expect(statements < 20, "\(statements)")
    }

    @Test func oneAloneIsAnsweredToo() async throws {
        let (database, positions, accounts) = try await open(accounts: 1)
        #expect(try await ask(positions, [accounts[0]], on: database) == [1])
        // Off the reactors as well.
        #expect(try await positions.position(of: accounts[0])?.revision == 1)
        #expect(try await positions.position(of: .random()) == nil)
    }

    /// Who asks for all others may leave.
    @Test func theOthersAreAnsweredWhereTheFirstLeaves() async throws {
        let (database, positions, accounts) = try await open(accounts: 40)
        for _ in 0..<20 {
            let reactor = database.reactors.reactors[0]
            let leaving = Task(executorPreference: reactor) { try await positions.position(of: accounts[0]) }
            let others = Task { try await ask(positions, accounts, on: database) }
            leaving.cancel()
            _ = await leaving.result
            #expect(try await others.value == (1...40).map { Int64($0) })
        }
    }

    @Test func aDatabaseThatIsGoneIsToldToEach() async throws {
        let (database, positions, accounts) = try await open(accounts: 10)
        await database.close()
        for account in accounts {
            await #expect(throws: PostgresError.self) { try await positions.position(of: account) }
        }
        await #expect(throws: PostgresError.self) { _ = try await ask(positions, accounts, on: database) }
    }
}
