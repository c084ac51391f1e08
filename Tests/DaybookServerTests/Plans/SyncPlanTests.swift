import DaybookCore
import HTTP
import Postgres
import Testing

@testable import DaybookServer

/// What sync costs in an account with 10,000 tasks among many others.
@Suite struct SyncPlanTests {
    private let account = CrowdedDatabase.account

    private func cursor(_ revision: Int64, _ database: Database) async throws -> SyncCursor {
        let epoch: Identifier = try await database.read("SELECT epoch FROM instance")[0].decode(0)
        return SyncCursor(epoch: epoch, revision: revision)
    }

    @Test func aPageFromTheBeginningReadsItsOwnRows() async throws {
        try await PlanBudget(buffers: 250, indexes: "task_by_revision", "list_by_revision").holds { database in
            let page = try await Pages(database).page(after: nil, of: account, limit: 200)
            #expect(page?.hasMore == true && page?.tasks.isEmpty == false)
        }
    }

    @Test func aPageInTheMiddleReadsItsOwnRows() async throws {
        try await PlanBudget(buffers: 140, indexes: "task_by_revision", "list_by_revision").holds { database in
            let page = try await Pages(database).page(
                after: try await cursor(5_000, database), of: account, limit: 100)
            #expect(page?.tasks.count == 100)
        }
    }
}
