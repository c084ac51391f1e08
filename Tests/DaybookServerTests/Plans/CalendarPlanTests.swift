import DaybookCalendarIndex
import DaybookCore
import Postgres
import Testing

@testable import DaybookCalDAV
@testable import DaybookHost
@testable import DaybookLedger
@testable import TestStore

extension PlanTests {
    /// What calendar programs read of one of many accounts that they read, each with 400 tasks.
    @Suite struct CalendarPlanTests {
        private let account = CrowdedDatabase.neighbour(60)
        private let inbox = Identifier.zero

        private func reads(_ database: Database) -> CalendarReads {
            CalendarReads(database, Ledger(database: database, announcements: Announcements()))
        }

        @Test func nothingNewIsOneRow() async throws {
            try await PlanBudget(buffers: 10, indexes: "account_clock_pkey").holds { database in
                let standing = try await reads(database).standing(of: account)
                #expect(standing.position.revision == 10_050)
            }
        }

        @Test func aCalendarIsFoundWithItsState() async throws {
            // Its rank is counted among the account's fifty lists, each on a page of its own.
            try await PlanBudget(
                buffers: 80, indexes: "list_pkey", "dav_collection_pkey", "dav_resource_by_revision"
            ).holds { database in
                let list = CrowdedDatabase.list(26)
                let (_, found) = try await reads(database).collection(at: "list-\(list)", of: account)
                #expect(found?.id == list && found?.state ?? 0 > 0)
            }
        }

        @Test func changesWithDataReadTheirOwnRows() async throws {
            try await PlanBudget(buffers: 400, indexes: "dav_resource_by_revision", "task_pkey", "dav_body_pkey").holds
            {
                let page = try await reads($0).changes(
                    in: inbox, after: 5_000, atMost: 20, withTasks: true, of: account)
                #expect(page.members.count == 20 && page.isCut)
            }
        }

        @Test func changesWithoutDataReadNoTasks() async throws {
            try await PlanBudget(buffers: 120, indexes: "dav_resource_by_revision", "dav_body_pkey").holds {
                let page = try await reads($0).changes(
                    in: inbox, after: 5_000, atMost: 20, withTasks: false, of: account)
                #expect(page.members.count == 20 && page.isCut)
            }
        }

        /// Also where a program has sent them all since PostgreSQL last counted them.
        @Test func octetsAreReadOfAPageAlone() async throws {
            let crowd = try await CrowdedDatabase.shared
            let all = "FROM dav_resource WHERE account_id = '\(account.text)' AND NOT is_gone"
            try crowd.server.execute(
                "INSERT INTO dav_body SELECT account_id, task_id, shown_revision, 'BEGIN:VCALENDAR' \(all)",
                database: CrowdedDatabase.name)
            defer {
                try? crowd.server.execute(
                    "DELETE FROM dav_body WHERE account_id = '\(account.text)'", database: CrowdedDatabase.name)
            }
            for withTasks in [true, false] {
                let plans = try await PlanBudget.plans { database in
                    let page = try await reads(database).names(
                        in: inbox, after: nil, atMost: 20, withTasks: withTasks, of: account)
                    #expect(page.members.count == 20)
                }
                let looks = plans.flatMap(\.root.all).filter { $0.relation == "dav_body" }
                #expect(!looks.isEmpty)
                for look in looks { #expect(look.rows <= 21) }
            }
        }

        @Test func aCalendarIsReadByName() async throws {
            try await PlanBudget(buffers: 120, indexes: "dav_resource_pkey").holds { database in
                let page = try await reads(database).names(
                    in: inbox, after: nil, atMost: 20, withTasks: false, of: account)
                #expect(page.members.count == 20 && page.isCut)
            }
        }

        /// In whatever list, however many tasks it has. Which of their indexes is taken is the planner's affair.
        @Test func eventsAreFoundWithoutTheTasks() async throws {
            func look(_ database: Database) async throws {
                let list = CrowdedDatabase.list(49)
                let page = try await reads(database).names(
                    in: list, after: nil, atMost: 20, withTasks: true, kinds: [.event], of: account)
                #expect(page.members.count == 20 && page.isCut)
                let none = try await reads(database).names(
                    in: inbox, after: nil, atMost: 20, withTasks: true, kinds: [.event], of: account)
                #expect(none.members.isEmpty && !none.isCut)
            }
            try await PlanBudget(buffers: 400).holds(look)
            for node in try await PlanBudget.plans(of: look).flatMap(\.root.all) where node.relation == "task" {
                #expect(node.rows == 0)
            }
        }

        @Test func objectsAreFoundByTheirAddresses() async throws {
            try await PlanBudget(buffers: 400, indexes: "dav_resource_pkey", "task_pkey", "dav_body_pkey").holds {
                let addresses = (1...30 as ClosedRange<UInt64>).map {
                    Resource.Address(inbox, CrowdedDatabase.task($0 * 75).text + ".ics")
                }
                let found = try await reads($0).found(at: addresses, withTasks: true, of: account)
                var (there, all) = (0, 0)
                try found.each { place, member in
                    #expect(place == all)
                    (there, all) = (there + (member == nil ? 0 : 1), all + 1)
                }
                #expect(found.count == 30 && all == 30 && there > 10)
            }
        }
    }
}
