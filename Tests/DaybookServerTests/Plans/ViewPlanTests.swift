import DaybookCore
import HTTP
import Postgres
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import TestAccounts

extension PlanTests {
    /// What views cost in an account with 10,000 tasks among many others.
    @Suite struct ViewPlanTests {
        private static let noon = Instant("2026-11-21T12:00:00.000Z")!

        /// Each view in pages of fifty, behind its own settings and the account's clock.
        @Test(
            arguments: [
                ("inbox", 110, "task_unfiled"), ("inbox?rule=unlisted", 90, "task_unfiled"),
                ("today", 40, "task_filed_by_date"),
                ("upcoming", 90, "task_filed_by_date"), ("overdue", 40, "task_open_due"),
                ("board", 500, "task_in_region"),
                ("widget", 120, "task_open_due"), ("completed", 300, "completion_by_time"),
                // These sort what they find, which is some two thousand tasks, in the index, and read what they show.
                ("past", 350, "task_open_of_date"), ("backlog", 450, "task_in_region"),
            ] as [(String, Int64, String)])
        func viewsReadTheirPage(_ view: String, _ buffers: Int64, _ index: String) async throws {
            let paged =
                ["board", "widget"].contains(view) ? view : view + (view.contains("?") ? "&" : "?") + "limit=50"
            try await CrowdedDatabase.shared.vacuum()
            try await PlanBudget(buffers: buffers, indexes: index).holds { database in
                _ = try await Self.answer(paged, database)
            }
        }

        /// Pages in the middle are found through the index, and not by reading what comes before.
        @Test(arguments: [("upcoming", 180), ("completed", 300)] as [(String, Int64)])
        func aPageInTheMiddleCostsWhatTheFirstDoes(_ view: String, _ buffers: Int64) async throws {
            let budget = PlanBudget(buffers: buffers)
            try await budget.holds { database in
                let first = try await Self.answer("\(view)?limit=50", database)
                guard case .string(let cursor)? = first["nextCursor"] else { throw Problem(.notFound) }
                _ = try await Self.answer("\(view)?limit=50&cursor=\(cursor)", database)
            }
        }

        /// 304 asks the account's clock and nothing else.
        @Test func unchangedAsksTheClockAlone() async throws {
            let plans = try await PlanBudget.plans { database in
                let reader = ViewReader(database, now: { Self.noon })
                let request = Request("GET", "/v1/views/today")
                let first = try await reader.answer(TodayView(request), request, CrowdedDatabase.principal)
                let held = Request("GET", "/v1/views/today", fields: ["if-none-match": first.fields["etag"] ?? ""])
                let again = try await reader.answer(TodayView(held), held, CrowdedDatabase.principal)
                #expect(again.status == .notModified)
            }
            let last = try #require(plans.last)
            #expect(Set(last.root.all.compactMap(\.relation)) == ["account_clock", "instance"])
            #expect(last.root.buffers <= 6)
        }

        /// What is kept from assistants is left out through the same indexes; of lists, which are few, all are read.
        @Test(
            arguments: [
                ("today?limit=50", 700, "task_filed_by_date"), ("overdue?limit=50", 300, "task_open_due"),
                ("board", 2_000, "task_in_region"),
                ("lists/\(CrowdedDatabase.list(7).text)?limit=50", 400, "list_pkey"),
            ] as [(String, Int64, String)])
        func anAssistantReadsThroughTheSameIndexes(_ view: String, _ buffers: Int64, _ index: String) async throws {
            try await CrowdedDatabase.shared.vacuum()
            try await PlanBudget(buffers: buffers, indexes: index).holds { database in
                _ = try await Self.answer(view, database, as: CrowdedDatabase.principal.asAssistant)
            }
        }

        @Test func anAssistantReadsTheHistoryRowByRow() async throws {
            try await PlanBudget(buffers: 600, indexes: "task_pkey").holds { database in
                let history = ReadHistory(database: database)
                for query in ["", "&cursor=5000", "&task=\(CrowdedDatabase.task(77).text)"] {
                    let request = Request("GET", "/v1/history?limit=20\(query)")
                    _ = try await history.answer(request, CrowdedDatabase.principal.asAssistant)
                }
            }
        }

        private static func answer(
            _ view: String, _ database: Database, as principal: Principal = CrowdedDatabase.principal
        ) async throws -> JSONValue {
            var routes = Routes()
            for route in ViewReader(database, now: { noon }).views { routes.add(route, as: principal) }
            let response = try await routes.router().answer(Request("GET", "/v1/views/\(view)"))
            guard case .bytes(let bytes) = response.body, response.status == .ok else { throw Problem(.notFound) }
            return try JSONValue(json: bytes)
        }
    }
}
