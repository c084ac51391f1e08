import Postgres

/// Whether row-level security holds for the role the service connects as. PostgreSQL exempts superusers and roles with
/// BYPASSRLS from every policy, and nothing a table says can change that.
enum RoleStanding: Sendable, Equatable {
    case subject
    case superuser
    case bypassesPolicies

    static func of(_ database: Database) async throws(PostgresError) -> RoleStanding {
        let rows = try await database.read(
            "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user", timeout: .seconds(5))
        guard let row = rows.first else { return .subject }
        let (isSuperuser, bypasses) = try row.decode((Bool, Bool).self)
        return isSuperuser ? .superuser : bypasses ? .bypassesPolicies : .subject
    }

    /// What is lost with it; nil where nothing is.
    var trouble: StaticString? {
        switch self {
        case .subject: nil
        case .superuser:
            "the database role is a superuser, so row-level security does not hold for it; give daybook a role of its own"
        case .bypassesPolicies:
            "the database role has BYPASSRLS, so row-level security does not hold for it; ALTER ROLE ... NOBYPASSRLS"
        }
    }
}
