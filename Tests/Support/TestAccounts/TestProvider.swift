import DaybookCore
import HTTP
import Reactor
import Synchronization

@testable import DaybookAccounts
@testable import DaybookHost

/// An identity provider on a socket of its own: it publishes what it is, shows an authorization page to whoever is sent
/// there, exchanges codes against their verifiers, and can be told to misbehave.
final class TestProvider: Sendable {
    struct Behaviour: Sendable {
        var signing = TestKey.rsa
        var published = [TestKey.rsa]
        /// Instead of what it would say: by path.
        var answers: [String: Response] = [:]
        var metadata: [JSONMember] = []
        /// Over what a token says otherwise; null takes a claim away.
        var claims: [String: JSONValue] = [:]
        var subject = "somebody"
        var refreshToken: String?
        /// What a client at the token endpoint has to prove itself with.
        var authenticates: @Sendable (Request, [String: String]) -> Bool = { _, _ in true }
    }

    private struct Grant: Sendable {
        let nonce: String
        let challenge: String?
        let client: String
        let redirect: String?
        let subject: String
    }

    private struct State: Sendable {
        var behaviour = Behaviour()
        var grants: [String: Grant] = [:]
        var visits: [String: Int] = [:]
        var revoked: [String] = []
    }

    private let state = Mutex(State())
    private let reactors: ReactorGroup
    private let engine = Mutex<HTTPServer?>(nil)
    let port: UInt16
    let clock: TestClock

    var issuer: String { "http://127.0.0.1:\(port)" }

    init(_ clock: TestClock) throws {
        self.clock = clock
        reactors = try ReactorGroup(count: 1)
        // The handler needs the provider and the provider the port, which the kernel chooses.
        let line = Line()
        let server = try HTTPServer(HTTPConfiguration(host: "127.0.0.1", port: 0), reactors: reactors) { request in
            guard let provider = line.provider else { return Response(.serviceUnavailable) }
            return await provider.answer(request)
        }
        try server.start()
        port = server.port
        engine.withLock { $0 = server }
        line.connect(to: self)
    }

    private final class Line: Sendable {
        private let end = Mutex<TestProvider?>(nil)
        var provider: TestProvider? { end.withLock { $0 } }
        func connect(to provider: TestProvider) { end.withLock { $0 = provider } }
    }

    func end() async {
        guard let server = engine.withLock({ $0.take() }) else { return }
        await server.drain(deadline: .zero)
        reactors.stop()
    }

    // MARK: For tests

    func behave(_ change: (inout Behaviour) -> Void) { state.withLock { change(&$0.behaviour) } }
    func visits(to path: String) -> Int { state.withLock { $0.visits[path] ?? 0 } }
    var revoked: [String] { state.withLock { $0.revoked } }

    /// A token as it makes them.
    func token(nonce: String?, for audience: String = "daybook") -> String {
        let behaviour = state.withLock { $0.behaviour }
        return behaviour.signing.token(claims(nonce, audience, behaviour.subject, behaviour))
    }

    func claims(nonce: String?, for audience: String = "daybook") -> JSONValue {
        let behaviour = state.withLock { $0.behaviour }
        return claims(nonce, audience, behaviour.subject, behaviour)
    }

    /// A code as a native app gets one.
    func code(for client: String, subject: String = "somebody") -> String {
        grant(Grant(nonce: "", challenge: nil, client: client, redirect: nil, subject: subject))
    }

    // MARK: What it answers

    private func answer(_ request: Request) async -> Response {
        let path = request.path
        let behaviour = state.withLock { state in
            state.visits[path, default: 0] += 1
            return state.behaviour
        }
        if let answer = behaviour.answers[path] { return answer }
        switch path {
        case "/.well-known/openid-configuration": return .json(metadata(behaviour).json)
        case "/keys":
            return .json(JSONValue.object([JSONMember("keys", .array(behaviour.published.map(\.published)))]).json)
        case "/authorize": return authorize(request, behaviour)
        case "/token": return await exchange(request, behaviour)
        case "/revoke":
            let form = await form(of: request)
            guard behaviour.authenticates(request, form) else { return Self.refused("invalid_client") }
            state.withLock { $0.revoked.append(form["token"] ?? "") }
            return Response(.ok)
        default: return Response(.notFound)
        }
    }

