import DaybookCore
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import TestAccounts

/// An app hands over the identity token that its system gave it.
@Suite(.closing) struct NativeSignInTests {
    private let desk: IdentityDesk

    init() async throws { desk = try await openIdentities() }

    @Test func theFirstTimeBeginsAnAccountAndTheNextFindsIt() async throws {
        let first = try await desk.signIn()
        #expect(first.status == 201, "\(first.text)")
        let again = try await desk.signIn()
        #expect(again.status == 200, "\(again.text)")
        #expect(again.account == first.account)
        #expect(again.json["device"]?["id"] != first.json["device"]?["id"])
        let list = try await desk.ask("GET", "/v1/account/identities", token: again.token)
        #expect(list.status == 200)
        #expect(list.text.contains("\"provider\":\"home\""))
        #expect(try await desk.count("account") == 1)
        // Nobody's address is kept, however the provider tells it.
        #expect(try await desk.count("identity", "identity::text LIKE '%@%'") == 0)

        desk.provider.behave { $0.subject = "somebody else" }
        #expect(try await desk.signIn().account != first.account)
    }

    @Test func aTokenWithAKeyOfEitherKindIsTaken() async throws {
        desk.provider.behave {
            $0.published = [.elliptic, .rsa]
            $0.signing = .elliptic
        }
        let first = try await desk.signIn()
        #expect(first.status == 201)
        desk.provider.behave { $0.signing = .rsa }
        #expect(try await desk.signIn().status == 200)
    }

    @Test func twoDevicesThatSignInForTheFirstTimeAtOnceShareOneAccount() async throws {
        let answers = try await atOnce(0..<4) { _ in try await desk.signIn() }
        #expect(Set(answers.map(\.account)).count == 1)
        #expect(answers.map(\.status).sorted() == [200, 200, 200, 201])
        #expect(try await desk.count("account") == 1)
    }

    /// Everything that could be wrong with a token, and what is answered. Nothing may have been written then.
    struct Forgery: Sendable {
        let name: String
        let reason: TokenRefusal
        let make: @Sendable (TestProvider, _ nonce: String) -> String

        init(
            _ name: String, _ reason: TokenRefusal, _ make: @escaping @Sendable (TestProvider, String) -> String
        ) {
            self.name = name
            self.reason = reason
            self.make = make
        }

        /// A genuine token but for one claim.
        init(_ name: String, _ reason: TokenRefusal, _ claim: String, _ value: JSONValue) {
            self.init(name, reason) { provider, nonce in
                provider.behave { $0.claims[claim] = value }
                return provider.token(nonce: nonce)
            }
        }
    }

    static func header(_ algorithm: String, _ more: JSONMember...) -> [JSONMember] {
        [JSONMember("alg", .string(algorithm)), JSONMember("kid", .string(TestKey.rsa.name))] + more
    }

