import DaybookCore
import DaybookLedger
import Postgres

/// The collections of an account: its Inbox and its lists.
extension CalendarReads {
    /// The Inbox where `list` is nil, or a list under the address that it has for programs.
    package struct Collection: Sendable {
        package let list: TaskList?
        /// What a program named it when it made it; nil: its id.
        package let segment: String?
        /// The greatest revision of anything in it: what its ctag and its token are made of.
        package let state: Int64
        /// Which of the lists it is, from 1 in the user's order; 0 is the Inbox.
        package let rank: Int

        package var id: Identifier { list?.id ?? .zero }
        package var address: String { segment ?? list.map(\.id.text) ?? "inbox" }
    }

    /// All collections of an account: the Inbox first, then its lists in the user's order.
    package func collections(of account: Identifier) async throws -> (AccountState, [Collection]) {
        let (standing, rows) = try await rows(
            of: account,
            """
            SELECT \(AccountState.columns), \(Self.stateOf("coalesce(list.list_id, \(Identifier.zero))", account)),
                row_number() OVER (ORDER BY list.list_id IS NOT NULL, list.sort_order, list.list_id) - 1,
                dav_collection.segment, \(TaskList.columns)
            FROM account_clock LEFT JOIN (
                SELECT * FROM (SELECT * FROM list AS own WHERE own.account_id = \(account)
                    AND own.deleted_at IS NULL AND own.filter IS NULL) AS own
                UNION ALL SELECT (NULL::list).*
            ) AS list ON true
            LEFT JOIN dav_collection ON dav_collection.account_id = \(account)
                AND dav_collection.list_id = list.list_id
            WHERE account_clock.account_id = \(account)
            ORDER BY list.list_id IS NOT NULL, list.sort_order, list.list_id
            """)
        return (standing, try rows.map { try Self.collection($0) })
    }

    /// The collection under an address; nil where there is none.
    package func collection(
        at address: String, of account: Identifier
    ) async throws -> (standing: AccountState, collection: Collection?) {
        if address == "inbox" {
            let (standing, rows) = try await rows(
                of: account,
                """
                SELECT \(AccountState.columns), \(Self.stateOf("\(Identifier.zero)", account))
                FROM account_clock WHERE account_id = \(account)
                """)
            var columns = rows[0]
            return (standing, Collection(list: nil, segment: nil, state: try columns.next(), rank: 0))
        }
        let (standing, rows) = try await rows(
            of: account,
            """
            SELECT \(AccountState.columns), \(Self.stateOf("list.list_id", account)),
                (SELECT count(*) FROM list AS before WHERE before.account_id = \(account)
                    AND before.deleted_at IS NULL AND before.filter IS NULL
                    AND (before.sort_order, before.list_id) <= (list.sort_order, list.list_id)),
                dav_collection.segment, \(TaskList.columns)
            FROM account_clock
            LEFT JOIN list ON list.account_id = \(account) AND list.deleted_at IS NULL AND list.filter IS NULL
                AND list.list_id = (SELECT coalesce((SELECT named.list_id FROM dav_collection AS named
                    WHERE named.account_id = \(account) AND named.segment = \(address)),
                    \(Identifier(address) ?? .zero)))
            LEFT JOIN dav_collection ON dav_collection.account_id = \(account)
                AND dav_collection.list_id = list.list_id
            WHERE account_clock.account_id = \(account)
            """)
        let collection = try Self.collection(rows[0])
        // A list has one address: who made it named it.
        guard collection.list != nil, collection.address.lowercased() == address.lowercased() else {
            return (standing, nil)
        }
        return (standing, collection)
    }

    private static func collection(_ columns: StoredColumns) throws -> Collection {
        var columns = columns
        let state: Int64 = try columns.next()
        let rank: Int64 = try columns.next()
        let segment: String? = try columns.next()
        let list = try TaskList(ifThere: &columns)
        return Collection(list: list, segment: segment, state: state, rank: Int(rank))
    }

    /// One step in an index.
    private static func stateOf(_ collection: Query, _ account: Identifier) -> Query {
        """
        coalesce((SELECT max(shown_revision) FROM dav_resource AS any_of
            WHERE any_of.account_id = \(account) AND any_of.collection_id = \(collection)), 0)
        """
    }
}
