import DaybookCore
import DaybookHost
import Postgres

/// Seals an account's second factor with another key. One that cannot be opened is removed, since no code would count
/// and its owner would be locked out.
package struct FactorRotation: Sendable {
    let old: SecretKey?
    let next: SecretKey

    package init(from old: SecretKey?, to next: SecretKey) { (self.old, self.next) = (old, next) }

    /// Whether it could be; nil where the account has none. In a transaction under the account's scope.
    package func run(on account: Identifier, in transaction: Transaction) async throws -> Bool? {
        let rows = try await transaction.run("SELECT secret_sealed FROM second_factor WHERE account_id = \(account)")
        guard let row = rows.first else { return nil }
        let sealed = SealedFactor(stored: try row.decode(0))
        if sealed.open(of: account, next) != nil { return true }
        guard let again = old.flatMap({ sealed.sealedAgain(of: account, $0, with: next) }) else {
            try await transaction.run([
                "DELETE FROM second_factor WHERE account_id = \(account)",
                "DELETE FROM trusted_device WHERE account_id = \(account)",
            ])
            return false
        }
        try await transaction.run(
            "UPDATE second_factor SET secret_sealed = \(again.bytes) WHERE account_id = \(account)")
        return true
    }
}
