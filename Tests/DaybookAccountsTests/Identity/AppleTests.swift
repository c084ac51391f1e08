import DaybookCore
import HTTP
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookStore
@testable import TestAccounts

/// What is different with Apple: a signed client secret, no scopes, and refresh tokens that are kept to be revoked.
@Suite(.closing) struct AppleTests {
    private let desk: IdentityDesk

    private static let team = TestKey("APPLEKEY01", .es256)

    /// As a provider's entry, with this key in place of a file.
    private static let entry = [
        JSONMember(
            "apple",
            .object([
                JSONMember("team", "TEAM000001"), JSONMember("key", "APPLEKEY01"),
                JSONMember("keyFile", .string(String(decoding: team.pem, as: UTF8.self))),
            ]))
    ]

    /// Checks the client's proof as Apple does.
    private static func proves(
        _ form: [String: String], _ provider: TestProvider, for client: String
    ) -> Bool {
        guard let key = PublicKey(team.published), let secret = form["client_secret"],
            let token = try? IdentityToken(secret), token.isSigned(by: key), form["client_id"] == client
        else { return false }
        let now = provider.clock.now.milliseconds / 1000
        return token.keyName == "APPLEKEY01" && token.claims["iss"] == "TEAM000001"
            && token.claims["sub"] == .string(client) && token.claims["aud"] == .string(provider.issuer)
            && token.claims["iat"] == .integer(now) && token.claims["exp"] == .integer(now + 300)
    }

    init() async throws {
        desk = try await openIdentities(Self.entry)
        let provider = desk.provider
        provider.behave {
            $0.refreshToken = "apple-refresh-token"
            $0.authenticates = { _, form in Self.proves(form, provider, for: form["client_id"] ?? "") }
        }
    }

    @Test func theRefreshTokenOfANativeAppIsKeptSealedAndRevokedWithTheAccount() async throws {
        let provider = desk.provider
        provider.behave { $0.authenticates = { Self.proves($1, provider, for: "org.example.todo") } }
        let token = provider.token(nonce: try await desk.nonce(), for: "org.example.todo")
        let answer = try await desk.signIn(token, code: provider.code(for: "org.example.todo"))
        #expect(answer.status == 201, "\(answer.text)")
        let account = try #require(answer.account.flatMap(Identifier.init))
        #expect(try await desk.count("identity_link", "refresh_token_sealed IS NOT NULL") == 1)
        #expect(
            try await desk.count(
                "identity_link", "position('refresh' in encode(refresh_token_sealed, 'escape')) > 0")
                == 0)

        try await desk.identities.revokeTokens(of: account)
        try await desk.identities.revocations.run(at: desk.clock.now)
        await eventually { provider.revoked == ["apple-refresh-token"] }
        try await eventually { try await desk.count("token_revocation") == 0 }
    }

    @Test func theBrowserAsksForNoScope() async throws {
        let begun = try await desk.begin()
        #expect(!begun.url.contains("scope="))
        let location = try #require(try await desk.comeBack(try await desk.open(begun.url)).fields["location"])
        let code = String(location.split(separator: "=")[1])
        #expect(try await desk.complete(begun.attempt, code: code).status == 201)
        #expect(try await desk.count("identity_link", "client_id = 'daybook'") == 1)
        // Signing in without a new one keeps the old.
        #expect(try await desk.signIn().status == 200)
        #expect(try await desk.count("identity_link", "client_id = 'daybook'") == 1)
    }

    @Test func aCodeOfSomebodyElseIsRefused() async throws {
        let token = desk.provider.token(nonce: try await desk.nonce(), for: "org.example.todo")
        let code = desk.provider.code(for: "org.example.todo", subject: "somebody else")
        let answer = try await desk.signIn(token, code: code)
        #expect(answer.status == 403)
        #expect(answer.reason == "subject")
        let unknown = desk.provider.token(nonce: try await desk.nonce(), for: "org.example.todo")
        #expect(try await desk.signIn(unknown, code: "made up").code == "authorization_refused")
        #expect(try await desk.count("account") == 0)
    }

    @Test func aRevocationThatFailsIsTriedAgainAndStopsNothing() async throws {
        let token = desk.provider.token(nonce: try await desk.nonce(), for: "org.example.todo")
        let answer = try await desk.signIn(token, code: desk.provider.code(for: "org.example.todo"))
        let account = try #require(answer.account.flatMap(Identifier.init))
        desk.provider.behave { $0.answers["/revoke"] = Response(.serviceUnavailable) }
        // As a deletion does it: in its own transaction, without waiting for anybody.
        try await desk.database.write(of: account, IdentityLinks.queueRevocation(of: account, at: desk.clock.now))
        try await desk.identities.revocations.run(at: desk.clock.now)
        #expect(desk.provider.visits(to: "/revoke") == 1)
        #expect(try await desk.count("token_revocation", "tries = 1") == 1)
        #expect(
            try await desk.count("token_revocation", "token_revocation::text LIKE '%\(account.text)%'") == 0,
            "it knows nothing of the account")

        try await desk.identities.revocations.run(at: desk.clock.now)
        #expect(desk.provider.visits(to: "/revoke") == 1, "not before it is due")
        desk.clock.advance(seconds: 61)
        desk.provider.behave { $0.answers = [:] }
        try await desk.identities.revocations.run(at: desk.clock.now)
        #expect(desk.provider.revoked == ["apple-refresh-token"])
        #expect(try await desk.count("token_revocation") == 0)
    }

    @Test func whatAProviderNeverTakesIsGivenUp() async throws {
        let sealed = SealedRefreshToken(
            "gone", of: "daybook", at: desk.provider.issuer, desk.identities.vouching.secret)
        try await desk.database.write(
            """
            INSERT INTO token_revocation VALUES (\(sealed.sealed), \(desk.provider.issuer), 'daybook', 0,
                \(desk.clock.now))
            """)
        desk.provider.behave { $0.answers["/revoke"] = Response(.badRequest) }
        for _ in 0..<TokenRevocations.mostTries {
            #expect(try await desk.count("token_revocation") == 1)
            try await desk.identities.revocations.run(at: desk.clock.now)
            desk.clock.advance(seconds: 86_400)
        }
        #expect(try await desk.count("token_revocation") == 0)
    }

    @Test func unlinkingRevokesToo() async throws {
        let token = desk.provider.token(nonce: try await desk.nonce(), for: "org.example.todo")
        let owner = try #require(try await desk.signIn(token, code: desk.provider.code(for: "org.example.todo")).token)
        _ = try await desk.signIn()
        let list = try await desk.ask("GET", "/v1/account/identities", token: owner)
        let link = try #require(list.text.firstMatch(of: /"id":"([0-9a-f-]{36})"/)?.1)
        let proof = try await desk.proof()
        #expect(try await desk.unlink(String(link), as: owner, proof: proof).status == 204)
        await eventually { desk.provider.revoked == ["apple-refresh-token"] }
    }
}
