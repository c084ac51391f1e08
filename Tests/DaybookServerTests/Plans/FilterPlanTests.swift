import DaybookCore
import HTTP
import Postgres
import Testing

@testable import DaybookAPI
@testable import TestAccounts

extension PlanTests {
    /// What filters cost in an account with 10,000 tasks among many others.
    @Suite struct FilterPlanTests {
        private static let noon = Instant("2026-11-21T12:00:00.000Z")!

        /// Each finds its tasks in one index and reads their rows by their keys, which is four pages a task (three of
        /// them in memory): about 130, 1,650, 100, 100, none and 1,250 tasks.
        @Test(
            arguments: [
                ("list:%22List%207%22", 600, "task_filed_in_list"), ("open%20inbox%20plants", 6_900, "task_unfiled"),
                ("date:today..%2B7d%20and%20water", 450, "task_filed_by_date"),
                ("open%20date:today..%2B7d", 450, "task_open_of_date"), ("overdue", 60, "task_open_due"),
                ("open%20region:morning%20category:home&sort=due", 5_300, "task_in_region"),
            ] as [(String, Int64, String)])
        func filtersReadWhatTheirIndexFinds(_ filter: String, _ buffers: Int64, _ index: String) async throws {
            try await CrowdedDatabase.shared.vacuum()
            try await PlanBudget(buffers: buffers, indexes: index).holds { database in
                let answer = try await Self.answer(filter, database)
                #expect(answer["readsAccount"] == .bool(false))
            }
        }

        /// Others say that they read the account, in its order, and no further than one request may.
        @Test(arguments: ["needle", "not%20water", "due:any%20or%20today"])
        func othersSayThatTheyReadTheAccount(_ filter: String) async throws {
            let most = Int64(FilteredView.mostRead) + 600
            try await PlanBudget(buffers: most, indexes: "task_by_order").holds { database in
                let answer = try await Self.answer(filter, database)
                #expect(answer["readsAccount"] == .bool(true))
            }
        }

        private static func answer(_ filter: String, _ database: Database) async throws -> JSONValue {
            let reader = ViewReader(database, now: { noon })
            let tasks = FilteredTasks(reader: reader, all: ReadPage(database: database))
            let request = Request("GET", "/v1/tasks?limit=50&filter=\(filter)")
            let response = try await tasks.answer(request, CrowdedDatabase.principal)
            guard case .bytes(let bytes) = response.body, response.status == .ok else { throw Problem(.notFound) }
            return try JSONValue(json: bytes)
        }
    }
}
