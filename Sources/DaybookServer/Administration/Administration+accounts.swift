import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

extension Administration {
    public func showAccount(_ name: String) async throws -> Report {
        let account = try await self.account(name)
        let rows = try await database.read(
            of: account,
            """
            SELECT account.created_at, last_seen_on, claimed_at IS NOT NULL, is_demo, disabled_at IS NOT NULL,
                deleting_at IS NOT NULL, live_tasks, stored_bytes + guest_bytes, revision, time_zone, label,
                (SELECT count(*) FROM list WHERE account_id = \(account) AND deleted_at IS NULL),
                (SELECT count(*) FROM device WHERE account_id = \(account) AND revoked_at IS NULL)
            FROM account JOIN account_clock USING (account_id)
            JOIN (SELECT account_id, revision AS settings_revision, time_zone FROM account_settings) AS settings
                USING (account_id)
            WHERE account_id = \(account)
            """)
        guard let row = rows.first else { throw Refusal("\(name) is being deleted") }
        let credential = try await credentials.credential(of: account)
        let (
            created, seen, isClaimed, isDemo, isDisabled, isDeleting, tasks, bytes, revision, zone, label, lists,
            devices
        ) = try row.decode(
            (Instant, CalendarDate, Bool, Bool, Bool, Bool, Int32, Int64, Int64, String, String?, Int64, Int64).self)
        return Report(
            [
                Report.Entry("id", "account", .string(account.text)),
                Report.Entry("label", "label", .optional(label)),
                Report.Entry("email", "email", .optional(credential?.email)),
                Report.Entry("secondFactor", "second factor", .bool(credential?.factor != nil)),
                Report.Entry("createdAt", "created", .string(created.text)),
                Report.Entry("lastSeenOn", "last seen", .string(seen.text)),
                Report.Entry("timeZone", "time zone", .string(zone)),
                Report.Entry("tasks", "tasks", .integer(Int64(tasks))),
                Report.Entry("lists", "lists", .integer(lists)),
                Report.Entry("devices", "devices", .integer(devices)),
                Report.Entry("bytes", "bytes", .integer(bytes)),
                Report.Entry("revision", "revision", .integer(revision)),
            ]
                + AccountStanding(isClaimed: isClaimed, isDemo: isDemo, isDisabled: isDisabled, isDeleting: isDeleting)
                .entries)
    }

    /// Blocks access to an account until it is enabled again. Nothing of it is lost.
    public func setAccount(_ name: String, disabled: Bool) async throws -> Report {
        let now = Instant.now()
        let account = try await self.account(name)
        try await database.transaction(of: account) { transaction in
            try await transaction.run(
                """
                UPDATE account SET disabled_at = CASE WHEN \(disabled) THEN coalesce(disabled_at, \(now)) END
                WHERE account_id = \(account)
                """)
            // Every process forgets whether the account's tokens are valid.
            try await transaction.run(RevocationLog.entry(account, now))
        }
        capabilities.ledger.announcements.closed(account)
        return Report(
            [
                Report.Entry("id", "account", .string(account.text)),
                Report.Entry("disabled", "disabled", .bool(disabled)),
            ])
    }

    /// Deletes everything of an account permanently before it returns.
    public func deleteAccount(_ name: String) async throws -> Report {
        let account = try await self.account(name)
        let receipt = try await delete(account, named: name)
        var counts = JSONReader(Array(receipt.counts.utf8))
        return Report(
            [
                Report.Entry("deletionId", "receipt", .string(receipt.id.text)),
                Report.Entry("rows", "rows deleted", try counts.readValue()),
            ])
    }

    func delete(
        _ account: Identifier, at revision: Int64? = nil, named name: String
    ) async throws -> DeletionReceipt {
        do {
            guard let receipt = try await capabilities.accounts.deletion.delete(account, at: revision) else {
                throw Refusal("there is no account \(name)")
            }
            return receipt
        } catch let problem as Problem where problem.type == .mergeUnderWay {
            throw Refusal("another account is being merged into \(name); try again when that is done")
        }
    }

    /// By id or by email.
    func account(_ name: String) async throws -> Identifier {
        if let id = Identifier(name) {
            let rows = try await database.read("SELECT 1 FROM account WHERE account_id = \(id)")
            if !rows.isEmpty { return id }
        } else if let email = EmailAddress(name), let id = try await credentials.account(of: email) {
            return id
        }
        throw Refusal("there is no account \(name)")
    }
}
