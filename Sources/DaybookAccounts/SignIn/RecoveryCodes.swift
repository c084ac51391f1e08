import DaybookCore
import Postgres

/// A recovery code replaces a forgotten password, since no mail can be sent: sixteen letters and digits in groups of
/// four, 80 random bits; it works once.
package struct RecoveryCode: UnguessableCode {
    package static let length = 16
    package let symbols: [UInt8]

    package init(symbols: [UInt8]) { self.symbols = symbols }

    /// As many as an account is given at once.
    static func sheet() -> [RecoveryCode] { (0..<10).map { _ in RecoveryCode() } }
}

/// An account's sheet of recovery codes. Those that were used stay as used, so that they are never good again.
enum RecoveryCodes {
    /// Takes every code of the account back.
    static func forget(_ account: Identifier) -> Query { "DELETE FROM recovery_code WHERE account_id = \(account)" }

    static func store(_ codes: [RecoveryCode], of account: Identifier, _ now: Instant) -> Query {
        """
        INSERT INTO recovery_code (account_id, code_hash, created_at)
        SELECT account_id, hash, \(now) FROM account, unnest(\(codes.map(\.hash))::bytea[]) AS hash
        WHERE account_id = \(account)
        """
    }

    /// One row where the code is good, which stays as it is.
    static func find(_ code: RecoveryCode, of account: Identifier) -> Query {
        "SELECT 1 FROM recovery_code WHERE account_id = \(account) AND code_hash = \(code.hash) AND used_at IS NULL"
    }

    /// Uses a code up: changes one row, or none. Belongs into the transaction of what it was used for.
    static func use(_ code: RecoveryCode, of account: Identifier, _ now: Instant) -> Query {
        """
        UPDATE recovery_code SET used_at = \(now)
        WHERE account_id = \(account) AND code_hash = \(code.hash) AND used_at IS NULL
        """
    }
}
