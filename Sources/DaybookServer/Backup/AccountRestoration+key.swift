import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookReminders
import DaybookStore
import Postgres

/// For an account from a backup that was made before the secret key was rotated: its login, its second factor, its
/// providers' tokens and its channels are rehashed and resealed with the present key, before they are copied over.
extension AccountRestoration {
    func makeAnew(_ database: Database) async throws {
        let path = SecretKey.path(configuration)
        // If the key is not here, it cannot have been rotated from here either.
        guard let key = try SecretKey.find(path) else { return }
        let before = try SecretKey.find(KeyForDatabase.before(path))
        try await database.transaction(of: account, attempts: 1) { transaction in
            let emails = try await transaction.run("SELECT email FROM credential WHERE account_id = \(account)")
            if let email = try emails.first.flatMap({ EmailAddress(try $0.decode(0, as: String.self)) }) {
                try await transaction.run(
                    "UPDATE login SET email_hash = \(email.hash(key)) WHERE account_id = \(account)")
            }
            _ = try await FactorRotation(from: before, to: key).run(on: account, in: transaction)
            let links = try await transaction.run(
                """
                SELECT link_id, issuer, client_id, refresh_token_sealed FROM identity_link
                WHERE account_id = \(account) AND refresh_token_sealed IS NOT NULL
                """)
            for (link, issuer, client, sealed) in try links.decode((Identifier, String, String, [UInt8]).self) {
                let token = SealedRefreshToken(client: client, sealed: sealed)
                guard token.open(at: issuer, key) == nil else { continue }
                let again = before.flatMap { token.sealedAgain(at: issuer, $0, with: key) }
                // Without it the provider is not told when the link goes; the link itself is as good as ever.
                try await transaction.run(
                    """
                    UPDATE identity_link SET refresh_token_sealed = \(again as [UInt8]?),
                        client_id = \((again == nil ? nil : client) as String?)
                    WHERE account_id = \(account) AND link_id = \(link)
                    """)
            }
            _ = try await ChannelRotation(from: before, to: key).run(on: [account], in: transaction)
        }
    }
}
