import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// The devices of accounts: listing, renaming and revoking them.
package struct Devices: Sendable {
    let database: Database
    let announcements: Announcements

    /// The devices that have access, the oldest first.
    package func list(of account: Identifier) async throws -> [DeviceOverview] {
        let rows = try await database.read(of: account, DeviceOverview.query(account))
        return try await withChanges(rows.compactMap { try DeviceOverview($0) }, of: account)
    }

    /// The same, with how much each assistant changed lately. Without one the history is not looked at.
    private func withChanges(
        _ devices: [DeviceOverview], of account: Identifier, now: Instant = .now()
    ) async throws -> [DeviceOverview] {
        let assistants = devices.filter(\.isAssistant).map(\.device.id)
        guard !assistants.isEmpty else { return devices }
        let rows = try await database.read(
            of: account, DeviceOverview.recentChanges(of: assistants, in: account, at: now))
        let counts = Dictionary(uniqueKeysWithValues: try rows.decode((Identifier, Int64).self))
        return devices.map { device in
            var device = device
            if device.isAssistant { device.recentChanges = counts[device.device.id] ?? 0 }
            return device
        }
    }

    /// Whether there is a device beside this one by which a person comes in again: one that may do everything, and so
    /// let others in. An assistant, or an app that may do a part, is none.
    static func letsIn(_ account: Identifier, another device: Identifier, at now: Instant) -> Query {
        """
        EXISTS (SELECT 1 FROM device JOIN token USING (account_id, device_id)
            WHERE device.account_id = \(account) AND device.device_id <> \(device) AND device.revoked_at IS NULL
                AND token.scope = \(TokenScope.full.rawValue)
                AND (token.expires_at IS NULL OR token.expires_at > \(now)))
        """
    }

    /// Nil where there is no such device.
    func rename(_ device: Identifier, of account: Identifier, to name: DeviceName) async throws -> DeviceOverview? {
        let renamed = try await database.transaction(of: account, attempts: 1) { transaction in
            let rows = try await transaction.commit(after: [
                """
                UPDATE device SET name = \(name.text)
                WHERE account_id = \(account) AND device_id = \(device) AND revoked_at IS NULL
                """,
                DeviceOverview.query(account, device: device),
            ])
            return try rows[1].first.flatMap { try DeviceOverview($0) }
        }
        return try await withChanges(renamed.map { [$0] } ?? [], of: account).first
    }

    /// Lets a device in no longer: its tokens are gone when this returns, here at once and in other processes within a
    /// second, and its live stream ends. Says whether there was such a device.
    ///
    /// - Parameters:
    ///   - asking: by whom; throws where they were sent away meanwhile. Nobody asks where the operator does it.
    ///   - keepsTrust: it leaves by itself, and its next login needs no code where that is so now.
    package func revoke(
        _ device: Identifier, of account: Identifier, for asking: Principal? = nil, keepsTrust: Bool = false,
        now: Instant = .now()
    ) async throws -> Bool {
        let revoked = try await database.transaction(of: account) { transaction in
            try await Self.revoke(
                .one(device), of: account, for: asking, keepsTrust: keepsTrust, now, in: transaction)
        }
        for device in revoked { announcements.revoked(device, of: account) }
        return !revoked.isEmpty
    }

    /// What is over once others are sent away.
    package struct Ended: Sendable {
        package let devices: [Identifier]
        /// How many calendar feeds.
        package let feeds: Int
    }

    /// Lets in only the device that asks any longer, and ends what others may still look in by.
    func revokeOthers(for asking: Principal, now: Instant = .now()) async throws -> Ended {
        let account = asking.account
        let ended = try await database.transaction(of: account) { transaction in
            try await Self.revokeOthers(than: asking.device, of: account, for: asking, now, in: transaction)
        }
        for device in ended.devices { announcements.revoked(device, of: account) }
        return ended
    }

    /// The same as part of a larger transaction under the account's scope, whose owner announces each of the devices
    /// once it is committed.
    ///
    /// A feed's address needs no device, and nobody knows who made it or who has it: whoever was in may have left one.
    /// They come last, under the account's lock, so that one that was on its way is there.
    static func revokeOthers(
        than device: Identifier, of account: Identifier, for asking: Principal? = nil, _ now: Instant = .now(),
        in transaction: Transaction
    ) async throws -> Ended {
        let devices = try await revoke(.all(but: device), of: account, for: asking, now, in: transaction)
        let feeds = try await transaction.run("DELETE FROM calendar_feed WHERE account_id = \(account)")
        return Ended(devices: devices, feeds: feeds.affected)
    }

    private static func revoke(
        _ choice: DeviceChoice, of account: Identifier, for asking: Principal?, keepsTrust: Bool = false,
        _ now: Instant, in transaction: Transaction
    ) async throws -> [Identifier] {
        let which = choice.isMet(by: "device_id")
        // Whoever makes a way in at this moment is waited for, and what they made is seen by what follows.
        try await transaction.run("SELECT 1 FROM account WHERE account_id = \(account) FOR NO KEY UPDATE")
        try await asking?.demandStanding(in: transaction)
        var before = PendingEntries.removal(of: account, openedBy: choice)
        // Also of those that went by themselves before.
        if !keepsTrust { before.append("DELETE FROM trusted_device WHERE account_id = \(account) AND \(which)") }
        let revoked: Query = """
            UPDATE device SET revoked_at = \(now)
            WHERE account_id = \(account) AND revoked_at IS NULL AND \(which) RETURNING device_id
            """
        let devices = try await transaction.run(before + [revoked])[before.count].decode(Identifier.self)
        guard !devices.isEmpty else { return [] }
        let tokens = try await transaction.run(
            "DELETE FROM token WHERE account_id = \(account) AND device_id = ANY(\(devices)) RETURNING token_id"
        ).decode(Identifier.self)
        try await transaction.run([
            "DELETE FROM app_password WHERE account_id = \(account) AND token_id = ANY(\(tokens))",
            RevocationLog.entries(devices.map { RevocationKey(account: account, device: $0) }, now),
        ])
        return devices
    }
}
