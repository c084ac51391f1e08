import DaybookHost
import DaybookLedger
import HTTP

/// A route and what it needs of a token. Each room lists its routes as a table of these.
///
/// A `Handler` is not told who asks, so its route is open to everybody; any other kind gets the caller, so no route can
/// forget to check.
package struct GuardedRoute: Sendable {
    package typealias GuardedHandler = @Sendable (Request, Principal) async throws -> Response

    enum Answer: Sendable {
        case open(Handler)
        case guarded(Access, GuardedHandler)
    }

    package let method: Method
    package let pattern: String
    let answer: Answer
    /// Asked before anything else; what it gives is the answer.
    var check: (@Sendable (Request) -> Response?)?
    /// What a client that was not let in is told beside.
    var challenge: (@Sendable (Request) -> String)?

    /// What answers whoever may only read; nil where the route needs more, or is open to everybody.
    package var reading: GuardedHandler? {
        guard method == .get, case .guarded(.read, let handler) = answer else { return nil }
        return handler
    }

    /// What answers whoever may change tasks; nil where the route needs less, or more.
    package var changing: GuardedHandler? {
        guard case .guarded(let access, let handler) = answer, access == .write || access == .capture else {
            return nil
        }
        return handler
    }

    package static func get(_ pattern: String, _ handler: @escaping Handler) -> GuardedRoute {
        GuardedRoute(method: .get, pattern: pattern, answer: .open(handler))
    }

    package static func post(_ pattern: String, _ handler: @escaping Handler) -> GuardedRoute {
        GuardedRoute(method: .post, pattern: pattern, answer: .open(handler))
    }

    package static func get(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) -> Self {
        on(.get, pattern, needs: access, handler)
    }

    package static func post(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) -> Self {
        on(.post, pattern, needs: access, handler)
    }

    package static func put(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) -> Self {
        on(.put, pattern, needs: access, handler)
    }

    package static func patch(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) -> Self {
        on(.patch, pattern, needs: access, handler)
    }

    package static func delete(_ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler) -> Self {
        on(.delete, pattern, needs: access, handler)
    }

    /// For methods that only some rooms answer.
    package static func on(_ method: Method, _ pattern: String, _ handler: @escaping Handler) -> GuardedRoute {
        GuardedRoute(method: method, pattern: pattern, answer: .open(handler))
    }

    package static func on(
        _ method: Method, _ pattern: String, needs access: Access, _ handler: @escaping GuardedHandler
    ) -> GuardedRoute {
        GuardedRoute(method: method, pattern: pattern, answer: .guarded(access, handler))
    }

    /// The same route, which looks at the request before it looks who asks, and may have its answer already.
    package func first(_ check: @escaping @Sendable (Request) -> Response?) -> GuardedRoute {
        var route = self
        route.check = check
        return route
    }

    /// The same route, which tells whoever is not let in how to be, within `WWW-Authenticate`.
    package func challenging(_ challenge: @escaping @Sendable (Request) -> String) -> GuardedRoute {
        var route = self
        route.challenge = challenge
        return route
    }

    /// The same route, which tells somebody how each request was answered that was let in.
    package func noting(_ note: @escaping @Sendable (Status) -> Void) -> GuardedRoute {
        guard case .guarded(let access, let handler) = answer else { return self }
        let noted: GuardedHandler = { request, caller in
            let response = try await handler(request, caller)
            note(response.status)
            return response
        }
        return GuardedRoute(
            method: method, pattern: pattern, answer: .guarded(access, noted), check: check, challenge: challenge)
    }

    /// The same route, whose every answer has these fields as well.
    package func telling(_ fields: ResponseFields) -> GuardedRoute {
        let answer: Answer =
            switch answer {
            case .open(let handler): .open { request in try await told(fields) { try await handler(request) } }
            case .guarded(let access, let handler):
                .guarded(access) { request, caller in try await told(fields) { try await handler(request, caller) } }
            }
        return GuardedRoute(method: method, pattern: pattern, answer: answer, check: check, challenge: challenge)
    }
}

/// An answer, or a refusal, with further fields.
private func told(_ fields: ResponseFields, _ answer: () async throws -> Response) async throws -> Response {
    do {
        var response = try await answer()
        response.fields.append(fields)
        return response
    } catch var problem as Problem {
        problem.fields.append(fields)
        throw problem
    } catch let refusal as LedgerRefusal {
        var problem = refusal.problem
        problem.fields.append(fields)
        throw problem
    }
}

extension Routes {
    /// Lays out routes behind the threshold, each labelled with what it needs of a token.
    package mutating func add(_ routes: [GuardedRoute], behind threshold: Threshold) {
        for route in routes {
            switch route.answer {
            case .open(let handler):
                on(route.method, route.pattern, route.checked(threshold.counting(handler)))
            case .guarded(let access, let handler):
                on(
                    route.method, route.pattern, label: access.rawValue,
                    route.checked(threshold.guarding(handler, access)))
            }
        }
    }
}

extension GuardedRoute {
    fileprivate func checked(_ handler: @escaping Handler) -> Handler {
        let handler = challenged(handler)
        guard let check else { return handler }
        return { request in
            if let answer = check(request) { return answer }
            return try await handler(request)
        }
    }
}

extension GuardedRoute {
    private func challenged(_ handler: @escaping Handler) -> Handler {
        guard let challenge else { return handler }
        return { request in
            do { return try await handler(request) } catch var problem as Problem {
                if let told = problem.fields["www-authenticate"] {
                    problem.fields["www-authenticate"] = "\(told), \(challenge(request))"
                }
                throw problem
            }
        }
    }
}

extension Threshold {
    /// Open to everybody, limited by address.
    fileprivate func counting(_ handler: @escaping Handler) -> Handler {
        guard let limits else { return handler }
        return { request in
            let standing = try limits.draw(for: request.client.address)
            var response = try await handler(request)
            if let standing { response.fields.append(standing) }
            return response
        }
    }

    /// Only for requests with a token whose scope allows this.
    fileprivate func guarding(
        _ handler: @escaping GuardedRoute.GuardedHandler, _ access: Access
    ) -> Handler {
        // Who is known by a name and a password, as calendar programs send them: there alone `Basic` counts.
        if access == .caldav { return challenging(guarding(handler, access) { $0.presentedPassword }) }
        return guarding(handler, access) { $0.presentedToken }
    }

    /// Programs that know names and passwords send them once they are asked for them in these words.
    private func challenging(_ handler: @escaping Handler) -> Handler {
        { request in
            do { return try await handler(request) } catch var problem as Problem
                where problem.type.status == .unauthorized
            {
                problem.fields["www-authenticate"] = "Basic realm=\"Daybook\", charset=\"UTF-8\""
                throw problem
            }
        }
    }

    private func guarding(
        _ handler: @escaping GuardedRoute.GuardedHandler, _ access: Access,
        by presented: @escaping @Sendable (Request) -> PresentedToken?
    ) -> Handler {
        { request in
            guard let token = presented(request) else { throw refusal(of: request) }
            // Only who is not known here yet costs a look into the database.
            let admitted =
                if let known = try admit(token, access) { known } else { try await lookUp(token, of: request, access) }
            let account = admitted.principal.account
            if request.held?.isFull(for: Holder(account)) == true {
                throw Problem(.answersUnread, fields: ["retry-after": "5"])
            }
            let answer = {
                try await inTurn(of: account) { try await handler(request, admitted.principal).of(account) }
            }
            guard let standing = admitted.standing else { return try await answer() }
            return try await told(standing, answer)
        }
    }
}
