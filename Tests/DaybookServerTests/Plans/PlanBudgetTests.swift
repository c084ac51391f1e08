import DaybookCore
import Postgres
import Testing

@testable import DaybookStore

extension PlanTests {
    /// The budget itself: what it finds, and what it lets pass.
    @Suite struct PlanBudgetTests {
        private let account = CrowdedDatabase.account

        private func complaint(
            _ budget: PlanBudget, about query: Query, under account: Identifier = CrowdedDatabase.account
        ) async throws -> String {
            try await budget.complaints { database in _ = try await database.read(of: account, query) }.first ?? "none"
        }

        @Test func aRowByItsKeyPasses() async throws {
            let query: Query =
                "SELECT title FROM task WHERE account_id = \(account) AND task_id = \(CrowdedDatabase.task(7))"
            #expect(try await complaint(PlanBudget(buffers: 6, indexes: "task_pkey"), about: query) == "none")
            #expect(try await complaint(PlanBudget(buffers: 2), about: query).hasPrefix("touches "))
            #expect(
                try await complaint(PlanBudget(buffers: 6, indexes: "task_by_list"), about: query)
                    == "task_by_list is not used; these are: task_pkey")
        }

        @Test func aStatementWithoutAnIndexOfItsOwnIsFound() async throws {
            let wide = PlanBudget(buffers: 1_000_000)
            let titles: Query =
                "SELECT task_id FROM task WHERE account_id = \(account) AND title = 'Water the plants 7'"
            #expect(
                try await complaint(PlanBudget(buffers: 100), about: titles).hasPrefix("touches "),
                "it reads the account")
            #expect(
                try await complaint(wide, about: "SELECT count(*) FROM account_clock WHERE live_tasks = 7").hasPrefix(
                    "reads all of account_clock"))
            #expect(
                try await complaint(wide, about: "SELECT 1 FROM account WHERE is_demo").hasPrefix(
                    "reads all of account"))
        }

        @Test func nothingSentIsNoSuccess() async throws {
            let complaints = try await PlanBudget(buffers: 1).complaints { _ in }
            #expect(complaints == ["no statement was sent"])
        }
    }
}
