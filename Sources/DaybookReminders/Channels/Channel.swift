import DaybookCore
import DaybookHost
import DaybookLedger
import Postgres

/// Where a device wants to be notified, and of what.
package struct Channel: Sendable {
    package let id: Identifier
    package let account: Identifier
    package let device: Identifier
    package let kind: ChannelKind
    package var name: String
    package var wants: Wants
    package var language: Language
    let sealedAddress: [UInt8]
    package let createdAt: Instant
    /// Why nothing is sent there any more; nil while it is.
    package var offReason: String?
    /// Since when nothing has arrived.
    var failingSince: Instant?
    package var deliveredAt: Instant?

    package var isOn: Bool { offReason == nil }
    /// Nothing gets there any more, and nobody wanted it so.
    var isLost: Bool { offReason.map(ChannelEnd.lost.contains) ?? false }
    /// Nobody said yet that it may be written to.
    package var isUnconfirmed: Bool { offReason == ChannelEnd.unconfirmed }
    /// It is off, and no wish of its owner switches it on again.
    package var hasLastingEnd: Bool { offReason.map(ChannelEnd.lasting.contains) ?? false }

    static let columns: Query = """
        channel.account_id, channel.channel_id, channel.device_id, channel.kind, channel.name, channel.wants,
        channel.language, channel.address, channel.created_at, channel.off_reason, channel.failing_since,
        channel.delivered_at
        """

    init(_ row: Row) throws(PostgresError) {
        var columns = StoredColumns(row)
        account = try columns.next()
        id = try columns.next()
        device = try columns.next()
        kind = try columns.next { (name: String) in ChannelKind(rawValue: name) }
        name = try columns.next()
        wants = Wants(rawValue: try columns.next())
        language = try columns.next { (name: String) in Language(rawValue: name) }
        sealedAddress = try columns.next()
        createdAt = try columns.next()
        offReason = try columns.next()
        failingSince = try columns.next()
        deliveredAt = try columns.next()
    }

    /// Nil where it was sealed with a key that this server does not have.
    package func address(_ key: SecretKey) -> ChannelAddress? {
        ChannelAddress(kind, sealed: sealedAddress, key, at: ChannelPlace(account: account, channel: id))
    }

    init(
        _ id: Identifier, of account: Identifier, _ device: Identifier, _ wish: ChannelWish, sealed: [UInt8],
        at createdAt: Instant
    ) {
        (self.id, self.account, self.device) = (id, account, device)
        (kind, name, wants, language) = (wish.address.kind, wish.name, wish.wants, wish.language)
        (sealedAddress, self.createdAt) = (sealed, createdAt)
    }
}

/// What somebody asks for.
package struct ChannelWish: Sendable {
    package var address: ChannelAddress
    package var name: String
    package var wants: Wants
    package var language: Language

    package init(address: ChannelAddress, name: String, wants: Wants, language: Language) {
        (self.address, self.name, self.wants, self.language) = (address, name, wants, language)
    }
}
