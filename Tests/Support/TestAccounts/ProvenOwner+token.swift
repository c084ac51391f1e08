import DaybookCore
import Postgres

@testable import DaybookAccounts
@testable import DaybookStore

extension ProvenOwner {
    /// Who has a token of the account, or had one while there was an account.
    static func somebody(of account: Identifier, in database: Database) async throws -> ProvenOwner {
        let rows = try await database.read(
            of: account, "SELECT token_id FROM token WHERE account_id = \(account) ORDER BY token_id LIMIT 1")
        return ProvenOwner(account: account, proof: .token(try rows.first?.decode(0, as: Identifier.self) ?? .zero))
    }
}

extension AccountMerge {
    /// As such a person asks for it.
    func merge(_ token: PresentedToken, into account: Identifier) async throws -> EnteredAccount {
        try await merge(token, into: .somebody(of: account, in: database))
    }
}
