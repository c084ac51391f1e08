import DaybookCore
import DaybookLedger
import Postgres

/// An event or a journal that a program keeps in a list beside the tasks: what `dav_guest` holds. It is kept as it
/// came, and nothing of it is understood but under which UID it goes. `dav_resource` has its name among those of the
/// tasks.
package struct Guest: Hashable, Sendable {
    package let id: Identifier
    package let address: Resource.Address
    package let uid: String
    /// The name of the component that it is.
    package let component: String

    package init(_ id: Identifier, at address: Resource.Address, uid: String, component: String) {
        (self.id, self.address, self.uid, self.component) = (id, address, uid, component)
    }

    // MARK: Statements, of the transaction of its line in the ledger

    /// Writes it down as it came, in place of what it was.
    package func writing(
        _ octets: [UInt8], replacing before: Found?, of account: Identifier, at revision: Int64, _ now: Instant
    ) -> [Query] {
        let bytes = Int64(octets.count) + GuestRows.overhead - (before?.bytes ?? 0)
        return [
            """
            INSERT INTO dav_guest (account_id, guest_id, list_id, name, uid, component, octets, written_at, changed_at,
                revision)
            VALUES (\(account), \(id), \(address.collection), \(address.name), \(uid), \(component), \(octets), \(now),
                \(now), \(revision))
            ON CONFLICT (account_id, guest_id) DO UPDATE SET component = excluded.component, octets = excluded.octets,
                written_at = excluded.written_at, changed_at = excluded.changed_at, revision = excluded.revision
            """
        ] + GuestRows.show([id], of: account) + [Self.counting(before == nil ? 1 : 0, bytes, of: account)]
    }

    /// It is deleted, and kept for as long as a task that was deleted. Nothing is taken from what is counted where it
    /// was deleted before.
    package func deletion(of account: Identifier, at revision: Int64, _ now: Instant) -> [Query] {
        [
            """
            UPDATE account_clock SET guests = guests - 1
            WHERE account_clock.account_id = \(account) AND EXISTS (SELECT 1 FROM dav_guest
                WHERE dav_guest.account_id = \(account) AND guest_id = \(id) AND dav_guest.deleted_at IS NULL)
            """,
            """
            UPDATE dav_guest SET deleted_at = \(now), changed_at = \(now), revision = \(revision)
            WHERE account_id = \(account) AND guest_id = \(id) AND deleted_at IS NULL
            """,
            leaving(account, at: revision),
        ]
    }

    /// It is at another address from then on, as it is.
    package func move(
        to other: Resource.Address, of account: Identifier, at revision: Int64, _ now: Instant
    ) -> [Query] {
        [
            """
            UPDATE dav_guest SET list_id = \(other.collection), name = \(other.name), revision = \(revision),
                changed_at = \(now)
            WHERE account_id = \(account) AND guest_id = \(id)
            """,
            leaving(account, at: revision),
        ] + GuestRows.show([id], of: account)
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
    }

    /// What an account has, and who of it is at an address, asked under the account's lock.
    ///
    /// - Parameter hash: SHA-256 of what is to be written.
    package static func question(
        at address: Resource.Address, writing hash: [UInt8] = [], of account: Identifier
    ) -> Query {
        """
        SELECT account_clock.guests, account_clock.guest_bytes, account_clock.live_tasks, account_clock.stored_bytes,
            (SELECT claimed_at IS NOT NULL FROM account WHERE account.account_id = \(account)),
            there.guest_id, there.uid, there.component, octet_length(there.octets) + \(GuestRows.overhead),
            sha256(there.octets) = \(hash)
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
                guest: guest, bytes: try columns.nextNumber(), isSame: try columns.next(Bool?.self) ?? false)
        }

        /// What it comes to.
        package func use(adding guests: Int, _ bytes: Int64) -> Quotas.Use {
            Quotas.Use(tasks: use.tasks + guests, bytes: use.bytes + bytes)
        }
    }
}
