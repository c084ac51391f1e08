import DaybookCore
import Postgres

/// Statements about guests, the events and journals that calendar programs keep in lists (`dav_guest`), where several
/// change at once. Each stands in the transaction of their lines in the ledger.
package enum GuestRows {
    /// What one takes beside its octets.
    package static let overhead: Int64 = 512

    /// So many go through one transaction, and so many bytes of them.
    package static let mostAtOnce = 200
    package static let mostBytesAtOnce: Int64 = 4 << 20

    /// How many there are, and what they take, as the account's clock has both.
    package static let number: Query = "count(*) FILTER (WHERE dav_guest.deleted_at IS NULL)::integer"
    package static let bytes: Query = "coalesce(sum(octet_length(dav_guest.octets) + \(overhead)), 0)::bigint"

    /// Takes these out of what the account's clock counts. Whoever changes them puts them in again afterwards.
    package static func uncount(_ guests: [Identifier], of account: Identifier) -> Query {
        counted(guests, of: account, "-")
    }

    package static func count(_ guests: [Identifier], of account: Identifier) -> Query {
        counted(guests, of: account, "+")
    }

    private static func counted(_ guests: [Identifier], of account: Identifier, _ sign: Query) -> Query {
        let these: Query = """
            FROM dav_guest WHERE dav_guest.account_id = \(account) AND dav_guest.guest_id = ANY(\(guests))
            """
        return """
            UPDATE account_clock SET guests = guests \(sign) (SELECT \(number) \(these)),
                guest_bytes = guest_bytes \(sign) (SELECT \(bytes) \(these))
            WHERE account_clock.account_id = \(account)
            """
    }

    /// Gives them their names among those of the tasks. Where somebody else has the name, they are called by their
    /// identifiers.
    ///
    /// - Parameter isMadeAnew: the index of names does not have everything yet. Otherwise nothing is done where that is
    ///   so: whoever goes on with it finds them.
    package static func show(
        _ guests: [Identifier], of account: Identifier, isMadeAnew: Bool = false
    ) -> [Query] {
        let isUp: Query =
            isMadeAnew
            ? ""
            : """
             AND EXISTS (SELECT 1 FROM account_clock WHERE account_clock.account_id = \(account)
                AND account_clock.shelved_revision = account_clock.revision)
            """
        return [
            """
            UPDATE dav_guest SET name = dav_guest.guest_id::text || '.ics'
            WHERE dav_guest.account_id = \(account) AND dav_guest.guest_id = ANY(\(guests))
                AND dav_guest.deleted_at IS NULL AND EXISTS (SELECT 1 FROM dav_resource AS there
                    WHERE there.account_id = \(account) AND there.collection_id = dav_guest.list_id
                        AND there.name = dav_guest.name AND NOT there.is_gone
                        AND there.task_id <> dav_guest.guest_id)\(isUp)
            """,
            """
            INSERT INTO dav_resource (account_id, collection_id, name, task_id, series_id, is_head, uid, made_at,
                shown_revision, is_gone, component)
            SELECT dav_guest.account_id, list_id, name, guest_id, guest_id, true, uid, written_at, revision, false,
                component
            FROM dav_guest
            WHERE dav_guest.account_id = \(account) AND dav_guest.guest_id = ANY(\(guests))
                AND dav_guest.deleted_at IS NULL\(isUp)
            ON CONFLICT (account_id, collection_id, name) DO UPDATE SET task_id = excluded.task_id,
                series_id = excluded.series_id, is_head = excluded.is_head, uid = excluded.uid,
                made_at = excluded.made_at, shown_revision = excluded.shown_revision, is_gone = excluded.is_gone,
                component = excluded.component
            WHERE dav_resource.is_gone OR dav_resource.task_id = excluded.task_id
            """,
        ]
    }

    /// How many the account's clock counts that nobody sees any more: those that went with their lists.
    package static func hidden(of account: Identifier) -> Query {
        """
        (SELECT count(*)::integer FROM list AS gone JOIN dav_guest AS inside ON inside.account_id = \(account)
            AND inside.list_id = gone.list_id AND inside.deleted_at IS NULL
        WHERE gone.account_id = \(account) AND gone.deleted_at IS NOT NULL)
        """
    }

    /// How many are in lists that are there, and how many are hidden.
    static func count(inLists lists: [Identifier], of account: Identifier) -> Query {
        """
        SELECT count(*), \(hidden(of: account)) FROM dav_guest
        JOIN list ON list.account_id = \(account) AND list.list_id = dav_guest.list_id AND list.deleted_at IS NULL
        WHERE dav_guest.account_id = \(account) AND dav_guest.list_id = ANY(\(lists))
            AND dav_guest.deleted_at IS NULL
        """
    }
}

extension Decision {
    /// Lines of the ledger that say nothing and change no row: each gives a guest its revision. They come in their
    /// order, from the account's next revision on.
    package static func lines(
        _ opIds: [Identifier], by device: Identifier, _ clock: AuthorClock, of account: Identifier, now: Instant,
        alongside statements: [Query], answer: Answer
    ) -> Decision {
        let operations = opIds.map { opId in
            SyncOperation(
                opId: opId, entity: .settings, id: account, at: clock.tick(for: device, now: now, after: nil))
        }
        var decision = Decision(Push(operations: operations), answer: answer)
        decision.isWhole = true
        decision.alongside = statements
        return decision
    }
}
