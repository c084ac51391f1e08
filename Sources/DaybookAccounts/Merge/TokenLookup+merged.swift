import HTTP
import Postgres

extension TokenLookup {
    /// The answer to a token that is not valid. A device of an account that was merged into another has to know which
    /// one, so that its owner can log in there and it can send what it has not sent yet.
    func refusal(of presented: PresentedToken) async throws -> Problem {
        guard let source = presented.address?.account else { return .unauthenticated }
        let rows = try await database.read("SELECT account_id FROM merged_account WHERE source_id = \(source)")
        return try rows.first.map { .merged(into: try $0.decode(0)) } ?? .unauthenticated
    }
}
