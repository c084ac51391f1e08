import DaybookCore
import Postgres

/// Accounts whose rows one statement reads behind row-level security: one large account, or many small ones.
///
/// PostgreSQL compares each row with the accounts that the scope names one after the other, and each statement costs
/// about as much as some hundred thousand comparisons. So a piece ends before the product of its accounts and rows is
/// more than that.
struct AccountPieces: Sendable {
    private(set) var pieces: [[Identifier]] = []
    private var rows = 0

    /// Comparisons of one piece.
    static let most = 1_000_000
    /// What an account without tasks has: itself, a device, its token, settings and the like.
    static let fewestRows = 8

    mutating func append(_ account: Identifier, rows ofAccount: Int) {
        let ofAccount = min(max(ofAccount, 0), Self.most) + Self.fewestRows
        if let count = pieces.last?.count, (count + 1) * (rows + ofAccount) <= Self.most {
            pieces[pieces.count - 1].append(account)
            rows += ofAccount
        } else {
            pieces.append([account])
            rows = ofAccount
        }
    }

    /// All accounts, in the order of their ids, as the transaction sees them.
    static func load(_ transaction: Transaction) async throws -> AccountPieces {
        var pieces = AccountPieces()
        let query: Query = """
            SELECT account_id, coalesce(revision, 0) + coalesce(live_tasks + guests, 0)
            FROM account LEFT JOIN account_clock USING (account_id) ORDER BY account_id
            """
        try await transaction.stream(query) { rows in
            for (account, count) in try rows.decode((Identifier, Int64).self) {
                pieces.append(account, rows: Int(clamping: count))
            }
        }
        return pieces
    }
}
