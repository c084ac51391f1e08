import DaybookCore
import HTTP
import TestPostgres
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import TestAccounts
@testable import TestService

/// Signing in through a browser: the authorization code with PKCE.
@Suite(.closing) struct BrowserSignInTests {
    private let desk: IdentityDesk

    init() async throws { desk = try await openIdentities() }

    private func items(of address: String) -> [String: String] {
        let query = address.drop { $0 != "?" }
        return Dictionary(Request("GET", "/" + query).queryItems.map { ($0.name, $0.value) }) { $1 }
    }

    @Test func theCodeComesBackToTheApp() async throws {
        let begun = try await desk.begin()
        let asked = items(of: begun.url)
        #expect(asked["scope"] == "openid", "nobody's address or name is asked for")
        #expect(asked["code_challenge_method"] == "S256")
        #expect(!begun.url.contains(begun.attempt))
        let callback = try await desk.comeBack(try await desk.open(begun.url))
        #expect(callback.status == 303)
        let location = try #require(callback.fields["location"])
        #expect(location.hasPrefix("todo://signed-in?code="))
        #expect(callback.fields["cache-control"] == "no-store")
        let code = try #require(items(of: location)["code"])
        let session = try await desk.complete(begun.attempt, code: code)
        #expect(session.status == 201, "\(session.text)")
        #expect(try await desk.ask("GET", "/v1/account/identities", token: session.token).status == 200)
        // It leads where a native app's token leads.
        #expect(try await desk.signIn().account == session.account)
        #expect(try await desk.count("sign_in_attempt") == 0)
    }

    @Test func withoutAnAddressThePageShowsTheCode() async throws {
        let begun = try await desk.begin(returnTo: nil)
        let page = try await desk.comeBack(try await desk.open(begun.url))
        #expect(page.status == 200)
        #expect(page.fields["content-security-policy"]?.contains("default-src 'none'") == true)
        let code = try #require(page.text.firstMatch(of: /<code>([0-9A-Z-]{14})<\/code>/)?.1)
        #expect(try await desk.complete(begun.attempt, code: code.lowercased()).status == 201)
    }

