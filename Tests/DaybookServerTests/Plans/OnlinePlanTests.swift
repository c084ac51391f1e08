import DaybookCore
import Seeds
import Testing

@testable import DaybookAPI
@testable import DaybookLedger

extension PlanTests {
    /// What the requests of simple clients cost in an account with 10,000 tasks among many others.
    @Suite struct OnlinePlanTests {
        private func budget(
            _ budget: PlanBudget, at place: SourceLocation = #_sourceLocation,
            _ body: @escaping (FrontDesk) async throws -> Void
        ) async throws {
            try await budget.holds(at: place) { database in try await body(try FrontDesk(database)) }
        }

        private func task(_ number: UInt64) -> String { "/v1/tasks/\(CrowdedDatabase.task(number).text)" }
        /// The cursor behind the first page.
        private func pageOfFifty(_ name: String, _ desk: FrontDesk) async throws -> String {
            let first = try await desk.ask("GET", "/v1/\(name)?limit=50")
            guard case .array(let rows)? = first[name] else { return try #require(nil, "no page of \(name)") }
            #expect(rows.count == 50)
            return try #require(first["nextCursor"]?.text)
        }

        private func opId(_ number: UInt64) -> String { Identifier(high: 0, low: number).text }
        private func list(_ number: UInt64) -> String { CrowdedDatabase.list(number).text }

        @Test func aPageOfTasksReadsItsOwnRows() async throws {
            try await budget(PlanBudget(buffers: 80, indexes: "task_by_order")) { desk in
                let cursor = try await pageOfFifty("tasks", desk)
                try await desk.ask("GET", "/v1/tasks?limit=50&cursor=\(cursor)")
                try await desk.ask("GET", "/v1/tasks?limit=50&cursor=V05000.\(CrowdedDatabase.task(1).text)")
            }
        }

        @Test func rowsAreReadByTheirKeys() async throws {
            try await budget(PlanBudget(buffers: 100, indexes: "task_pkey", "account_settings_pkey")) {
                desk in
                try await desk.ask("GET", task(7))
                try await desk.ask("GET", "/v1/lists/\(list(7))")
                try await desk.ask("GET", "/v1/account/settings")
                try await desk.ask("GET", "/v1/account")
            }
            // All fifty of them, each on a page of its own.
            try await budget(PlanBudget(buffers: 70, indexes: "list_by_revision")) { desk in
                try await desk.ask("GET", "/v1/lists")
            }
        }

        /// What an assistant changed is counted among the latest changes alone, however long the history is.
        @Test func devicesAreListedWithALookAtTheLatestChanges() async throws {
            try await budget(PlanBudget(buffers: 300, indexes: "change_pkey", "assistant_grant_pkey")) { desk in
                let listed = try await desk.ask("GET", "/v1/devices")
                guard case .array(let devices)? = listed["devices"] else { return }
                #expect(devices.contains { $0["recentChanges"] != .null }, "no device is an assistant's")
            }
        }

        /// However many there are.
        @Test func whatIsRemindedOfNextIsReadInOrder() async throws {
            try await budget(PlanBudget(buffers: 130, indexes: "task_reminder")) { desk in
                let cursor = try await pageOfFifty("reminders", desk)
                try await desk.ask("GET", "/v1/reminders?limit=50&cursor=\(cursor)")
            }
        }

        @Test func aFilterReadsNoMoreThanItsOwnIndexHolds() async throws {
            // 134 tasks are in a list, six or seven have a date.
            try await budget(PlanBudget(buffers: 1_200)) { desk in
                try await desk.ask("GET", "/v1/tasks?list=\(list(7))&limit=50")
                try await desk.ask("GET", "/v1/tasks?list=inbox&limit=20")
                try await desk.ask("GET", "/v1/tasks?state=notStarted&limit=50")
            }
        }

        @Test func aTaskMovesBetweenItsNeighbours() async throws {
            try await budget(PlanBudget(buffers: 120, indexes: "task_by_order", "task_pkey")) { desk in
                var random = RandomSeed.generator()
                let next = CrowdedDatabase.task(UInt64.random(in: 1_000...9_000, using: &random) / 20 * 20 + 3)
                try await desk.ask("POST", task(32) + "/move", #"{"after":"\#(next.text)"}"#)
            }
        }

        @Test func aStretchOfTheOrderReadsAsMuchAsItShows() async throws {
            try await PlanBudget(buffers: 150, indexes: "task_by_order", "task_pkey").holds { database in
                let ledger = Ledger(database: database, announcements: Announcements())
                let stretch = try await OnlineChanges(database, ledger).stretch(
                    around: CrowdedDatabase.task(5_000), of: CrowdedDatabase.account, reach: 20)
                #expect(stretch.tasks.count == 40)
            }
        }

        @Test func aChangeReadsAndWritesItsOwnRows() async throws {
            try await budget(PlanBudget(buffers: 120, indexes: "task_pkey", "change_account_id_op_id_key")) { desk in
                try await desk.ask("POST", "/v1/tasks", #"{"title":"Another","listId":"\#(list(8))"}"#)
                try await desk.ask("POST", "/v1/capture", #"{"title":"Call the plumber"}"#)
                try await desk.ask("PATCH", task(48), #"{"title":"\#(Identifier.random().text)"}"#)
                try await desk.ask("POST", task(48) + "/complete", "{}")
                try await desk.ask("POST", task(48) + "/reopen", "{}")
            }
        }

        @Test func historyIsReadByItsIndexes() async throws {
            try await budget(PlanBudget(buffers: 120, indexes: "change_pkey", "change_of_entity")) { desk in
                try await desk.ask("GET", "/v1/history?limit=20")
                try await desk.ask("GET", "/v1/history?limit=20&cursor=5000")
                try await desk.ask("GET", "/v1/history?limit=20&task=\(CrowdedDatabase.task(77).text)")
                try await desk.ask("GET", "/v1/history?limit=20&device=\(CrowdedDatabase.device.text)")
                try await desk.ask("GET", "/v1/history?limit=20&since=2026-11-01T00:00:00Z")
            }
            // A list's tasks one by one.
            try await budget(PlanBudget(buffers: 600, indexes: "task_by_list")) { desk in
                try await desk.ask("GET", "/v1/history?limit=20&list=\(list(9))")
            }
        }

        @Test func conflictsAreReadByAnIndexOfTheirOwn() async throws {
            try await budget(PlanBudget(buffers: 300, indexes: "change_in_conflict")) { desk in
                try await desk.ask("GET", "/v1/conflicts?limit=10")
                try await desk.ask("GET", "/v1/conflicts?limit=10&status=all&cursor=5000")
            }
        }

        @Test func anUndoReadsWhatFollowedFromTheChange() async throws {
            try await budget(PlanBudget(buffers: 120, indexes: "change_account_id_op_id_key", "change_by_cause")) {
                desk in
                try await desk.ask("POST", "/v1/history/\(opId(149))/undo")
            }
            try await budget(PlanBudget(buffers: 120, indexes: "change_account_id_op_id_key")) { desk in
                try await desk.ask("POST", "/v1/conflicts/\(opId(300))/resolution", #"{"take":"theirs"}"#)
            }
        }

        @Test func aRestorationReadsWhatHappenedSince() async throws {
            try await budget(PlanBudget(buffers: 600, indexes: "change_pkey", "change_of_entity")) { desk in
                try await desk.ask("POST", "/v1/account/restoration", #"{"to":10000,"dryRun":true}"#)
                try await desk.ask("POST", task(9_990) + "/restoration", #"{"to":10000}"#)
            }
        }

        @Test func takingADeviceBackReadsWhatHappenedSince() async throws {
            try await budget(PlanBudget(buffers: 900, indexes: "change_pkey", "change_of_entity", "change_by_cause")) {
                desk in
                try await desk.ask(
                    "POST", "/v1/history/takeback",
                    "{\"device\":\"\(CrowdedDatabase.device.text)\",\"since\":10000,\"dryRun\":true}")
            }
        }

        /// Of fifty rows that a file brings again.
        @Test func anImportThatComesAgainReadsWhatHappenedToItsRows() async throws {
            try await PlanBudget(buffers: 300, indexes: "change_of_entity").holds { database in
                let ledger = Ledger(database: database, announcements: Announcements())
                _ = try await Import(database: database, ledger: ledger)
                    .takenBack(among: Set((9_000..<9_050).map(CrowdedDatabase.task)), of: CrowdedDatabase.account)
            }
        }
    }
}
