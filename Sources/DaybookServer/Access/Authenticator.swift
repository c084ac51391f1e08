import CSodium
import DaybookCore
import HTTP
import Postgres

/// Tells who asks from the `Authorization` field.
final class Authenticator: Sendable {
    private let database: Database

    init(database: Database) { self.database = database }

    /// The owner of the request's token. Throws 401 where there is none that counts.
    func principal(of request: Request) async throws -> Principal {
        guard let text = request.bearerToken, let token = TokenText(text) else { throw Problem.unauthenticated }
        let rows = try await database.read(
            of: token.account,
            """
            SELECT token.device_id, token.scope, token.secret_hash FROM token JOIN device USING (account_id, device_id)
            JOIN account USING (account_id)
            WHERE token.account_id = \(token.account) AND token.token_id = \(token.token)
                AND device.revoked_at IS NULL AND account.disabled_at IS NULL AND account.deleting_at IS NULL
                AND (token.expires_at IS NULL OR token.expires_at > \(Instant.now()))
            """)
        guard let row = rows.first else { throw Problem.unauthenticated }
        let (device, scope, hash) = try row.decode((Identifier, String, [UInt8]).self)
        guard sodium_memcmp(hash, token.secretHash, 32) == 0, let scope = TokenScope(rawValue: scope) else {
            throw Problem.unauthenticated
        }
        return Principal(account: token.account, device: device, token: token.token, scope: scope)
    }
}

extension Request {
    /// The token of `Authorization: Bearer TOKEN`. Never taken from the URL, which is logged on the way.
    var bearerToken: String? {
        guard let value = fields["authorization"], value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7).drop { $0 == " " })
    }
}

extension Problem {
    static var unauthenticated: Problem {
        Problem(.unauthenticated, fields: ["www-authenticate": "Bearer realm=\"daybook\""])
    }
}

extension ProblemType {
    static let unauthenticated = ProblemType(
        "unauthenticated", .unauthorized, "There is no token, or it does not count any more")
    static let scopeInsufficient = ProblemType(
        "scope_insufficient", .forbidden, "The token is not meant for this")

    static let ofAccess: [ProblemType] = [.unauthenticated, .scopeInsufficient]
}
