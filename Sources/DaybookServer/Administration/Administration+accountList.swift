import DaybookAccounts
import DaybookCore
import DaybookStore
import Postgres

extension Administration {
    /// Lists accounts, the newest first, with what the operator calls them and the device that was seen last. It leaves
    /// out emails, which are private to the accounts; ``showAccount(_:)`` shows them one by one.
    ///
    /// - Parameter label: only those whose label holds this text, whatever the case of its letters.
    public func listAccounts(limit: Int, label: String? = nil) async throws -> Report {
        let rows = try await database.read(
            """
            SELECT account_id, label, created_at, last_seen_on, claimed_at IS NOT NULL, is_demo,
                disabled_at IS NOT NULL, deleting_at IS NOT NULL, live_tasks, stored_bytes + guest_bytes
            FROM account LEFT JOIN account_clock USING (account_id)
            WHERE \(label as String?)::text IS NULL OR strpos(lower(label), lower(\(label as String?)::text)) > 0
            ORDER BY created_at DESC, account_id LIMIT \(Int64(limit))
            """
        ).decode((Identifier, String?, Instant, CalendarDate, Bool, Bool, Bool, Bool, Int32?, Int64?).self)
        let devices = try await lastDevices(of: rows.map(\.0))
        let entries = rows.map {
            id, label, createdAt, seenOn, isClaimed, isDemo, isDisabled, isDeleting, tasks, bytes in
            [
                Report.Entry("id", "account", .string(id.text)),
                Report.Entry("label", "label", .optional(label)),
                Report.Entry("createdAt", "created", .string(createdAt.text)),
                Report.Entry("lastSeenOn", "last seen", .string(seenOn.text)),
                Report.Entry("lastDevice", "last device", .optional(devices[id])),
                Report.Entry("tasks", "tasks", .integer(Int64(tasks ?? 0))),
                Report.Entry("bytes", "bytes", .integer(bytes ?? 0)),
            ]
                + AccountStanding(isClaimed: isClaimed, isDemo: isDemo, isDisabled: isDisabled, isDeleting: isDeleting)
                .entries
        }
        return Report(
            "accounts", entries, none: label == nil ? "There are no accounts yet." : "No account has such a label.")
    }

    /// The names of the devices that were seen last, by account; under the accounts' own scope.
    private func lastDevices(of accounts: [Identifier]) async throws -> [Identifier: String] {
        let names = try await database.transaction(readOnly: true, opening: [.scope(accounts)]) { transaction in
            try await transaction.run(
                """
                SELECT DISTINCT ON (account_id) account_id, name FROM device
                WHERE account_id = ANY (\(accounts)::uuid[]) AND revoked_at IS NULL
                ORDER BY account_id, last_seen_at DESC, device_id
                """
            ).decode((Identifier, String).self)
        }
        return Dictionary(uniqueKeysWithValues: names)
    }

    /// Says what the operator calls an account; nil forgets it.
    public func labelAccount(_ name: String, _ label: String?) async throws -> Report {
        let account = try await self.account(name)
        let label = try self.label(label)
        try await database.write("UPDATE account SET label = \(label as String?) WHERE account_id = \(account)")
        return Report(
            [
                Report.Entry("id", "account", .string(account.text)), Report.Entry("label", "label", .optional(label)),
            ])
    }

    /// A label as it may be stored.
    func label(_ text: String?) throws -> String? {
        guard let text else { return nil }
        guard let label = DeviceName(text) else {
            throw Refusal("the label: expected one line of 1 to \(DeviceName.longest) bytes")
        }
        return label.text
    }
}

/// What an account is, in flags for scripts and in words.
struct AccountStanding {
    let isClaimed: Bool
    let isDemo: Bool
    let isDisabled: Bool
    let isDeleting: Bool

    var entries: [Report.Entry] {
        let words = [
            isDeleting ? "being deleted" : nil, isDisabled ? "disabled" : nil,
            isClaimed ? "has a login" : "anonymous", isDemo ? "demo" : nil,
        ]
        return [
            Report.Entry("claimed", nil, .bool(isClaimed)), Report.Entry("demo", nil, .bool(isDemo)),
            Report.Entry("disabled", nil, .bool(isDisabled)), Report.Entry("deleting", nil, .bool(isDeleting)),
            Report.Entry("standing", "standing", .string(words.compactMap { $0 }.joined(separator: ", "))),
        ]
    }
}
