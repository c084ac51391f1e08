import DaybookCore
import DaybookLedger
import Postgres

/// Events and journals of calendar programs come back where their deletion is taken back. What they were before they
/// were written anew nobody knows, and what was made stays.
extension Restoration {
    private struct DeletedGuest: Sendable {
        let id: Identifier
        let revision: Int64
    }

    /// - Returns: the account's revision, where any came back.
    func restoreGuests(_ work: Work) async throws -> Int64? {
        guard !isRehearsal, let which = guestsInQuestion(work) else { return nil }
        // Of several that had one name the one that was deleted last has it again.
        var (before, reached) = (work.end + 1, Int64?.none)
        while true {
            let page = try await changes.database.read(
                of: account,
                """
                SELECT guest_id, revision FROM dav_guest
                WHERE account_id = \(account) AND deleted_at IS NOT NULL AND revision > \(work.start)
                    AND revision < \(before) AND \(which)
                ORDER BY revision DESC LIMIT \(Int32(GuestRows.mostAtOnce))
                """
            ).map { row throws(PostgresError) in DeletedGuest(id: try row.decode(0), revision: try row.decode(1)) }
            guard let last = page.last else { return reached }
            reached = try await restore(page) ?? reached
            before = last.revision
        }
    }

    private func guestsInQuestion(_ work: Work) -> Query? {
        switch extent {
        case .account: "true"
        case .task: nil
        case .list(let list): "list_id = \(list)"
        case .device(let device):
            """
            EXISTS (SELECT 1 FROM change WHERE change.account_id = \(account) AND change.revision = dav_guest.revision
                AND change.device_id = \(device))
            """
        }
    }

    /// Of several with one UID in a list the one that was deleted last comes back, and none where there is one again,
    /// be it an event or a task.
    private func restore(_ page: [DeletedGuest]) async throws -> Int64? {
        var asking = LedgerRequest(of: account, now: submission.now)
        asking.question = """
            SELECT guest_id FROM (
                SELECT guest.guest_id, guest.revision, row_number() OVER (
                    PARTITION BY guest.list_id, guest.uid ORDER BY guest.revision DESC) AS place
                FROM dav_guest AS guest
                WHERE guest.account_id = \(account) AND guest.guest_id = ANY(\(page.map(\.id)))
                    AND guest.deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM dav_guest AS there
                        WHERE there.account_id = \(account) AND there.list_id = guest.list_id
                            AND there.uid = guest.uid AND there.deleted_at IS NULL)
                    AND NOT EXISTS (SELECT 1 FROM dav_resource AS task
                        WHERE task.account_id = \(account) AND task.collection_id = guest.list_id
                            AND task.uid = guest.uid AND NOT task.is_gone)
            ) AS deleted WHERE place = 1 ORDER BY revision
            """
        let device = submission.principal.device
        let (result, restored) = try await changes.ledger.change(asking) {
            [account, clock = changes.clock, now = submission.now] sight -> Decision<Int> in
            let guests = try (sight.answers.map { Array($0) } ?? []).map { row throws(PostgresError) in
                try row.decode(0, as: Identifier.self)
            }
            guard !guests.isEmpty else { return Decision(Push(operations: []), answer: 0) }
            let revisions = guests.indices.map { sight.position.revision + 1 + Int64($0) }
            let statements: [Query] =
                [
                    GuestRows.uncount(guests, of: account),
                    """
                    UPDATE dav_guest SET deleted_at = NULL, changed_at = \(now), revision = back.revision,
                        name = CASE WHEN back.revision < (SELECT max(other.revision)
                                FROM unnest(\(guests), \(revisions)) AS other (guest_id, revision)
                                JOIN dav_guest AS twin ON twin.account_id = \(account)
                                    AND twin.guest_id = other.guest_id
                                WHERE twin.list_id = dav_guest.list_id AND twin.name = dav_guest.name)
                            OR EXISTS (SELECT 1 FROM dav_guest AS there WHERE there.account_id = \(account)
                                AND there.list_id = dav_guest.list_id AND there.name = dav_guest.name
                                AND there.deleted_at IS NULL)
                            THEN dav_guest.guest_id::text || '.ics' ELSE dav_guest.name END
                    FROM unnest(\(guests), \(revisions)) AS back (guest_id, revision)
                    WHERE dav_guest.account_id = \(account) AND dav_guest.guest_id = back.guest_id
                    """,
                    GuestRows.count(guests, of: account),
                ] + GuestRows.show(guests, of: account)
            return .lines(
                guests.map { _ in .random() }, by: device, clock, of: account, now: now, alongside: statements,
                answer: guests.count)
        }
        guard case .merged(let commit) = result, restored > 0 else { return nil }
        return commit.revision
    }
}
