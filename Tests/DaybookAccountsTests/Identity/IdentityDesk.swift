import DaybookCore
import DaybookLedger
import HTTP
import Postgres
import TestPostgres
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestStore

/// A database, a provider, and the service's routes for identities in front of them; everything but the service's own
/// socket.
struct IdentityDesk: Sendable {
    let provider: TestProvider
    let database: Database
    let identities: Identities
    let clock: TestClock
    private let entry: [JSONMember]
    private let policy: RegistrationPolicy
    private let answer: Handler

    static let returnTo = "todo://signed-in"

    struct Answer: Sendable {
        let status: Int
        let fields: ResponseFields
        let text: String

        var json: JSONValue { (try? JSONValue(json: Array(text.utf8))) ?? .null }
        var code: String? { json["code"]?.text }
        var statusAndCode: String { "\(status) \(code ?? "")" }
        var reason: String? { json["reason"]?.text }
        var token: String? { json["token"]?.text }
        var account: String? { json["account"]?["id"]?.text }
    }

    init(_ provider: TestProvider, _ database: Database, _ entry: [JSONMember], policy: RegistrationPolicy) throws {
        self.provider = provider
        self.database = database
        self.entry = entry
        self.policy = policy
        clock = provider.clock
        let secret = SecretKey.random()
        let usual = [
            JSONMember("name", "home"), JSONMember("issuer", .string(provider.issuer)),
            JSONMember("clientId", "daybook"), JSONMember("audiences", .array(["org.example.todo"])),
        ]
        let members = usual.filter { member in !entry.contains { $0.name == member.name } } + entry
        var file = ProviderFile()
        file.providers = [try Provider(try FileObject(.object(members), at: "test")) { Array($0.utf8) }]
        file.returnTo = [Self.returnTo]
        let clock = clock
        let outbound = Outbound(time: .seconds(120))
        let vouching = Vouching(
            file, publicAddress: WebAddress("https://todo.example.org"), secret: secret, outbound: outbound,
            now: { clock.now })
        let sessions = Sessions(deviceLimit: 100)
        let throttle = Throttle(database: database, secret: secret)
        let registration = Registration(
            database: database, sessions: sessions, throttle: throttle, policy: policy, perAddress: 0)
        identities = Identities(database, vouching, registration, sessions, throttle, .silent)
        let announcements = Announcements()
        let signIn = SignIn(
            database, try Configuration.resolve(SettingSources(environment: [:])).configuration, secret: secret,
            sessions: sessions, throttle: throttle,
            devices: Devices(database: database, announcements: announcements),
            tokens: Tokens(
                database: database, announcements: announcements, sessions: sessions, rotationGrace: .seconds(60)))
        var routes = Routes(middleware: [problemAnswers(ProblemAnswers())])
        let threshold = Threshold(
            authenticator: Authenticator(database: database), limits: nil, turns: AccountGate())
        routes.add(signIn.routes + identities.routes(signIn), behind: threshold)
        answer = try routes.router().answer
    }

    func ask(_ method: String, _ target: String, _ body: JSONValue? = nil, token: String? = nil) async throws -> Answer
    {
        let request = Request(
            method, target, fields: ["authorization": token.map { "Bearer \($0)" } ?? "none"],
            body: RequestBody(body?.json ?? []))
        let response = try await answer(request)
        return Answer(
            status: Int(response.status.code), fields: response.fields,
            text: String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    // MARK: Native apps

    func nonce() async throws -> String {
        try #require(try await ask("POST", "/v1/identity/nonce").json["nonce"]?.text)
    }

    func signIn(_ token: String, code: String? = nil) async throws -> Answer {
        var members = [JSONMember("identityToken", .string(token))]
        if let code { members.append(JSONMember("authorizationCode", .string(code))) }
        return try await ask("POST", "/v1/identity/home/token", .object(members))
    }

    /// Signs in as an app does whose user has just agreed.
    func signIn() async throws -> Answer { try await signIn(provider.token(nonce: try await nonce())) }

    func link(_ token: String, as owner: String?, proof: JSONValue = nil) async throws -> Answer {
        try await ask(
            "POST", "/v1/account/identities/home/token",
            .object([JSONMember("identityToken", .string(token)), JSONMember("proof", proof)]), token: owner)
    }

    /// What shows that it is the owner: another word of the provider that vouches for them.
    func proof() async throws -> JSONValue {
        let token = provider.token(nonce: try await nonce())
        return .object([JSONMember("provider", "home"), JSONMember("identityToken", .string(token))])
    }

    func unlink(_ link: String, as owner: String, proof: JSONValue? = nil) async throws -> Answer {
        try await ask("DELETE", "/v1/account/identities/\(link)", proof, token: owner)
    }

    // MARK: Browsers

    struct Begun: Sendable {
        let attempt: String
        let url: String
    }

    func begin(returnTo: String? = returnTo) async throws -> Begun {
        let body = JSONValue.object(returnTo.map { [JSONMember("returnTo", .string($0))] } ?? [])
        let json = try await ask("POST", "/v1/identity/home/authorization", body).json
        return Begun(attempt: try #require(json["attempt"]?.text), url: try #require(json["url"]?.text))
    }

    /// Opens a page at the provider as a browser does; answers where it is sent then.
    func open(_ url: String) async throws -> String {
        try #require(try await Browser.redirect(of: url))
    }

    /// Follows the provider's redirect to the callback.
    func comeBack(_ address: String) async throws -> Answer {
        let origin = "https://todo.example.org"
        #expect(address.hasPrefix(origin + Vouching.callbackPath))
        return try await ask("GET", String(address.dropFirst(origin.utf8.count)))
    }

    func complete(_ attempt: String, code: String) async throws -> Answer {
        try await ask(
            "POST", "/v1/identity/session",
            .object([JSONMember("attempt", .string(attempt)), JSONMember("code", .string(code))]))
    }

    // MARK: What is there

    /// Rows of a directory, or of every account together.
    func count(_ table: String, _ condition: String = "true") async throws -> Int {
        let query: Query = "SELECT count(*)::int8 FROM \(unsafeSQL: table) WHERE \(unsafeSQL: condition)"
        guard ["device", "token", "identity_link"].contains(table) else {
            return try #require(try await database.read(query).first?.decode(0, as: Int.self))
        }
        var count = 0
        for row in try await database.read("SELECT account_id FROM account") {
            count += try await database.read(of: try row.decode(0), query).first?.decode(0, as: Int.self) ?? 0
        }
        return count
    }

    /// The same service with nothing in its memory, in front of a provider that behaves.
    func restarted() throws -> IdentityDesk {
        provider.behave { $0 = TestProvider.Behaviour() }
        return try IdentityDesk(provider, database, entry, policy: policy)
    }
}

/// One with a fresh database and provider.
func openIdentities(
    _ entry: [JSONMember] = [], policy: RegistrationPolicy = .open
) async throws -> IdentityDesk {
    let database = try await openMigrated()
    let provider = try TestProvider(TestClock())
    atEnd { await provider.end() }
    return try IdentityDesk(provider, database, entry, policy: policy)
}