    static let forgeries = [
        Forgery("wrong issuer", .issuer, "iss", "https://id.example.com"),
        Forgery("no issuer", .issuer, "iss", nil),
        Forgery("wrong audience", .audience, "aud", "org.example.other"),
        Forgery("no audience", .audience, "aud", nil),
        Forgery("an audience beside ours", .audience, "aud", .array(["daybook", "org.example.other"])),
        Forgery("an audience that is no text", .audience, "aud", .array(["daybook", 7])),
        Forgery("made for another party", .audience, "azp", "org.example.other"),
        Forgery("no nonce", .nonce, "nonce", nil),
        Forgery("a nonce of another's", .nonce, "nonce", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
        Forgery("no expiry", .time, "exp", nil),
        Forgery("expired long ago", .expired, "exp", 1_300_819_380),
        Forgery("an expiry that overflows backwards", .expired, "exp", .integer(.min)),
        Forgery("not issued yet", .time, "iat", 4_102_444_800),
        Forgery("no time of issue", .time, "iat", "now"),
        Forgery("not valid yet", .time, "nbf", 4_102_444_800),
        Forgery("no subject", .subject, "sub", nil),
        Forgery("an empty subject", .subject, "sub", ""),
        Forgery("a subject that is too long", .subject, "sub", .string(String(repeating: "a", count: 256))),
        Forgery("a subject that is no text", .subject, "sub", 7),
        Forgery("another's key under the same name", .signature) { provider, nonce in
            TestKey("rsa-1", .rs256).token(provider.claims(nonce: nonce))
        },
        Forgery("a key of another kind under the same name", .algorithm) { provider, nonce in
            TestKey("rsa-1", .es256).token(provider.claims(nonce: nonce))
        },
        Forgery("an unknown key", .key) { provider, nonce in
            TestKey("rsa-2", .rs256).token(provider.claims(nonce: nonce))
        },
        Forgery("algorithm none", .algorithm) { provider, nonce in
            let head = Base64URL.encode(JSONValue.object(header("none")).json)
            return head + "." + Base64URL.encode(provider.claims(nonce: nonce).json) + "."
        },
        Forgery("algorithm none with a signature", .algorithm) { provider, nonce in
            TestKey.rsa.token(provider.claims(nonce: nonce), header: header("None"))
        },
        Forgery("HS256 with the public key as it is published", .algorithm) { provider, nonce in
            TestKey.rsa.tokenSignedWithPublicKey(provider.claims(nonce: nonce), secret: TestKey.rsa.published.json)
        },
        Forgery("HS256 with the public key in DER", .algorithm) { provider, nonce in
            TestKey.rsa.tokenSignedWithPublicKey(
                provider.claims(nonce: nonce), secret: PublicKey(TestKey.rsa.published)?.encoded ?? [])
        },
        Forgery("another algorithm of the same key", .signature) { provider, nonce in
            TestKey.rsa.token(provider.claims(nonce: nonce), header: header("PS256"))
        },
        Forgery("a critical extension", .algorithm) { provider, nonce in
            TestKey.rsa.token(
                provider.claims(nonce: nonce), header: header("RS256", JSONMember("crit", .array(["exp"]))))
        },
        Forgery("the signature of another token", .signature) { provider, nonce in
            let other = provider.token(nonce: "another")
            let parts = provider.token(nonce: nonce).split(separator: ".")
            return "\(parts[0]).\(parts[1]).\(other.split(separator: ".")[2])"
        },
        Forgery("no signature", .signature) { provider, nonce in
            let parts = provider.token(nonce: nonce).split(separator: ".")
            return "\(parts[0]).\(parts[1])."
        },
        Forgery("a claim twice", .malformed) { provider, nonce in
            let parts = provider.token(nonce: nonce).split(separator: ".")
            let claims = Base64URL.decode(parts[1]) ?? []
            return "\(parts[0]).\(Base64URL.encode(Array(#"{"sub":"admin","#.utf8) + claims.dropFirst())).\(parts[2])"
        },
        Forgery("four parts", .malformed) { provider, nonce in provider.token(nonce: nonce) + ".AAAA" },
        Forgery("padding", .malformed) { provider, nonce in provider.token(nonce: nonce) + "=" },
        Forgery("nothing", .malformed) { _, _ in "" },
        Forgery("a token of a megabyte", .malformed) { provider, nonce in
            provider.behave { $0.claims["more"] = .string(String(repeating: "a", count: 1 << 20)) }
            return provider.token(nonce: nonce)
        },
    ]

    @Test func everyForgeryIsRefused() async throws {
        for forgery in Self.forgeries {
            desk.provider.behave { $0 = TestProvider.Behaviour() }
            let answer = try await desk.signIn(forgery.make(desk.provider, try await desk.nonce()))
            #expect(answer.status == 403, "\(forgery.name): \(answer.text)")
            #expect(answer.code == "identity_token_refused", "\(forgery.name)")
            #expect(answer.reason == forgery.reason.rawValue, "\(forgery.name)")
        }
        #expect(try await desk.count("account") == 0)
        #expect(try await desk.count("identity") == 0)
        // What was refused was refused for its own reason: the genuine token is taken.
        desk.provider.behave { $0 = TestProvider.Behaviour() }
        #expect(try await desk.signIn().status == 201)
    }

    @Test func aNonceCountsOnce() async throws {
        let token = desk.provider.token(nonce: try await desk.nonce())
        #expect(try await desk.signIn(token).status == 201)
        let replayed = try await desk.signIn(token)
        #expect(replayed.status == 403)
        #expect(replayed.reason == "nonce")
        #expect(try await desk.count("token") == 1)
    }

    @Test func aNonceAndATokenAreGoodForMinutes() async throws {
        let nonce = try await desk.nonce()
        desk.clock.advance(seconds: 601)
        #expect(try await desk.signIn(desk.provider.token(nonce: nonce)).reason == "nonce")

        // The token's own clock: a minute of difference between servers is forgiven.
        let token = desk.provider.token(nonce: try await desk.nonce())
        desk.provider.behave { $0.claims["exp"] = .integer(desk.clock.now.milliseconds / 1000 + 100) }
        let short = desk.provider.token(nonce: try await desk.nonce())
        desk.clock.advance(seconds: 161)
        #expect(try await desk.signIn(short).reason == "expired")
        #expect(try await desk.signIn(token).status == 201)
    }

    @Test func aNonceOfAnotherServerIsNone() async throws {
        let other = Nonces(secret: .random()).issue(at: desk.clock.now).text
        let answer = try await desk.signIn(desk.provider.token(nonce: other))
        #expect(answer.reason == "nonce")
    }

    @Test func anUnknownProviderIsTold() async throws {
        let answer = try await desk.ask(
            "POST", "/v1/identity/nobody/token", .object([JSONMember("identityToken", "a")]))
        #expect(answer.statusAndCode == "404 identity_provider_unknown")
        #expect(try await desk.ask("POST", "/v1/identity/home/token", .object([])).status == 422)
    }

    @Test func aClosedServerLetsInWhomItKnows() async throws {
        let desk = try await openIdentities(policy: .closed)
        #expect(try await desk.signIn().statusAndCode == "403 registration_closed")
        #expect(try await desk.count("identity") == 0)
    }
}
