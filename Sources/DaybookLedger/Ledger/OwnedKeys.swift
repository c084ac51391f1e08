import DaybookCore
import Postgres

/// Ids of rows, each beside the account that it is of.
struct OwnedKeys {
    private var accounts: [Identifier] = []
    private var ids: [Identifier] = []
    private let isSpread: Bool

    init(isSpread: Bool) { self.isSpread = isSpread }

    var isEmpty: Bool { ids.isEmpty }

    mutating func append(_ more: [Identifier], of account: Identifier) {
        for id in more {
            accounts.append(account)
            ids.append(id)
        }
    }

    mutating func append(_ id: Identifier, of account: Identifier) {
        accounts.append(account)
        ids.append(id)
    }

    /// The table `wanted (account_id, id)`, to be joined by both columns.
    var table: Query {
        guard Query.saysValues(of: ids.count, spread: isSpread) else {
            return "unnest(\(accounts), \(ids)) AS wanted (account_id, id)"
        }
        var text = Query.StringInterpolation(literalCapacity: 0, interpolationCount: 2 * ids.count)
        text.appendLiteral("(")
        text.appendValues(of: zip(accounts, ids)) { id, text in text.appendInterpolation(id) }
        text.appendLiteral(") AS wanted (account_id, id)")
        return Query(stringInterpolation: text)
    }

    /// Behind the join.
    func only(_ table: Query) -> Query { .only(table, of: accounts, spread: isSpread) }
}
