import DaybookCore
import DaybookStore
import HTTP
import Postgres

/// What an account's revisions count in: its ledger, in one epoch of the database. After a restoration from a backup
/// the same revisions come again and name other states.
struct AccountHistory: Hashable, Sendable {
    let account: Identifier
    let epoch: Identifier

    /// What a statement asks for, at the end of its columns, to know the epoch.
    static let lastColumn = Epoch.current

    /// 32 bits that stand for the account and the epoch in every tag. The account is in them because a browser that two
    /// people share caches answers by address alone, and some addresses, those of the settings and of all collections,
    /// are the same for everybody.
    var historyHash: UInt64 {
        Identifier.derived(.request, account.high, account.low, epoch.high, epoch.low).low & 0xFFFF_FFFF
    }

    /// The tag of a row as that revision left it, or of anything that is made from the account's rows as of it.
    func tag(of revision: Int64) -> EntityTag { EntityTag(revision: revision, in: historyHash) }
}

extension AccountHistory {
    /// Of a row that ends with the last column.
    init(_ account: Identifier, endOf row: Row) throws(PostgresError) {
        self.init(account: account, epoch: try row.decode(row.columnCount - 1))
    }
}
