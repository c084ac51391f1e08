import DaybookCore
import Postgres
import Synchronization
import Testing

@testable import DaybookAPI
@testable import DaybookHost
@testable import DaybookServer
@testable import DaybookStore

extension PlanTests {
    /// What is done beside the requests looks at no account longer than it has something to do there.
    @Suite struct HousekeepingPlanTests {
        /// When no device of the crowd counts as active any more.
        private let later = Instant("2027-06-01T00:00:00Z")!

        @Test func anAccountWithNothingToDropCostsNextToNothing() async throws {
            try await PlanBudget(buffers: 38, indexes: "task_by_deletion", "list_by_deletion", "change_pkey").holds {
                database in
                let sweep = AccountSweep(database: database, retention: Retention(deleted: 10_000 * Instant.dayLength))
                try await sweep.run(CrowdedDatabase.account, now: later)
            }
        }

        @Test func whatIsDroppedIsFoundByItsAge() async throws {
            try await PlanBudget(
                buffers: 1_400, indexes: "task_by_deletion", "list_by_deletion", "task_by_list", "change_pkey"
            ).holds(sweeping(from: 10))
        }

        @Test func namesOfWhatIsDroppedAreFoundByTheirAge() async throws {
            try await PlanBudget(buffers: 1_400, indexes: "dav_resource_gone", "dav_resource_pkey")
                .holds(sweeping(from: 50))
        }

        /// Ten rows at a time, each on a page of its own; then what the search has of the account, entry by entry.
        private func sweeping(from first: UInt64) -> (Database) async throws -> Void {
            let turn = Atomic<UInt64>(first)
            return { database in
                var sweep = AccountSweep(
                    database: database,
                    retention: Retention(deleted: 30 * Instant.dayLength, ledger: 300 * Instant.dayLength))
                sweep.batch = 10
                let account = CrowdedDatabase.neighbour(turn.wrappingAdd(1, ordering: .relaxed).oldValue)
                try await sweep.run(account, now: later)
                let left = try await database.read(
                    of: account, "SELECT 1 FROM task WHERE account_id = \(account) AND deleted_at IS NOT NULL LIMIT 1")
                #expect(left.isEmpty)
                let names = try await database.read(
                    of: account, "SELECT 1 FROM dav_resource WHERE account_id = \(account) AND is_gone LIMIT 1")
                #expect(names.isEmpty)
            }
        }

        @Test func accountsAreWalkedByTheirKeys() async throws {
            try await PlanBudget(buffers: 120, indexes: "account_clock_pkey").holds { database in
                let housekeeping = Housekeeping(
                    database, Retention(), interval: Instant.dayLength, Log(LogSink(format: .text), level: .error))
                let accounts = try await housekeeping.accountsAfter(CrowdedDatabase.account)
                #expect(accounts.count == 100)
                let revision = try await Reconciliation.revision(of: CrowdedDatabase.account, database)
                #expect(revision != nil)
            }
        }
    }
}
