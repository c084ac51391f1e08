import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import Postgres

/// The channels of accounts: made, changed and removed by their owners.
package struct Channels: Sendable {
    let database: Database
    let key: SecretKey
    private let news: @Sendable () -> Void

    /// How many an account may have.
    package static let most = 20

    package init(_ database: Database, _ key: SecretKey, _ ledger: Ledger) {
        (self.database, self.key) = (database, key)
        news = { ledger.reminderNews.ring() }
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

    /// The device's channel with this address: a new one, or the one that is there already, which is on again and takes
    /// the new name and wishes.
    package func open(
        _ wish: ChannelWish, for device: Identifier, of account: Identifier, now: Instant = .now()
    ) async throws -> (channel: Channel, isNew: Bool) {
        let (id, hash) = (Identifier.random(), wish.address.hash(key))
        let sealed = wish.address.sealed(key, at: ChannelPlace(account: account, channel: id))
        let opened = try await database.transaction(of: account) { transaction in
            // One after the other, or two requests at once would both find room for one.
            let rows = try await transaction.run([
                "SELECT revision FROM account_clock WHERE account_id = \(account) FOR UPDATE",
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
            guard let revision = try rows[0].first?.decode(0, as: Int64.self) else { throw NoAccount() }
            if let row = rows[1].first {
                _ = try await transaction.commit(after: [])
                return (try Channel(row), false)
            }
            guard try rows[3].first?.decode(0, as: Int.self) ?? 0 < Self.most else { throw TooMany() }
            let off: String? = wish.address.kind == .email ? ChannelEnd.unconfirmed : nil
            let told: Int64? = wish.wants.contains(.changes) ? revision : nil
            _ = try await transaction.commit(after: [
                """
                INSERT INTO channel (account_id, channel_id, device_id, kind, name, wants, language, address, address_hash,
                    created_at, off_reason, told_revision)
                VALUES (\(account), \(id), \(device), \(wish.address.kind.rawValue), \(wish.name), \(wish.wants.rawValue),
                    \(wish.language.rawValue), \(sealed), \(hash), \(now), \(off as String?), \(told as Int64?))
                """,
                Query.beginMoments(of: account, now: now),
            ])
            var channel = Channel(id, of: account, device, wish, sealed: sealed, at: now)
            channel.offReason = off
            return (channel, true)
        }
        news()
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
            let found = try await transaction.run(
                """
                SELECT \(Channel.columns) FROM channel WHERE account_id = \(account) AND channel_id = \(id) FOR UPDATE
                """)
            guard let channel = try found.first.map({ try Channel($0) }) else { return nil }
            var sealed = channel.sealedAddress
            if change.newSecret, var address = channel.address(key) {
                address.addSecret()
                sealed = address.sealed(key, at: ChannelPlace(account: account, channel: id))
            }
            let wants = change.wants ?? channel.wants
            let isOpen = !ChannelEnd.lasting.contains(channel.offReason ?? "")
            let off: String? =
                change.isOn.map { $0 && isOpen ? nil : $0 ? channel.offReason : ChannelEnd.byOwner }
                ?? channel.offReason
            let failing = change.isOn == true ? nil : channel.failingSince
            let rows = try await transaction.commit(after: [
                """
                UPDATE channel SET name = \(change.name ?? channel.name), wants = \(wants.rawValue),
                    language = \((change.language ?? channel.language).rawValue), address = \(sealed), off_reason = \(off as String?),
                    failing_since = \(failing as Instant?),
                    told_revision = CASE WHEN \(wants.contains(.changes)) THEN coalesce(told_revision,
                        (SELECT revision FROM account_clock WHERE account_id = \(account))) END
                WHERE account_id = \(account) AND channel_id = \(id) RETURNING \(Channel.columns)
                """,
                Query.beginMoments(of: account, now: .now()),
            ])
            return try rows[0].first.map { try Channel($0) }
        }
        news()
        return changed
    }

    /// Says whether there was one.
    package func remove(_ id: Identifier, of account: Identifier) async throws -> Bool {
        let rows = try await database.write(
            of: account,
            """
            WITH told AS (DELETE FROM delivery WHERE account_id = \(account) AND channel_id = \(id))
            DELETE FROM channel WHERE account_id = \(account) AND channel_id = \(id) RETURNING channel_id
            """)
        return !rows.isEmpty
    }
}

/// Why a channel is off, as the API has it.
package enum ChannelEnd {
    package static let byOwner = "switched_off"
    /// Its owner has not said yet that it may be written to.
    package static let unconfirmed = "unconfirmed"
    /// The other side says that there is no such address any more.
    package static let gone = "address_gone"
    /// Nothing has arrived there for a week.
    package static let failing = "failing"
    /// The server has another key for browsers now; the browser has to subscribe anew.
    package static let pushKeyReplaced = "push_key_replaced"
    /// The server's secret key was lost, and the address with it.
    package static let keyLost = "key_lost"

    /// What no wish puts an end to: only the link in the mail says that an address may be written to, and only another
    /// address helps where this one cannot be used any more.
    static let lasting = [unconfirmed, pushKeyReplaced, keyLost]
    /// Nothing gets there any more, and nobody wanted it so.
    static let lost = [gone, failing, pushKeyReplaced, keyLost]
}

extension Query {
    /// Channels go with the devices that made them.
    static func dropLeft(by account: Identifier) -> Query {
        """
        WITH left_behind AS (
            DELETE FROM channel USING device WHERE channel.account_id = \(account) AND device.account_id = \(account)
                AND device.device_id = channel.device_id AND device.revoked_at IS NOT NULL
            RETURNING channel.channel_id)
        DELETE FROM delivery USING left_behind
        WHERE delivery.account_id = \(account) AND delivery.channel_id = left_behind.channel_id
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