    @Test func theAppAloneOrTheBrowserAloneGetsNothing() async throws {
        let begun = try await desk.begin()
        // Whoever lured somebody into opening the page has the attempt and not the code.
        let location = try #require(try await desk.comeBack(try await desk.open(begun.url)).fields["location"])
        #expect(
            try await desk.complete(begun.attempt, code: "AAAA-AAAA-AAAA").statusAndCode == "403 sign_in_code_wrong")
        // Whoever saw the browser's addresses has code and state and not the attempt.
        let code = try #require(items(of: location)["code"])
        let state = try #require(items(of: begun.url)["state"])
        #expect(try await desk.complete(state, code: code).status == 403)
        #expect(try await desk.count("account") == 0)
        #expect(try await desk.complete(begun.attempt, code: code).status == 201)
        #expect(try await desk.complete(begun.attempt, code: code).statusAndCode == "410 sign_in_over")
    }

    @Test func aStateCountsOnceAndForMinutes() async throws {
        let begun = try await desk.begin()
        let back = try await desk.open(begun.url)
        #expect(try await desk.comeBack(back).status == 303)
        #expect(try await desk.comeBack(back).status == 410)
        #expect(try await desk.comeBack(back + "x").status == 410)

        let late = try await desk.begin()
        let lateBack = try await desk.open(late.url)
        desk.clock.advance(seconds: 601)
        #expect(try await desk.comeBack(lateBack).status == 410)
        try await dropExpiredRows(from: desk.database, now: desk.clock.now)
        #expect(try await desk.count("sign_in_attempt") == 0)
    }

    @Test func aCodeOfAnotherSignInIsRefused() async throws {
        // The victim's code, brought back with the attacker's state: verifier and challenge do not fit.
        let victim = try await desk.open(try await desk.begin().url)
        let attacker = try await desk.begin()
        let state = try #require(items(of: attacker.url)["state"])
        let code = try #require(items(of: victim)["code"])
        let callback = try await desk.comeBack(
            "https://todo.example.org/v1/identity/callback?code=\(code)&state=\(state)")
        #expect(callback.fields["location"] == "todo://signed-in?error=authorization_refused")
        let secrets = SignInSecrets(attempt: attacker.attempt, desk.identities.vouching.secret)
        #expect(try await desk.complete(attacker.attempt, code: secrets.code).status == 410)
        #expect(try await desk.count("account") == 0)
    }

    @Test func theProviderSeesTheVerifierOfItsChallenge() async throws {
        // A provider that does not check would let the last test pass for another reason.
        let begun = try await desk.begin()
        let secrets = SignInSecrets(attempt: begun.attempt, desk.identities.vouching.secret)
        let asked = items(of: begun.url)
        #expect(asked["state"] == secrets.state)
        #expect(asked["code_challenge"] == Base64URL.encode(Sodium.sha256(Array(secrets.verifier.utf8))))
        let connection = try #require(desk.identities.vouching.connection(named: "home"))
        let code = try #require(items(of: try await desk.open(begun.url))["code"])
        await #expect(throws: ProviderTrouble.refused) {
            try await connection.exchange(
                code: code, as: "daybook", verifier: "wrong", redirect: desk.identities.vouching.callback,
                at: desk.clock.now)
        }
    }

    @Test func aTokenWithTheNonceOfAnotherSignInIsRefused() async throws {
        let native = try await desk.nonce()
        for nonce: JSONValue in [nil, "another", .string(native)] {
            desk.provider.behave { $0.claims["nonce"] = nonce }
            let callback = try await desk.comeBack(try await desk.open(try await desk.begin().url))
            #expect(callback.fields["location"] == "todo://signed-in?error=identity_token_refused")
        }
        #expect(try await desk.count("sign_in_attempt", "issuer IS NOT NULL") == 0)
    }

    @Test func anAnswerOfAnotherProviderIsRefused() async throws {
        try await closing {
            let desk = try await openIdentities()
            let wrong = try await desk.open(try await desk.begin().url) + "&iss=https%3A%2F%2Fid.example.com"
            #expect(
                try await desk.comeBack(wrong).fields["location"] == "todo://signed-in?error=identity_token_refused")
            let issuer = FormText.escape(desk.provider.issuer)
            let right = try await desk.open(try await desk.begin().url) + "&iss=\(issuer)"
            #expect(try await desk.comeBack(right).fields["location"]?.contains("?code=") == true)
        }
        try await closing {
            let desk = try await openIdentities()
            desk.provider.behave { $0.metadata = [JSONMember("authorization_response_iss_parameter_supported", true)] }
            let silent = try await desk.open(try await desk.begin().url)
            #expect(
                try await desk.comeBack(silent).fields["location"] == "todo://signed-in?error=identity_token_refused")
        }
    }

    @Test func whoeverDeclinesIsNotSignedIn() async throws {
        let state = try #require(items(of: try await desk.begin(returnTo: nil).url)["state"])
        let page = try await desk.comeBack(
            "https://todo.example.org/v1/identity/callback?error=access_denied&state=\(state)")
        #expect(page.status == 403)
        #expect(page.text.contains("refused the sign-in"))
    }

    @Test func theCodeGoesToNoOtherAddress() async throws {
        for address in [
            "https://evil.example.com/", "todo://signed-in/more", "todo://signed-in#",
            "http://127.0.0.1.example.com/", "http://localhost:80@evil.example.com/", "javascript:alert(1)",
            "http://127.0.0.1/", "",
        ] {
            let body = JSONValue.object([JSONMember("returnTo", .string(address))])
            let answer = try await desk.ask("POST", "/v1/identity/home/authorization", body)
            #expect(answer.status == 422, "\(address)")
            #expect(answer.code == "return_address_not_allowed", "\(address)")
        }
    }

    @Test func aProgramOnTheUsersMachineMayListen() async throws {
        let begun = try await desk.begin(returnTo: "http://127.0.0.1:49152/done?window=1")
        let callback = try await desk.comeBack(try await desk.open(begun.url))
        #expect(callback.fields["location"]?.hasPrefix("http://127.0.0.1:49152/done?window=1&code=") == true)
    }

    @Test func theClientProvesItselfAsTheProviderWants() async throws {
        let secret = [JSONMember("clientSecretFile", "s&cret")]
        try await closing {
            let desk = try await openIdentities(secret)
            desk.provider.behave { $0.authenticates = { _, form in form["client_secret"] == "s&cret" } }
            let location = try await desk.comeBack(try await desk.open(try await desk.begin().url)).fields["location"]
            #expect(location?.contains("?code=") == true)
        }
        try await closing {
            let desk = try await openIdentities(secret)
            desk.provider.behave {
                $0.metadata = [JSONMember("token_endpoint_auth_methods_supported", nil)]
                // daybook:s%26cret
                $0.authenticates = { request, form in
                    request.fields["authorization"] == "Basic ZGF5Ym9vazpzJTI2Y3JldA==" && form["client_secret"] == nil
                }
            }
            let location = try await desk.comeBack(try await desk.open(try await desk.begin().url)).fields["location"]
            #expect(location?.contains("?code=") == true)
        }
        try await closing {
            let desk = try await openIdentities()
            desk.provider.behave { $0.authenticates = { _, _ in false } }
            let location = try await desk.comeBack(try await desk.open(try await desk.begin().url)).fields["location"]
            #expect(location == "todo://signed-in?error=identity_provider_unusable")
        }
    }
}
