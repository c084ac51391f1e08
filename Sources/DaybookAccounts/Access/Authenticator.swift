import DaybookHost
import HTTP
import Postgres
import Reactor

/// Tells who asks from the `Authorization` field: from what this reactor remembers, and otherwise from the database.
package final class Authenticator: Sendable {
    private let lookup: TokenLookup
    let caches: PerReactor<TokenCache>
    /// Rings when somebody asks, so that the log of revocations is read.
    let use = Bell()

    init(database: Database) {
        lookup = TokenLookup(database: database)
        caches = PerReactor(database.reactors) { TokenCache($0) }
    }

    /// The owner of the token as far as this reactor knows; nil where it has to be looked up.
    @inline(__always)
    func remembered(_ token: PresentedToken) -> Principal? {
        use.ring()
        return caches.withCurrent { $0.find(token) } ?? nil
    }

    /// The owner of the token, from the database. Throws 401 where it does not count.
    func lookUp(_ token: PresentedToken) async throws -> Principal {
        let revocations = caches.withCurrent { cache in
            cache.noteAsking()
            return cache.revocations
        }
        guard let known = try await lookup.find(token) else { throw try await lookup.refusal(of: token) }
        caches.withCurrent { cache in
            if let revocations { cache.remember(token, known, readAfter: revocations) }
        }
        return known.principal
    }

    /// The owner of the request's token. Throws 401 if the request has no valid token.
    func principal(of request: Request) async throws -> Principal {
        guard let token = request.presentedToken else { throw Problem.unauthenticated }
        if let principal = remembered(token) { return principal }
        return try await lookUp(token)
    }
}

extension Authenticator {
    var figures: @Sendable () async -> CapabilityFigures {
        { [caches] in
            let all = await caches.collect { ($0.count, $0.found, $0.asked) }
            return { page in
                page.single(
                    "daybook_tokens_remembered", .gauge, "Tokens that need not be looked up.",
                    Double(all.map(\.0).reduce(0, +)))
                page.begin("daybook_token_checks_total", .counter, "Tokens checked, from memory or in the database.")
                page.sample(all.map(\.1).reduce(0, +), ["way": "remembered"])
                page.sample(all.map(\.2).reduce(0, +), ["way": "looked_up"])
            }
        }
    }
}

extension Problem {
    package static var unauthenticated: Problem {
        Problem(.unauthenticated, fields: ["www-authenticate": "Bearer realm=\"daybook\""])
    }

    /// For a token that is known, and may not do this.
    static func refusal(of scope: TokenScope, _ access: Access) -> Problem {
        guard access == .assistant else { return Problem(.scopeInsufficient) }
        return Problem(
            .scopeInsufficient,
            detail: """
                An assistant is given a token of scope agent or agent_read, made for it alone; this one is of scope \
                \(scope.rawValue).
                """,
            fields: ["www-authenticate": "Bearer realm=\"daybook\", error=\"insufficient_scope\""])
    }
}

extension ProblemType {
    static let unauthenticated = ProblemType(
        "unauthenticated", .unauthorized, "The token is missing or no longer valid")
    package static let scopeInsufficient = ProblemType(
        "scope_insufficient", .forbidden, "The token does not allow this")

    package static let ofAccess: [ProblemType] = [.unauthenticated, .scopeInsufficient]
}