    private func metadata(_ behaviour: Behaviour) -> JSONValue {
        let usual = [
            JSONMember("issuer", .string(issuer)),
            JSONMember("authorization_endpoint", .string(issuer + "/authorize")),
            JSONMember("token_endpoint", .string(issuer + "/token")), JSONMember("jwks_uri", .string(issuer + "/keys")),
            JSONMember("revocation_endpoint", .string(issuer + "/revoke")),
            JSONMember("token_endpoint_auth_methods_supported", .array(["client_secret_post"])),
        ]
        return .object(
            usual.filter { member in !behaviour.metadata.contains { $0.name == member.name } } + behaviour.metadata)
    }

    /// The user agrees at once.
    private func authorize(_ request: Request, _ behaviour: Behaviour) -> Response {
        let items = Dictionary(request.queryItems.map { ($0.name, $0.value) }) { $1 }
        guard let redirect = items["redirect_uri"], items["response_type"] == "code",
            items["code_challenge_method"] == "S256"
        else { return Self.refused("invalid_request") }
        let code = grant(
            Grant(
                nonce: items["nonce"] ?? "", challenge: items["code_challenge"], client: items["client_id"] ?? "",
                redirect: redirect, subject: behaviour.subject))
        let target = redirect + "?" + FormText.encode([("code", code), ("state", items["state"] ?? "")])
        return Response(.found, fields: ["location": target])
    }

    private func grant(_ grant: Grant) -> String {
        let code = Base64URL.encode(Sodium.randomBytes(16))
        state.withLock { $0.grants[code] = grant }
        return code
    }

    private func exchange(_ request: Request, _ behaviour: Behaviour) async -> Response {
        let form = await form(of: request)
        guard behaviour.authenticates(request, form) else { return Self.refused("invalid_client") }
        guard let grant = state.withLock({ $0.grants.removeValue(forKey: form["code"] ?? "") }),
            form["client_id"] == nil || form["client_id"] == grant.client, form["redirect_uri"] == grant.redirect,
            grant.challenge == nil
                || grant.challenge == Base64URL.encode(Sodium.sha256(Array((form["code_verifier"] ?? "").utf8)))
        else { return Self.refused("invalid_grant") }
        let nonce = grant.nonce.isEmpty ? nil : grant.nonce
        var members = [
            JSONMember("token_type", "Bearer"), JSONMember("access_token", "unused"),
            JSONMember(
                "id_token", .string(behaviour.signing.token(claims(nonce, grant.client, grant.subject, behaviour)))),
        ]
        if let token = behaviour.refreshToken { members.append(JSONMember("refresh_token", .string(token))) }
        return .json(JSONValue.object(members).json)
    }

    private func claims(_ nonce: String?, _ audience: String, _ subject: String, _ behaviour: Behaviour) -> JSONValue {
        let now = clock.now.milliseconds / 1000
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "sub": .string(subject), "aud": .string(audience), "iat": .integer(now),
            "exp": .integer(now + 600), "email": "somebody@example.org",
        ]
        if let nonce { claims["nonce"] = .string(nonce) }
        claims.merge(behaviour.claims) { $1 }
        return .object(claims.filter { !$0.value.isNull }.map { JSONMember($0.key, $0.value) })
    }

    private func form(of request: Request) async -> [String: String] {
        let body = (try? await request.body.collect()) ?? []
        // The form's rules are those of a query.
        let items = Request("GET", "/?" + String(decoding: body, as: UTF8.self)).queryItems
        return Dictionary(items.map { ($0.name, $0.value) }) { $1 }
    }

    private static func refused(_ error: String) -> Response {
        .json(JSONValue.object([JSONMember("error", .string(error))]).json, status: .badRequest)
    }
}

/// The time, as tests want it.
final class TestClock: Sendable {
    private let instant = Mutex(Instant.now())
    var now: Instant { instant.withLock { $0 } }
    func advance(seconds: Int64) { instant.withLock { $0 = $0.adding(seconds: seconds) } }
}
