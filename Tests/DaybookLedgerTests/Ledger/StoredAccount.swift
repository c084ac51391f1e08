import DaybookCore
import Postgres
import Testing

@testable import DaybookLedger
@testable import DaybookStore

/// All that an account has, in the tables or in the reference.
struct StoredAccount: Equatable {
    var tasks: [Identifier: TaskItem]
    var lists: [Identifier: TaskList]
    var settings: AccountSettings
    var entries: [LedgerEntry]
    var revision: Int64
    var liveTasks: Int

    init(_ account: ServerAccount) {
        tasks = account.slice.tasks
        lists = account.slice.lists
        settings = account.slice.settings
        entries = account.ledger
        revision = account.slice.revision
        liveTasks = account.slice.liveTasks
    }

    init(_ id: Identifier, in database: Database) async throws {
        tasks = try await Dictionary(
            uniqueKeysWithValues: database.read(of: id, "SELECT \(TaskItem.columns) FROM task").map {
                let task = try TaskItem($0)
                return (task.id, task)
            })
        lists = try await Dictionary(
            uniqueKeysWithValues: database.read(of: id, "SELECT \(TaskList.columns) FROM list").map {
                let list = try TaskList($0)
                return (list.id, list)
            })
        settings = try AccountSettings(
            #require(try await database.read(of: id, "SELECT \(AccountSettings.columns) FROM account_settings").first))
        entries = try await database.read(
            of: id, "SELECT \(LedgerEntry.columns) FROM change ORDER BY revision"
        ).map { try LedgerEntry($0) }
        let clock = try #require(
            try await database.read("SELECT revision, live_tasks FROM account_clock WHERE account_id = \(id)").first)
        revision = try clock.decode(0)
        liveTasks = Int(try clock.decode(1, as: Int32.self))
    }
}
