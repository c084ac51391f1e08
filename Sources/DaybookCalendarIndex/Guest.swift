import DaybookCore
import DaybookLedger
import Postgres

/// An event or a journal that a program keeps in a list beside the tasks: what `dav_guest` holds. It is kept as it came,
/// and nothing of it is understood but under which UID it goes. `dav_resource` has its name among those of the tasks.
package struct Guest: Hashable, Sendable {
    package let id: Identifier
    package let address: Resource.Address
    package let uid: String
    /// The name of the component that it is.
    package let component: String

    package init(_ id: Identifier, at address: Resource.Address, uid: String, component: String) {
        (self.id, self.address, self.uid, self.component) = (id, address, uid, component)
    }

    /// What one takes beside its octets.
    package static let overhead: Int64 = 512

    // MARK: Statements, of the transaction of its line in the ledger

    /// Writes it down as it came, in place of what it was.
    package func writing(
        _ octets: [UInt8], replacing before: Found?, of account: Identifier, at revision: Int64, _ now: Instant
    ) -> [Query] {
        let bytes = Int64(octets.count) + Self.overhead - (before?.bytes ?? 0)
        return [
            """
            INSERT INTO dav_guest (account_id, guest_id, list_id, name, uid, component, octets, written_at, revision)
            VALUES (\(account), \(id), \(address.collection), \(address.name), \(uid), \(component), \(octets), \(now),
                \(revision))
            ON CONFLICT (account_id, guest_id) DO UPDATE SET component = excluded.component, octets = excluded.octets,
                written_at = excluded.written_at, revision = excluded.revision
            """,
            Self.showing(account, "dav_guest.guest_id = \(id)"),
            Self.counting(before == nil ? 1 : 0, bytes, of: account),
        ]
    }

    /// It is deleted, and kept for as long as a task that was deleted.
    package func deletion(of account: Identifier, at revision: Int64, _ now: Instant) -> [Query] {
        [
            """
            UPDATE dav_guest SET deleted_at = \(now), revision = \(revision)
            WHERE account_id = \(account) AND guest_id = \(id)
            """,
            leaving(account, at: revision),
            Self.counting(-1, 0, of: account),
        ]
    }

    /// It is at another address from then on, as it is.
    package func move(to other: Resource.Address, of account: Identifier, at revision: Int64) -> [Query] {
        [
            """
            UPDATE dav_guest SET list_id = \(other.collection), name = \(other.name), revision = \(revision)
            WHERE account_id = \(account) AND guest_id = \(id)
            """,
            leaving(account, at: revision), Self.showing(account, "dav_guest.guest_id = \(id)"),
        ]
    }

    private func leaving(_ account: Identifier, at revision: Int64) -> Query {
        """
        UPDATE dav_resource SET is_gone = true, shown_revision = \(revision)
        WHERE account_id = \(account) AND collection_id = \(address.collection) AND name = \(address.name)
            AND task_id = \(id)
        """
    }

    private static func counting(_ guests: Int32, _ bytes: Int64, of account: Identifier) -> Query {
        """
        UPDATE account_clock SET guests = guests + \(guests), guest_bytes = guest_bytes + \(bytes)
        WHERE account_id = \(account)
        """
    }

    /// Gives guests their names among those of the tasks, as far as nobody else has these.
    static func showing(_ account: Identifier, _ which: Query) -> Query {
        """
        INSERT INTO dav_resource (account_id, collection_id, name, task_id, series_id, is_head, uid, made_at,
            shown_revision, is_gone)
        SELECT account_id, list_id, name, guest_id, guest_id, true, uid, written_at, revision, false FROM dav_guest
        WHERE dav_guest.account_id = \(account) AND dav_guest.deleted_at IS NULL AND \(which)
        ON CONFLICT (account_id, collection_id, name) DO UPDATE SET task_id = excluded.task_id,
            series_id = excluded.series_id, is_head = excluded.is_head, uid = excluded.uid,
            made_at = excluded.made_at, shown_revision = excluded.shown_revision, is_gone = excluded.is_gone
        WHERE dav_resource.is_gone OR dav_resource.task_id = excluded.task_id
        """
    }

    /// Those that are not told yet to whom the index is told anew.
    static func showingAll(of account: Identifier) -> Query {
        showing(
            account,
            """
            dav_guest.revision > (SELECT coalesce(shelved_revision, 0) FROM account_clock
                WHERE account_clock.account_id = \(account))
            """)
    }
}

// MARK: What is known before one is changed

extension Guest {
    /// One that is there.
    package struct Found: Sendable {
        package let guest: Guest
        /// What it takes.
        package let bytes: Int64
        /// It is what is to be written.
        package let isSame: Bool
        /// Something else in the list to which it is to go has its UID.
        package let isThereToo: Bool
    }

    /// What an account has, and who of it is at an address, asked under the account's lock.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of what is to be written.
    ///   - other: where it is to go.
    package static func question(
        at address: Resource.Address, writing hash: [UInt8] = [], goingTo other: Identifier? = nil,
        of account: Identifier
    ) -> Query {
        """
        SELECT account_clock.guests, account_clock.guest_bytes, account_clock.live_tasks, account_clock.stored_bytes,
            (SELECT claimed_at IS NOT NULL FROM account WHERE account.account_id = \(account)),
            there.guest_id, there.uid, there.component, octet_length(there.octets) + \(overhead),
            sha256(there.octets) = \(hash), EXISTS (SELECT 1 FROM dav_resource AS twin
                WHERE twin.account_id = \(account) AND twin.uid = there.uid AND twin.task_id <> there.guest_id
                    AND twin.collection_id = \(other ?? .zero) AND NOT twin.is_gone)
        FROM account_clock LEFT JOIN dav_guest AS there ON there.account_id = \(account)
            AND there.list_id = \(address.collection) AND there.name = \(address.name) AND there.deleted_at IS NULL
        WHERE account_clock.account_id = \(account)
        """
    }

    package struct Answer: Sendable {
        package let guests: Int
        package let guestBytes: Int64
        package let use: Quotas.Use
        package let isClaimed: Bool
        package let found: Found?

        package init(_ rows: Rows?, at address: Resource.Address) throws(PostgresError) {
            guard let row = rows?.first else { throw StoredColumns.corrupt }
            var columns = StoredColumns(row)
            guests = Int(try columns.next(Int32.self))
            guestBytes = try columns.nextNumber()
            let tasks = Int(try columns.next(Int32.self))
            use = Quotas.Use(tasks: tasks + guests, bytes: try columns.nextNumber() + guestBytes)
            isClaimed = try columns.next(Bool?.self) ?? false
            guard let id = try columns.nextIdentifier() else {
                found = nil
                return
            }
            let uid = try columns.nextText() ?? ""
            let guest = Guest(id, at: address, uid: uid, component: try columns.nextText() ?? "")
            found = Found(
                guest: guest, bytes: try columns.nextNumber(), isSame: try columns.next(Bool?.self) ?? false,
                isThereToo: try columns.nextFlag())
        }

        /// What it comes to.
        package func use(adding guests: Int, _ bytes: Int64) -> Quotas.Use {
            Quotas.Use(tasks: use.tasks + guests, bytes: use.bytes + bytes)
        }
    }
}

extension AccountSight {
    /// A name of which no task is: that of an event or a journal.
    package func isGuest(_ resource: Resource) -> Bool {
        !resource.isGone && slice.tasks[resource.task] == nil
    }
}
