import DaybookCore
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// The ledger read by people, newest first.
struct LedgerPages: Sendable {
    let database: Database

    static let most = 200

    /// A page of lines below a revision that pass a filter, and the revision below which the next page begins.
    func page(
        of account: Identifier, before revision: Int64?, limit: Int, where filter: Query
    ) async throws -> (lines: [HistoryLine], next: Int64?) {
        let changes: Query = """
            SELECT change.account_id, \(LedgerEntry.columns) FROM change
            WHERE change.account_id = \(account) AND change.revision < \(revision ?? .max) AND \(filter)
            ORDER BY change.revision DESC LIMIT \(limit + 1)
            """
        let rows = try await database.read(
            of: account,
            """
            SELECT \(LedgerEntry.columns), device.name
            FROM \(.page(of: changes, as: "change", weight: .changeWeight))
            LEFT JOIN device ON device.account_id = \(account) AND device.device_id = change.device_id
            ORDER BY change.revision DESC
            """)
        var lines = try rows.prefix(rows.shown(upTo: limit)).map { row in
            let entry = try LedgerEntry(row)
            let name: String? = try row.decode(row.columnCount - 1)
            return HistoryLine(entry: entry, device: name.map { (entry.operation.at.device, $0) })
        }
        try await tell(&lines, whoProposedThemIn: account)
        return (lines, rows.count > lines.count ? lines.last?.entry.revision : nil)
    }

    /// Most pages hold nothing that was proposed, and cost nothing more.
    private func tell(_ lines: inout [HistoryLine], whoProposedThemIn account: Identifier) async throws {
        let proposals = Set(lines.compactMap(\.entry.operation.opId.proposal))
        guard !proposals.isEmpty else { return }
        let rows = try await database.read(
            of: account,
            """
            SELECT change.op_id, change.device_id, device.name FROM change JOIN device USING (account_id, device_id)
            WHERE change.account_id = \(account) AND change.op_id = ANY(\(Array(proposals)))
            """
        ).decode((Identifier, Identifier, String).self)
        for (proposal, device, name) in rows {
            for index in lines.indices where lines[index].entry.operation.opId.proposal == proposal {
                lines[index].proposal = (proposal, (device, name))
            }
        }
    }

    /// An operation and everything that the server concluded from it, oldest first; none where it is unknown. All that
    /// was done because it was proposed is one.
    func entries(of opId: Identifier, withConsequences: Bool, in account: Identifier) async throws -> [LedgerEntry] {
        let own: Query =
            if opId.proposal == opId {
                "op_id BETWEEN \(opId) AND \(RequestIdentity(proposal: opId).operations.upperBound)"
            } else {
                "op_id = \(opId)"
            }
        let rows = try await database.read(
            of: account,
            withConsequences
                ? """
                WITH RECURSIVE chain AS (
                    SELECT op_id, revision FROM change WHERE account_id = \(account) AND \(own)
                    UNION ALL
                    SELECT next.op_id, next.revision FROM chain CROSS JOIN LATERAL (
                        SELECT op_id, revision FROM change
                        WHERE account_id = \(account) AND cause = chain.op_id OFFSET 0
                    ) AS next
                )
                SELECT \(LedgerEntry.columns) FROM change
                WHERE account_id = \(account) AND revision = ANY(ARRAY(SELECT revision FROM chain)) ORDER BY revision
                """
                : """
                SELECT \(LedgerEntry.columns) FROM change WHERE account_id = \(account) AND \(own) ORDER BY revision
                """)
        return try rows.map { try LedgerEntry($0) }
    }

    /// What others have put into a list says that it stays; so much of it is looked at where there is more.
    private static let witnesses = 20

    /// What an undoing of some lines has to see: their rows, and of each list that they made all that is in it, or some
    /// tasks that others have put into it, of which one is enough for it to stay.
    func needs(toUndo entries: [LedgerEntry], in account: Identifier) async throws -> SliceNeeds {
        var needs = entries.rows
        let lists = entries.filter { $0.created && $0.operation.entity == .list }.map(\.operation.id)
        guard !lists.isEmpty else { return needs }
        let own = Array(needs.tasks.union(needs.touched))
        let found = try await database.read(
            of: account,
            """
            SELECT wanted.id, used.task_id FROM unnest(\(lists)) AS wanted (id) CROSS JOIN LATERAL (
                SELECT task_id FROM task
                WHERE task.account_id = \(account) AND task.list_id = wanted.id AND task.deleted_at IS NULL
                    AND NOT task.task_id = ANY(\(own))
                LIMIT \(Self.witnesses)
            ) AS used
            """
        ).decode((Identifier, Identifier).self)
        needs.touched.formUnion(found.map(\.1))
        let crowded = Dictionary(grouping: found) { $0.0 }.filter { $0.value.count >= Self.witnesses }.keys
        needs.tasksOfLists.formUnion(Set(lists).subtracting(crowded))
        return needs
    }

    /// Of the lists that these lines made, those in which calendar programs have put events: they stay.
    func holdingEvents(among entries: [LedgerEntry], in account: Identifier) async throws -> Set<Identifier> {
        let lists = entries.filter { $0.created && $0.operation.entity == .list }.map(\.operation.id)
        guard !lists.isEmpty else { return [] }
        let found = try await database.read(
            of: account,
            """
            SELECT wanted.id FROM unnest(\(lists)) AS wanted (id) WHERE EXISTS (SELECT 1 FROM dav_guest
                WHERE dav_guest.account_id = \(account) AND dav_guest.list_id = wanted.id
                    AND dav_guest.deleted_at IS NULL)
            """)
        return Set(try found.decode(Identifier.self))
    }
}

extension Request {
    /// How many rows a page is to have: `limit`, from 1 to `most`.
    func pageLimit(most: Int, usual: Int) throws -> Int {
        guard let limit: Int = try queryValue("limit") else { return usual }
        guard (1...most).contains(limit) else { throw Problem(.malformedParameter, parameter: "limit") }
        return limit
    }

    /// The revision below which the page begins, as the page before it said.
    func pageCursor() throws -> Int64? {
        try query("cursor") { Int64(urlText: $0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// Refuses unknown parameters: a misspelt filter must not return everything.
    func requireQuery(among names: Set<String>) throws {
        for item in queryItems where !names.contains(item.name) {
            throw Problem(.malformedParameter, detail: "There is no parameter of this name.", parameter: item.name)
        }
    }
}
