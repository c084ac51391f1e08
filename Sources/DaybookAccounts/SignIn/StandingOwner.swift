import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// Somebody who is in an account and has proven to be its owner, by the login as it was since then.
///
/// Between the proof and what it was for, the owner may change the password or send others away, for fear of the very
/// person who is at it.
package struct StandingOwner: Sendable {
    let asking: Principal
    let since: Instant

    init(_ asking: Principal, by credential: Credentials.Credential) {
        (self.asking, since) = (asking, credential.changedAt)
    }

    /// Throws the refusal unless both hold still. To be asked in the transaction that does what was asked for: it takes
    /// the account's lock, for which whoever changes the login or sends others away waits.
    func demand(in transaction: Transaction) async throws {
        let login = try await transaction.run([
            "SELECT 1 FROM account WHERE account_id = \(asking.account) FOR NO KEY UPDATE",
            "SELECT 1 FROM credential WHERE account_id = \(asking.account) AND changed_at = \(since)",
        ])
        guard !login[1].isEmpty else { throw Problem(.proofFailed) }
        try await asking.demandStanding(in: transaction)
    }
}
