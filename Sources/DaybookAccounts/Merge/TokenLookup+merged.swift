import DaybookCore
import HTTP
import Postgres

extension TokenLookup {
    /// What somebody is told whose token does not count. A device of an account that went into another has to know
    /// where, so that it lets its owner in there and sends what it has not sent yet.
    func refusal(of presented: PresentedToken) async throws -> Problem {
        guard let source = presented.address?.account else { return .unauthenticated }
        let rows = try await database.read("SELECT account_id FROM merged_account WHERE source_id = \(source)")
        return try rows.first.map { .merged(into: try $0.decode(0)) } ?? .unauthenticated
    }
}
