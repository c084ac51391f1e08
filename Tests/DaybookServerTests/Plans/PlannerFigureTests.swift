import DaybookCore
import Testing

@testable import TestStore

extension PlanTests {
    /// What PostgreSQL thinks before it has seen any parameter.
    @Suite struct PlannerFigureTests {
        @Test func plansAreMadeForALargeAccount() async throws {
            let crowd = try await CrowdedDatabase.shared
            let figures = try crowd.server.query(
                """
                SELECT tablename, n_distinct::int FROM pg_stats WHERE attname = 'account_id'
                    AND tablename IN ('task', 'change', 'list', 'completion', 'dav_resource')
                """, database: CrowdedDatabase.name)
            #expect(figures.count == 5)
            for figure in figures { #expect(figure[1] == "80", "\(figure)") }
        }

        /// One plan for all accounts finds the rows of one, as the plans made for it do.
        @Test func thePlanOfAllAccountsReadsTheRowsOfOne() async throws {
            try await PlanBudget(buffers: 120, indexes: "task_pkey", "change_account_id_op_id_key").holds(
                with: "plan_cache_mode=force_generic_plan"
            ) { database in
                let desk = try FrontDesk(database)
                let task = "/v1/tasks/\(CrowdedDatabase.task(48).text)"
                try await desk.ask("PATCH", task, #"{"title":"\#(Identifier.random().text)"}"#)
                try await desk.ask("PATCH", task, #"{"listId":"\#(CrowdedDatabase.list(8).text)"}"#)
            }
        }
    }
}
