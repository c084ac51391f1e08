import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// The channels of accounts: made, changed and removed by their owners.
package struct Channels: Sendable {
    let database: Database
    let key: SecretKey
    /// An account's channels have something to send, or may have again.
    let news: @Sendable (Identifier) -> Void

    /// How many an account may have.
    package static let most = 20

    package init(_ database: Database, _ key: SecretKey, _ ledger: Ledger) {
        (self.database, self.key) = (database, key)
        news = { account in
            ledger.announcements.hasToRemind(account)
            ledger.announcements.hasChangesToTell(of: account)
        }
    }

    /// Nil where it was sealed with a key that this server does not have.
    package func address(of channel: Channel) -> ChannelAddress? { channel.address(key) }

    /// The oldest first.
    package func list(of account: Identifier) async throws -> [Channel] {
        try await database.read(
            of: account,
            """
            SELECT \(Channel.columns) FROM channel JOIN device USING (account_id, device_id)
            WHERE account_id = \(account) AND revoked_at IS NULL ORDER BY channel.created_at, channel_id
            """
        ).map { try Channel($0) }
    }

    package func find(_ id: Identifier, of account: Identifier) async throws -> Channel? {
        try await database.read(
            of: account,
            """
            SELECT \(Channel.columns) FROM channel JOIN device USING (account_id, device_id)
            WHERE account_id = \(account) AND channel_id = \(id) AND revoked_at IS NULL
            """
        ).first.map { try Channel($0) }
    }

    /// Whether the device has a channel with this address.
    package func knows(
        _ address: ChannelAddress, for device: Identifier, of account: Identifier
    ) async throws -> Bool {
        let rows = try await database.read(
            of: account,
            """
            SELECT 1 FROM channel WHERE account_id = \(account) AND device_id = \(device)
                AND kind = \(address.kind.rawValue) AND address_hash = \(address.hash(key))
            """)
        return !rows.isEmpty
    }

    /// More than `most` of them.
    package struct TooMany: Error {}

    /// Changes are for programs, and a webhook is what they listen to.
    package struct OnlyForWebhooks: Error {
        package let isSecret: Bool
    }

    /// The device's channel with this address: a new one, or the one that is there already, which is on again and takes
    /// the new name and wishes.
    package func open(
        _ wish: ChannelWish, for device: Identifier, of account: Identifier, now: Instant = .now()
    ) async throws -> (channel: Channel, isNew: Bool) {
        try Self.require(wish.wants, over: wish.address.kind)
        let (id, hash) = (Identifier.random(), wish.address.hash(key))
        let sealed = wish.address.sealed(key, at: ChannelPlace(account: account, channel: id))
        let opened = try await database.transaction(of: account) { transaction in
            try await transaction.lockDirectories(of: account)
            // One after the other, or two requests at once would both find room for one.
            let rows = try await transaction.run([
                .lockClock(of: account),
                .endSilence(of: account, now: now),
                """
                UPDATE channel SET name = \(wish.name), wants = \(wish.wants.rawValue), language = \(wish.language.rawValue),
                    off_reason = CASE WHEN off_reason = ANY(\(ChannelEnd.lasting)) THEN off_reason END, failing_since = NULL
                WHERE account_id = \(account) AND device_id = \(device) AND kind = \(wish.address.kind.rawValue)
                    AND address_hash = \(hash)
                RETURNING \(Channel.columns)
                """,
                Query.dropLeft(by: account),
                "SELECT count(*) FROM channel WHERE account_id = \(account)",
            ])
            guard !rows[0].isEmpty else { throw NoAccount() }
            let left = try rows[3].decode(Identifier.self)
            if !left.isEmpty { try await transaction.run(.dropCursors(of: account, left)) }
            if let row = rows[2].first {
                let channel = try Channel(row)
                _ = try await transaction.commit(
                    after: [Query.beginMoments(of: account, now: now)]
                        + Query.tellChanges(wish.wants.contains(.changes), over: channel.id, of: account, now: now))
                return (channel, false)
            }
            guard try rows[4].first?.decode(0, as: Int.self) ?? 0 < Self.most else { throw TooMany() }
            let off: String? = wish.address.kind == .email ? ChannelEnd.unconfirmed : nil
            let opening: [Query] = [
                """
                INSERT INTO channel (account_id, channel_id, device_id, kind, name, wants, language, address, address_hash,
                    created_at, off_reason)
                VALUES (\(account), \(id), \(device), \(wish.address.kind.rawValue), \(wish.name), \(wish.wants.rawValue),
                    \(wish.language.rawValue), \(sealed), \(hash), \(now), \(off as String?))
                """,
                Query.beginMoments(of: account, now: now),
            ]
            _ = try await transaction.commit(
                after: opening + Query.tellChanges(wish.wants.contains(.changes), over: id, of: account, now: now))
            var channel = Channel(id, of: account, device, wish, sealed: sealed, at: now)
            channel.offReason = off
            return (channel, true)
        }
        news(account)
        return opened
    }

    /// What is to be different.
    package struct Change: Sendable {
        package var name: String?
        package var wants: Wants?
        package var language: Language?
        package var isOn: Bool?
        /// A webhook signs with a new secret, and with the former one too.
        package var newSecret = false

        package init() {}
    }

    /// Nil where there is no such channel.
    package func change(_ id: Identifier, of account: Identifier, to change: Change) async throws -> Channel? {
        let changed: Channel? = try await database.transaction(of: account) { transaction in
            try await transaction.lockDirectories(of: account)
            let found = try await transaction.run([
                .lockClock(of: account),
                """
                SELECT \(Channel.columns) FROM channel WHERE account_id = \(account) AND channel_id = \(id) FOR UPDATE
                """,
            ])
            guard let channel = try found[1].first.map({ try Channel($0) }) else { return nil }
            var sealed = channel.sealedAddress
            if change.newSecret, channel.kind != .webhook { throw OnlyForWebhooks(isSecret: true) }
            if change.newSecret, var address = channel.address(key) {
                address.addSecret()
                sealed = address.sealed(key, at: ChannelPlace(account: account, channel: id))
            }
            let wants = change.wants ?? channel.wants
            try Self.require(wants, over: channel.kind)
            // What no wish puts an end to, no wish replaces either: switched off, it could be switched on.
            let off: String? =
                channel.hasLastingEnd
                ? channel.offReason : change.isOn.map { $0 ? nil : ChannelEnd.byOwner } ?? channel.offReason
            let failing = change.isOn == true ? nil : channel.failingSince
            let isWoken = change.isOn == true || change.wants != nil
            let update: [Query] = [
                .endSilence(of: account, now: .now()),
                """
                UPDATE channel SET name = \(change.name ?? channel.name), wants = \(wants.rawValue),
                    language = \((change.language ?? channel.language).rawValue), address = \(sealed), off_reason = \(off as String?),
                    failing_since = \(failing as Instant?)
                WHERE account_id = \(account) AND channel_id = \(id) RETURNING \(Channel.columns)
                """,
                Query.beginMoments(of: account, now: .now()),
            ]
            let rows = try await transaction.commit(
                after: update
                    + (isWoken
                        ? Query.tellChanges(wants.contains(.changes), over: id, of: account, now: .now()) : []))
            return try rows[1].first.map { try Channel($0) }
        }
        news(account)
        return changed
    }

    /// Says whether there was one.
    package func remove(_ id: Identifier, of account: Identifier) async throws -> Bool {
        try await database.transaction(of: account) { transaction in
            try await transaction.lockDirectories(of: account)
            let rows = try await transaction.run([
                .lockClock(of: account),
                "DELETE FROM delivery WHERE account_id = \(account) AND channel_id = \(id)",
                "DELETE FROM channel WHERE account_id = \(account) AND channel_id = \(id) RETURNING channel_id",
            ])
            _ = try await transaction.commit(after: Query.tellChanges(false, over: id, of: account, now: .now()))
            return !rows[2].isEmpty
        }
    }

    private static func require(_ wants: Wants, over kind: ChannelKind) throws {
        if wants.contains(.changes), kind != .webhook { throw OnlyForWebhooks(isSecret: false) }
    }
}

