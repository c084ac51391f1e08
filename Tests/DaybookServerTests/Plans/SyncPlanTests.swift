import DaybookCore
import Seeds
import Testing

@testable import DaybookAPI
@testable import DaybookHost
@testable import DaybookLedger

extension PlanTests {
    /// What pushes and pulls cost in an account with 10,000 tasks among many others.
    @Suite struct SyncPlanTests {
        /// `POST /v1/sync` of one operation by somebody who has read nothing yet and wants little.
        private func push(_ desk: FrontDesk, _ entity: String = "task", id: Identifier, _ members: String) async throws
        {
            let answer = try await desk.ask(
                "POST", "/v1/sync",
                """
                {"limit":1,"confirmMassDelete":true,"ops":[{"opId":"\(Identifier.random().text)","entity":"\(entity)",\
                "id":"\(id.text)","at":"\(Instant.now().text)",\(members)}]}
                """)
            #expect(answer["outcomes"] != .array([]))
        }

        private func cursor(_ desk: FrontDesk, _ revision: Int64) async throws -> String {
            guard case .string(let text)? = try await desk.ask("POST", "/v1/sync", #"{"limit":1}"#)["cursor"],
                let cursor = SyncCursor(text)
            else { return "" }
            return SyncCursor(epoch: cursor.epoch, revision: revision).text
        }

        @Test func aPageFromTheBeginningReadsItsOwnRows() async throws {
            try await PlanBudget(buffers: 250, indexes: "task_by_revision", "list_by_revision").holds { database in
                let page = try await Pages(database).page(after: nil, of: CrowdedDatabase.account, limit: 200)
                #expect(page?.page.hasMore == true && page?.count ?? 0 > 0)
            }
        }

        @Test func aPageInTheMiddleReadsItsOwnRows() async throws {
            try await PlanBudget(buffers: 140, indexes: "task_by_revision", "list_by_revision").holds { database in
                let desk = try FrontDesk(database)
                let page = try await desk.ask(
                    "POST", "/v1/sync", #"{"limit":100,"cursor":"\#(try await cursor(desk, 5_000))"}"#)
                guard case .array(let tasks)? = page["changes"]?["tasks"] else { return }
                #expect(tasks.count == 100)
            }
        }

        /// Planning a small page anew each time costs more than reading it, and PostgreSQL would, left to itself.
        @Test func pagesKeepTheirPlans() async throws {
            try await PlanBudget(buffers: 140, indexes: "task_by_revision", "list_by_revision").holds { database in
                let desk = try FrontDesk(database)
                let behind = try await cursor(desk, 9_990)
                _ = try await desk.ask("POST", "/v1/sync", #"{"limit":200,"cursor":"\#(behind)"}"#)
                let rows = try await database.transaction { transaction in
                    try await transaction.run(
                        """
                        SELECT sum(custom_plans)::bigint, sum(generic_plans)::bigint FROM pg_prepared_statements
                        WHERE statement LIKE '%bytes_before_last%' AND statement NOT LIKE '%pg_prepared_statements%'
                        """)
                }
                let (anew, kept) = try rows[0].decode((Int64?, Int64?).self)
                #expect(anew == 0 && kept ?? 0 > 0, "planned anew \(anew ?? -1) times of \(kept ?? -1)")
            }
        }

        @Test func nothingNewIsOneRow() async throws {
            try await PlanBudget(buffers: 10, indexes: "account_clock_pkey").holds { database in
                let pages = Pages(database)
                let rows = try await database.read(
                    """
                    SELECT revision, epoch FROM account_clock, instance WHERE account_id = \(CrowdedDatabase.account)
                    """)
                let (revision, epoch) = try rows[0].decode((Int64, Identifier).self)
                let cursor = SyncCursor(epoch: epoch, revision: revision)
                #expect(
                    try await pages.page(after: cursor, of: CrowdedDatabase.account, limit: 100)?.page.hasMore == false)
            }
        }

        @Test func manyWhoAskTogetherAreFoundByTheirKeys() async throws {
            try await PlanBudget(buffers: 60, indexes: "account_clock_pkey").holds { database in
                let positions = AccountPositions(database)
                let accounts = (1...10).map { CrowdedDatabase.neighbour($0) }
                try await withThrowingDiscardingTaskGroup { group in
                    for account in accounts {
                        group.addTask(executorPreference: database.reactors.reactors[0]) {
                            _ = try #require(try await positions.position(of: account))
                        }
                    }
                }
            }
        }

        @Test func aPushReadsAndWritesTheRowsItNames() async throws {
            try await PlanBudget(buffers: 120, indexes: "task_pkey", "change_account_id_op_id_key", "list_pkey").holds {
                database in
                let desk = try FrontDesk(database)
                var random = RandomSeed.generator()
                try await push(desk, id: .random(), #""kind":"set","fields":{"title":"New"}"#)
                try await push(
                    desk, id: CrowdedDatabase.task(8),
                    #""kind":"set","fields":{"notes":"\#(Identifier.random().text)"}"#)
                try await push(
                    desk, id: CrowdedDatabase.task(16),
                    #""kind":"set","fields":{"listId":"\#(CrowdedDatabase.list(.random(in: 1...9, using: &random)).text)"}"#
                )
                try await push(desk, id: CrowdedDatabase.task(24), #""kind":"delete","fields":{}"#)
                try await push(desk, id: CrowdedDatabase.task(24), #""kind":"restore","fields":{}"#)
            }
        }

        @Test func aPlaceIsReadAndNotItsNeighbours() async throws {
            // PostgreSQL takes no comparison of an enum into an index behind row-level security, so the index is read
            // for every open task with a region.
            try await PlanBudget(buffers: 150, indexes: "task_in_region").holds { database in
                let desk = try FrontDesk(database)
                var random = RandomSeed.generator()
                let hour = [#""morning""#, #""evening""#].randomElement(using: &random) ?? ""
                try await push(
                    desk, id: CrowdedDatabase.task(10),
                    #""kind":"set","fields":{"region":\#(hour),"bucket":"misc","scheduledDate":"2025-09-01"}"#)
                try await push(
                    desk, id: CrowdedDatabase.task(18),
                    #""kind":"set","fields":{"region":\#(hour),"scheduledDate":null}"#)
                try await push(desk, id: CrowdedDatabase.task(18), #""kind":"set","fields":{"region":"backlog"}"#)
            }
        }

        @Test func aListIsReadWithItsTasksAlone() async throws {
            // 134 tasks are in it, each on a page of its own, and each is written into every index.
            try await PlanBudget(buffers: 8_000, indexes: "task_by_list").holds { database in
                let desk = try FrontDesk(database)
                try await push(desk, "list", id: CrowdedDatabase.list(3), #""kind":"delete","fields":{}"#)
                try await push(desk, "list", id: CrowdedDatabase.list(3), #""kind":"restore","fields":{}"#)
            }
        }

        @Test func acknowledgementsAreWrittenByKey() async throws {
            try await PlanBudget(buffers: 30, indexes: "device_pkey").holds { database in
                let acknowledgements = Acknowledgements(database)
                acknowledgements.note(
                    SyncCursor(epoch: .zero, revision: 30), of: CrowdedDatabase.principal, at: Instant.now())
                await acknowledgements.write()
            }
        }
    }
}
