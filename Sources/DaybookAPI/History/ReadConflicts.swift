import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// `GET /v1/conflicts`: changes of devices that lost in some field and about which nobody has decided yet, newest
/// first; with mine, theirs, base, who and when.
///
/// 200 with `conflicts` and `nextCursor`, null on the last page; a page may hold fewer than `limit` and still not be
/// the last. `status=all` returns the decided ones, too. 400 `malformed_parameter`.
struct ReadConflicts: Sendable {
    let database: Database

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireQuery(among: ["status", "limit", "cursor"])
        let showsAll = try request.query("status") { ["open": false, "all": true][$0] } ?? false
        let limit = try request.pageLimit(most: LedgerPages.most, usual: 50)
        var (lines, next) = try await LedgerPages(database: database).page(
            of: principal.account, before: try request.pageCursor(), limit: limit,
            where: """
                change.outcome IN ('merged', 'superseded')
                    AND change.device_id <> '00000000-0000-0000-0000-000000000000'
                """)
        let decided = showsAll ? [] : try await decided(among: lines, of: principal.account)
        var open = lines.filter { !decided.contains($0.entry.operation.opId) }
        var (winners, areAll) = try await winners(over: open, in: principal.account)
        // Who won may have written more than a page holds. The last conflict alone is told with those that fit.
        while !areAll, open.count > 1 {
            lines = Array(lines.prefix(lines.count / 2))
            next = lines.last?.entry.revision
            open = lines.filter { !decided.contains($0.entry.operation.opId) }
            (winners, areAll) = try await self.winners(over: open, in: principal.account)
        }
        return .object { json in
            json.member("conflicts", open.map { $0.conflict(with: winners) })
            json.member("nextCursor", next.map { String($0) })
        }
    }

    /// Those about which somebody has decided: by a resolution, or by changing every field of theirs since.
    private func decided(among lines: [HistoryLine], of account: Identifier) async throws -> Set<Identifier> {
        guard !lines.isEmpty else { return [] }
        let opIds = lines.map(\.entry.operation.opId)
        var decisions: [Identifier: Identifier] = [:]
        for opId in opIds {
            decisions[opId] = opId
            for side in ConflictSide.allCases {
                decisions[RequestIdentity(resolutionOf: opId, taking: side).opId(0)] = opId
            }
        }
        let resolutions = decisions.filter { $0.key != $0.value }.map(\.key)
        let rows = try await database.read(
            of: account,
            """
            SELECT op_id FROM change WHERE account_id = \(account) AND op_id = ANY(\(resolutions))
            UNION ALL
            SELECT op_id FROM change AS lost WHERE account_id = \(account) AND op_id = ANY(\(opIds)) AND NOT EXISTS (
                SELECT 1 FROM json_array_elements(lost.detail -> 'conflicts') AS conflict WHERE NOT EXISTS (
                    SELECT 1 FROM change AS later
                    WHERE later.account_id = \(account) AND later.entity_id = lost.entity_id
                        AND later.revision > lost.revision AND later.prior::jsonb ? (conflict ->> 'field')
                        AND later.device_id <> '00000000-0000-0000-0000-000000000000'))
            """)
        return Set(
            try rows.compactMap { row throws(PostgresError) in decisions[try row.decode(0, as: Identifier.self)] })
    }

    /// The changes that won, by their clocks, and whether a page holds all of them.
    private func winners(
        over lines: [HistoryLine], in account: Identifier
    ) async throws -> ([HybridTime: HistoryLine], areAll: Bool) {
        let clocks = lines.flatMap { $0.entry.outcome.conflicts.compactMap(\.by) }
        guard !clocks.isEmpty else { return ([:], true) }
        let (found, next) = try await LedgerPages(database: database).page(
            of: account, before: nil, limit: clocks.count * 2,
            where: """
                change.entity_id = ANY(\(lines.map(\.entry.operation.id)))
                    AND (change.device_id, change.at) IN
                        (SELECT * FROM unnest(\(clocks.map(\.device))::uuid[], \(clocks.map(\.instant))::timestamptz[]))
                """)
        return (Dictionary(found.map { ($0.entry.operation.at, $0) }) { first, _ in first }, next == nil)
    }
}

extension HistoryLine {
    /// The line as a conflict, with what is known of those who won.
    func conflict(with winners: [HybridTime: HistoryLine]) -> OpenConflict {
        OpenConflict(
            line: self,
            fields: entry.outcome.conflicts.map { conflict in
                let winner = conflict.by.flatMap { winners[$0] }
                let base = winner?.entry.changes.first { $0.field == conflict.field }?.old
                return OpenConflict.ConflictField(
                    conflict: conflict, base: base,
                    winner: conflict.by.flatMap { clock in
                        clock.device == .zero ? nil : (clock.device, winner?.device?.name, clock.instant)
                    })
            })
    }
}
