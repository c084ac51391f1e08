import DaybookCore
import DaybookHost
import DaybookStore
import Postgres
import Synchronization

/// Which part of a spread database accounts are in, as far as anybody has asked. One that is wrong, because the
/// database was cut anew, costs a group of changes its way together and nothing else.
final class AccountShards: Sendable {
    private let database: Database
    private let known = Mutex(RecentlyUsed<Identifier, Int64>(room: 100_000))

    init(_ database: Database) { self.database = database }

    /// Nil where tables are not spread.
    func shard(of account: Identifier) async throws -> Int64? {
        guard try await database.isSpread() else { return nil }
        if let shard = known.withLock({ $0.find(account) }) { return shard }
        guard let shard = try await TableSpread.shard(of: account, in: database) else { return nil }
        known.withLock { $0.insert(shard, for: account) }
        return shard
    }
}
