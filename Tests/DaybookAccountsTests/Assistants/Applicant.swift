import DaybookCore
import HTTP
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import TestService

/// A program that would let an assistant in, with the browser of its person.
struct Applicant: Sendable {
    var port: UInt16
    var host = "todo.example.org"
    var issuer = "https://todo.example.org"
    var client = ""
    var redirect = "http://127.0.0.1:4711/callback"
    var verifier = Base64URL.encode(Sodium.randomBytes(32))
    let state = Base64URL.encode(Sodium.randomBytes(12))

    static let name = "Claude"

    typealias Answer = Wire.Answer
    typealias Items = [(String, String)]

    /// One that has registered.
    static func registered(_ house: LiveHouse, name: String = Self.name) async throws -> Applicant {
        var applicant = Applicant(port: house.port)
        let answer = await applicant.register(name: name)
        try #require(answer.status == 201, "\(answer.text)")
        applicant.client = answer.string("client_id")
        return applicant
    }

    /// The same, at another server.
    func at(_ house: LiveHouse) -> Applicant {
        var applicant = self
        applicant.port = house.port
        return applicant
    }

    func register(name: String) async -> Answer {
        await register(#"{"client_name":"\#(name)","redirect_uris":["\#(redirect)"]}"#)
    }

    func register(_ body: String) async -> Answer {
        await ask("POST", "/oauth/register", type: "application/json", body)
    }

    func ask(
        _ method: String, _ path: String, token: String? = nil, fields: String = "", type: String? = nil,
        _ body: String? = nil
    ) async -> Answer {
        let text = requestText(method, path, host: host, token: token, fields: fields, type: type, body)
        return (try? await onThread { try Wire(port: port).ask(text) }) ?? Answer()
    }

    func send(_ path: String, fields: String = "", _ items: Items) async -> Answer {
        await ask(
            "POST", path, fields: fields, type: "application/x-www-form-urlencoded", FormText.encode(items))
    }

    // MARK: The question

    var question: Items {
        [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", redirect), ("state", state),
            ("code_challenge", challenge), ("code_challenge_method", "S256"), ("resource", issuer + "/mcp"),
            ("scope", "agent"),
        ]
    }

    var challenge: String { Base64URL.encode(Sodium.sha256(Array(verifier.utf8))) }

    /// The question with another value, or without the parameter.
    func question(_ name: String, _ value: String?) -> Items {
        question.filter { $0.0 != name } + (value.map { [(name, $0)] } ?? [])
    }

    func open(_ question: Items? = nil) async -> Answer {
        await ask("GET", "/oauth/authorize?" + FormText.encode(question ?? self.question))
    }

    /// What the person answers, on the page that the question opened.
    func decide(_ form: Items, fields: String = "", _ question: Items? = nil) async -> Answer {
        await send("/oauth/authorize?" + FormText.encode(question ?? self.question), fields: fields, form)
    }

    static func allowing(_ email: String, _ password: String = SecondFactorTests.password, code: String = "") -> Items {
        [("email", email), ("password", password), ("code", code), ("decision", "allow")]
    }

    /// The code of a person who has let it in.
    func code(from email: String) async throws -> String {
        let answer = await decide(Self.allowing(email))
        let returned = try Returned(answer, redirect)
        #expect(returned.items["state"] == state && returned.items["iss"] == issuer)
        return try #require(returned.items["code"])
    }

    // MARK: Tokens

    func exchange(_ code: String) -> Items {
        [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect), ("client_id", client),
            ("code_verifier", verifier), ("resource", issuer + "/mcp"),
        ]
    }

    func exchange(_ code: String, _ name: String, _ value: String) -> Items {
        exchange(code).filter { $0.0 != name } + [(name, value)]
    }

    func refreshing(_ token: String) -> Items {
        [
            ("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", client),
            ("resource", issuer + "/mcp"),
        ]
    }

    func token(_ items: Items) async -> Answer { await send("/oauth/token", items) }

    func letIn(by email: String) async throws -> (access: String, refresh: String) {
        let answer = await token(exchange(try await code(from: email)))
        try #require(answer.status == 200, "\(answer.text)")
        return (answer.string("access_token"), answer.string("refresh_token"))
    }

    /// What the door says to whoever comes with that.
    func knock(_ token: String) async -> UInt16 {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        return UInt16(await ask("POST", "/mcp", token: token, type: "application/json", ping).status)
    }
}

/// Where the browser was sent, and with what.
struct Returned {
    let items: [String: String]

    init(_ answer: Wire.Answer, _ redirect: String) throws {
        try #require(answer.status == 303, "\(answer.text)")
        let location = try #require(answer.field("location"))
        try self.init(location, redirect)
    }

    init(_ location: String, _ redirect: String) throws {
        try #require(location.hasPrefix(redirect + "?"), "\(location)")
        let items = try #require(FormItems.read(Array(location.utf8.dropFirst(redirect.utf8.count + 1))))
        self.items = Dictionary(items.map { ($0.name, $0.value) }) { $1 }
    }
}
