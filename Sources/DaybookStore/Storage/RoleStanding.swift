import Postgres

/// Whether row-level security holds for the role the service connects as. PostgreSQL exempts superusers and roles with
/// BYPASSRLS from every policy, and nothing a table says can change that.
package enum RoleStanding: Sendable, Equatable {
    case subject
    case superuser
    case bypassesPolicies

    private static let question: Query = "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"

    package static func of(_ database: Database) async throws(PostgresError) -> RoleStanding {
        try RoleStanding(try await database.read(question, timeout: .seconds(5)))
    }

    package static func of(_ transaction: Transaction) async throws(PostgresError) -> RoleStanding {
        try RoleStanding(try await transaction.run(question))
    }

    private init(_ rows: Rows) throws(PostgresError) {
        guard let row = rows.first else {
            self = .subject
            return
        }
        let (isSuperuser, bypasses) = try row.decode((Bool, Bool).self)
        self = isSuperuser ? .superuser : bypasses ? .bypassesPolicies : .subject
    }

    /// What is lost with such a role; nil if nothing is.
    package var trouble: StaticString? {
        switch self {
        case .subject: nil
        case .superuser:
            "the database role is a superuser, so row-level security does not hold for it; give daybook a role of its own"
        case .bypassesPolicies:
            "the database role has BYPASSRLS, so row-level security does not hold for it; ALTER ROLE ... NOBYPASSRLS"
        }
    }
}
