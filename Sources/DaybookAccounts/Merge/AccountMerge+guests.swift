import DaybookCore
import DaybookLedger
import Postgres

/// Events and journals of calendar programs on their way from one account into another.
extension AccountMerge {
    /// They come along with their lists, those that were deleted among them. Each comes as a change of the target, so
    /// that programs which read page by page, and had read these lists before, are told of it. What was carried before
    /// is not carried again.
    func carryGuests(_ journey: Journey) async throws {
        let rows = try await database.read(
            of: journey.source, "SELECT guest_bytes > 0 FROM account_clock WHERE account_id = \(journey.source)")
        guard try rows.first?.decode(0, as: Bool.self) == true else { return }
        var revision: Int64 = 0
        while true {
            let page = try await guests(of: journey.source, after: revision)
            guard let last = page.last else { return }
            try await carry(page, journey)
            revision = last.revision
        }
    }

    private struct CarriedGuest: Sendable {
        let id: Identifier
        let list: Identifier
        let name: String
        let uid: String
        let component: String
        let octets: [UInt8]
        let writtenAt: Instant
        let deletedAt: Instant?
        /// In the source.
        let revision: Int64

        init(_ row: Row) throws(PostgresError) {
            (id, list, name, uid) = (try row.decode(0), try row.decode(1), try row.decode(2), try row.decode(3))
            (component, octets) = (try row.decode(4), try row.decode(5))
            (writtenAt, deletedAt, revision) = (try row.decode(6), try row.decode(7), try row.decode(8))
        }

        /// The line of its coming, which is the same whoever carries it.
        var opId: Identifier {
            .derived(.calendarPut, id.high, id.low, UInt64(bitPattern: revision), from: "merge")
        }
    }

    private func guests(of source: Identifier, after revision: Int64) async throws -> [CarriedGuest] {
        try await database.read(
            of: source,
            """
            SELECT guest_id, list_id, name, uid, component, octets, written_at, deleted_at, revision FROM (
                SELECT *, sum(octet_length(octets)) OVER (ORDER BY revision) - octet_length(octets) AS bytes_before FROM (
                    SELECT * FROM dav_guest WHERE account_id = \(source) AND revision > \(revision)
                    ORDER BY revision LIMIT \(Int32(GuestRows.mostAtOnce))
                ) AS next
            ) AS page WHERE bytes_before <= \(GuestRows.mostBytesAtOnce) ORDER BY revision
            """
        ).map { row throws(PostgresError) in try CarriedGuest(row) }
    }

    private func carry(_ page: [CarriedGuest], _ journey: Journey) async throws {
        let (account, now, isSpread) = (journey.target, Instant.now(), try await database.isSpread())
        var asking = LedgerRequest(of: account, now: now)
        asking.operations = page.map(\.opId)
        // Whether there is room was decided before anything was done.
        asking.quotas = Quotas.none
        let (result, _) = try await ledger.change(asking) { [clock = ledger.clock] sight -> Decision<Void> in
            let coming = page.filter { sight.known[$0.opId] == nil }
            guard !coming.isEmpty else { return Decision(Push(operations: [])) }
            let first = sight.position.revision + 1
            let ids = coming.map(\.id)
            let revisions = coming.indices.map { first + Int64($0) }
            let rows: Query = .rows(
                of: coming.map { _ in account },
                """
                \(ids), \(coming.map(\.list)), \(coming.map(\.name)), \(coming.map(\.uid)), \(coming.map(\.component)),
                    \(coming.map(\.octets)), \(coming.map(\.writtenAt)), \(coming.map { _ in now }), \(revisions),
                    \(coming.map(\.deletedAt))
                """, spread: isSpread)
            let statements: [Query] =
                [
                    GuestRows.uncount(ids, of: account),
                    // A list may be in both accounts, with something else of this name in it.
                    """
                    INSERT INTO dav_guest (account_id, guest_id, list_id, name, uid, component, octets, written_at,
                        changed_at, revision, deleted_at)
                    SELECT coming.account_id, coming.guest_id, coming.list_id, CASE WHEN EXISTS (
                        SELECT 1 FROM dav_guest AS there WHERE there.account_id = \(account)
                            AND there.list_id = coming.list_id AND there.name = coming.name
                            AND there.deleted_at IS NULL AND there.guest_id <> coming.guest_id
                    ) THEN coming.guest_id::text || '.ics' ELSE coming.name END, coming.uid, coming.component,
                        coming.octets, coming.written_at, coming.changed_at, coming.revision, coming.deleted_at
                    FROM (\(rows)) AS coming (account_id, guest_id, list_id, name, uid, component, octets, written_at,
                        changed_at, revision, deleted_at)
                    ON CONFLICT (account_id, guest_id) DO UPDATE SET list_id = excluded.list_id, name = excluded.name,
                        component = excluded.component, octets = excluded.octets, written_at = excluded.written_at,
                        changed_at = excluded.changed_at, revision = excluded.revision,
                        deleted_at = excluded.deleted_at
                    """,
                    GuestRows.count(ids, of: account),
                    // Until the source is closed, what was carried may be deleted or moved there, and is carried again.
                    """
                    UPDATE dav_resource SET is_gone = true, shown_revision = guest.revision
                    FROM dav_guest AS guest
                    WHERE dav_resource.account_id = \(account) AND dav_resource.task_id = ANY(\(ids))
                        AND NOT dav_resource.is_gone AND guest.account_id = \(account)
                        AND guest.guest_id = dav_resource.task_id AND (guest.deleted_at IS NOT NULL
                            OR guest.list_id <> dav_resource.collection_id OR guest.name <> dav_resource.name)
                    """,
                ] + GuestRows.show(ids, of: account)
            return .lines(
                coming.map(\.opId), by: journey.device, clock, of: account, now: now, alongside: statements, answer: ())
        }
        guard case .merged = result else { throw NoAccount() }
    }
}
