import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// What becomes of channels where the server gets another secret key.
package struct ChannelRotation: Sendable {
    /// The key of before; nil where it is lost, and with it every address that was sealed with it.
    let old: SecretKey?
    let next: SecretKey

    package init(from old: SecretKey?, to next: SecretKey) { (self.old, self.next) = (old, next) }

    package struct Outcome: Sendable {
        package var sealed = 0
        /// Those that their devices have to make again.
        package var ended = 0

        package init() {}
    }

    /// Seals the addresses of some accounts anew, as part of a transaction. What is sealed with the next key already
    /// stays as it is.
    package func run(
        on accounts: [Identifier], in transaction: Transaction, now: Instant = .now()
    ) async throws -> Outcome {
        var outcome = Outcome()
        try await transaction.run(.scope(accounts))
        let found = try await transaction.run(
            "SELECT \(Channel.columns) FROM channel WHERE account_id = ANY(\(accounts))")
        var changed: [(channel: Channel, address: [UInt8], hash: [UInt8])] = []
        var ended: [(channel: Channel, why: String)] = []
        for row in found {
            let channel = try Channel(row)
            guard channel.address(next) == nil else { continue }
            guard let address = old.flatMap({ channel.address($0) }) ?? channel.withoutAddress else {
                ended.append((channel, ChannelEnd.keyLost))
                continue
            }
            let place = ChannelPlace(account: channel.account, channel: channel.id)
            changed.append((channel, address.sealed(next, at: place), address.hash(next)))
            // Browsers subscribed with the server's key for them, which follows from the secret key.
            if channel.kind == .webPush { ended.append((channel, ChannelEnd.pushKeyReplaced)) }
        }
        (outcome.sealed, outcome.ended) = (changed.count, ended.count)
        guard !changed.isEmpty || !ended.isEmpty else { return outcome }
        try await transaction.run([
            """
            UPDATE channel SET address = told.address, address_hash = told.address_hash
            FROM unnest(\(changed.map(\.channel.account)), \(changed.map(\.channel.id)), \(changed.map(\.address)),
                \(changed.map(\.hash))) AS told (account_id, channel_id, address, address_hash)
            WHERE channel.account_id = told.account_id AND channel.channel_id = told.channel_id
            """,
            """
            UPDATE channel SET off_reason = coalesce(channel.off_reason, told.off_reason)
            FROM unnest(\(ended.map(\.channel.account)), \(ended.map(\.channel.id)), \(ended.map(\.why)))
                AS told (account_id, channel_id, off_reason)
            WHERE channel.account_id = told.account_id AND channel.channel_id = told.channel_id
            """,
            // The person hears of it over another channel.
            .lookAtMoments(of: ended.map { ($0.channel.account, now) }),
        ])
        return outcome
    }
}

extension Channel {
    /// A device that listens has none, so that nothing is lost but where links lead.
    fileprivate var withoutAddress: ChannelAddress? { kind == .live ? try? ChannelAddress(.live, [:]) : nil }
}
