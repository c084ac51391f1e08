import DaybookCore
import HTTP
import Testing

@testable import DaybookAccounts
@testable import TestAccounts

/// A provider's published documents: how long they are believed, and what happens when they cannot be had.
@Suite(.closing) struct KeyRotationTests {
    @Test func aNewKeyIsFetchedWhenATokenNamesIt() async throws {
        let desk = try await openIdentities()
        #expect(try await desk.signIn().status == 201)
        #expect(try await desk.signIn().status == 200)
        #expect(desk.provider.visits(to: "/keys") == 1, "the set is kept")
        let fresh = TestKey("rsa-2", .rs256)
        desk.provider.behave {
            $0.signing = fresh
            $0.published = [fresh]
        }
        // Not at once: whoever makes up names of keys must not make us ask for each.
        #expect(try await desk.signIn().reason == "key")
        #expect(desk.provider.visits(to: "/keys") == 1)
        desk.clock.advance(seconds: 61)
        #expect(try await desk.signIn().status == 200)
        #expect(desk.provider.visits(to: "/keys") == 2)

        // What is not published any more proves nothing any more.
        let old = TestKey.rsa.token(desk.provider.claims(nonce: try await desk.nonce()))
        #expect(try await desk.signIn(old).reason == "key")
        for number in 0..<5 {
            let made = TestKey("made-up-\(number)", .es256).token(desk.provider.claims(nonce: "x"))
            #expect(try await desk.signIn(made).reason == "key")
        }
        #expect(desk.provider.visits(to: "/keys") == 2)
    }

    @Test func aTokenWithoutANameIsCheckedWithTheOnlyKeyThatFits() async throws {
        let desk = try await openIdentities()
        let header = [JSONMember("alg", "RS256")]
        let token = TestKey.rsa.token(desk.provider.claims(nonce: try await desk.nonce()), header: header)
        #expect(try await desk.signIn(token).status == 201)
        desk.clock.advance(seconds: 3601)
        desk.provider.behave { $0.published = [.rsa, TestKey("rsa-2", .rs256)] }
        let choice = TestKey.rsa.token(desk.provider.claims(nonce: try await desk.nonce()), header: header)
        #expect(try await desk.signIn(choice).reason == "key")
    }

    @Test func aShortOutageOfTheProviderStopsNobody() async throws {
        let desk = try await openIdentities()
        #expect(try await desk.signIn().status == 201)
        desk.provider.behave {
            $0.answers["/keys"] = Response(.serviceUnavailable)
            $0.answers["/.well-known/openid-configuration"] = Response(.serviceUnavailable)
        }
        desk.clock.advance(seconds: 7200)
        #expect(try await desk.signIn().status == 200)
        desk.clock.advance(seconds: 86_400)
        let answer = try await desk.signIn()
        #expect(answer.statusAndCode == "503 identity_provider_unavailable")
        #expect(answer.fields["retry-after"] != nil)
    }

    @Test func aProviderThatIsNotThereIsTold() async throws {
        let desk = try await openIdentities()
        let token = desk.provider.token(nonce: try await desk.nonce())
        await desk.provider.end()
        #expect(try await desk.signIn(token).statusAndCode == "503 identity_provider_unavailable")
        let browser = try await desk.ask("POST", "/v1/identity/home/authorization")
        #expect(browser.status == 503)
        #expect(try await desk.count("sign_in_attempt") == 0)
    }

    struct Nonsense: Sendable {
        let name: String
        let change: @Sendable (inout TestProvider.Behaviour) -> Void
    }

    static let document = "/.well-known/openid-configuration"
    static let endless = Response(.ok, type: .json, [UInt8](repeating: 0x20, count: 1 << 20))

    static let nonsense = [
        Nonsense(name: "another issuer") { $0.metadata = [JSONMember("issuer", "https://id.example.com")] },
        Nonsense(name: "no issuer") { $0.metadata = [JSONMember("issuer", nil)] },
        Nonsense(name: "a key set on plain http") {
            $0.metadata = [JSONMember("jwks_uri", "http://id.example.com/keys")]
        },
        Nonsense(name: "a key set with a user's name in its address") {
            $0.metadata = [JSONMember("jwks_uri", "https://127.0.0.1@id.example.com/keys")]
        },
        Nonsense(name: "no token endpoint") { $0.metadata = [JSONMember("token_endpoint", 7)] },
        Nonsense(name: "an endless document") { $0.answers[document] = endless },
        Nonsense(name: "an endless key set") { $0.answers["/keys"] = endless },
        Nonsense(name: "a document that is none") { $0.answers[document] = .text("<html>") },
        Nonsense(name: "no document") { $0.answers[document] = Response(.notFound) },
        Nonsense(name: "a key set that is none") { $0.answers["/keys"] = .json(Array("[]".utf8)) },
        Nonsense(name: "a redirect") {
            $0.answers["/keys"] = Response(.found, fields: ["location": "http://127.0.0.1:1/keys"])
        },
    ]

    @Test func aProviderThatTalksNonsenseIsNotBelieved() async throws {
        let first = try await openIdentities()
        for nonsense in Self.nonsense {
            let desk = try first.restarted()
            desk.provider.behave(nonsense.change)
            let answer = try await desk.signIn()
            #expect(answer.status == 502, "\(nonsense.name): \(answer.text)")
            #expect(answer.code == "identity_provider_unusable", "\(nonsense.name)")
        }
        #expect(try await first.count("account") == 0)
        #expect(try await first.restarted().signIn().status == 201)
    }

    @Test func aProviderThatNeverAnswersIsNotWaitedFor() async throws {
        let provider = try TestProvider(TestClock())
        let silent = Response.stream { _ in try await Task.sleep(for: .seconds(600)) }
        provider.behave { $0.answers["/keys"] = silent }
        await #expect(throws: Outbound.Trouble.unreachable) {
            try await Outbound(time: .milliseconds(300)).get(provider.issuer + "/keys")
        }
        await provider.end()
    }
}
