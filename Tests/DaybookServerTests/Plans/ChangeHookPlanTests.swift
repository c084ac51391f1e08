import DaybookCore
import Postgres
import Testing

@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookReminders
@testable import TestAccounts

extension PlanTests {
    /// Webhooks of changes cost what they tell, however much there is before and behind it.
    @Suite struct ChangeHookPlanTests {
        private func hooks(_ database: Database) -> ChangeHooks {
            let (announcements, log) = (Announcements(), Log(LogSink(format: .text), level: .error))
            let wanted = WantedReminders(announcements)
            let reminders = Reminders(database, wanted, log, .random()) { _, _ in .delivered }
            return ChangeHooks(reminders, ChangeNews(announcements), log)
        }

        /// A hundred lines and their tasks, each on a page of its own.
        @Test func aPageReadsItsLinesAndTheirRows() async throws {
            try await PlanBudget(buffers: 900, indexes: "change_pkey", "task_pkey", "channel_pkey").holds { database in
                let cursor = try await database.read(
                    "SELECT \(ChangeCursor.columns) FROM change_cursor WHERE account_id = \(CrowdedDatabase.account)")[
                        0]
                let page = try await ChangePage.load(after: try ChangeCursor(cursor), in: database)
                #expect(page.events.count == 100)
            }
        }

        @Test func whoIsBehindIsFoundByTheAccount() async throws {
            var now = Instant("2026-11-21T09:00:00Z")!
            try await PlanBudget(buffers: 60, indexes: "change_cursor_pkey", "account_clock_pkey").holds { database in
                now = now.adding(seconds: 3600)
                let accounts = [CrowdedDatabase.neighbour(1), CrowdedDatabase.account]
                let cursors = try await hooks(database).claim(.of(accounts), atMost: 64, now: now)
                #expect(cursors.map(\.told) == [5_000])
            }
        }
    }
}