extension Query {
    /// Channels go with the devices that made them. Answers which; their cursors go by `dropCursors`.
    static func dropLeft(by account: Identifier) -> Query {
        """
        WITH left_behind AS (
            DELETE FROM channel USING device WHERE channel.account_id = \(account) AND device.account_id = \(account)
                AND device.device_id = channel.device_id AND device.revoked_at IS NOT NULL
            RETURNING channel.channel_id),
        told AS (
            DELETE FROM delivery USING left_behind
            WHERE delivery.account_id = \(account) AND delivery.channel_id = left_behind.channel_id)
        SELECT channel_id FROM left_behind
        """
    }

    static func dropCursors(of account: Identifier, _ channels: [Identifier]) -> Query {
        "DELETE FROM change_cursor WHERE account_id = \(account) AND channel_id = ANY(\(channels))"
    }

    /// Where nothing could be sent, because no channel was on, what passed in that time is not sent later.
    static func endSilence(of account: Identifier, now: Instant) -> Query {
        """
        UPDATE reminder SET due_at = \(now) WHERE account_id = \(account) AND subject_id = \(Identifier.zero)
            AND NOT EXISTS (SELECT 1 FROM channel WHERE account_id = \(account) AND off_reason IS NULL)
        """
    }

    /// From now on the account's own moments are looked at.
    static func beginMoments(of account: Identifier, now: Instant) -> Query {
        """
        INSERT INTO reminder (account_id, subject_id, due_at, look_at) VALUES (\(account), \(Identifier.zero), \(now), \(now))
        ON CONFLICT (account_id, subject_id) DO UPDATE SET look_at = least(reminder.look_at, excluded.look_at)
        """
    }
}
