import DaybookCore
import Foundation
import HTTP
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestService

/// How a program that knows an address alone is let in for an assistant, over sockets and a real PostgreSQL.
@Suite(.closing) struct AssistantSignInTests {
    private static let email = "anna@example.org"

    private static func open(_ policy: String = "write", _ settings: [String: String] = [:]) async throws -> LiveHouse {
        try await openHouse(
            cheapPasswords.merging(["DAYBOOK_AGENTS": policy, "DAYBOOK_PUBLIC_URL": "https://todo.example.org"]) { $1 }
                .merging(settings) { $1 })
    }

    /// Somebody with a password, and a program that nobody has let in yet.
    private static func begin(_ policy: String = "write") async throws -> (LiveHouse, Caller, Applicant) {
        let house = try await open(policy)
        let anna = await house.claimed(email).caller
        return (house, anna, try await .registered(house))
    }

    /// What an account holds that a refusal must leave alone.
    private static func standing(_ caller: Caller) async -> [String] {
        [await caller.get("/v1/devices").text, await caller.get("/v1/tokens").text].map { text in
            text.split(separator: ",").filter { !$0.contains("last") }.joined(separator: ",")
        }
    }

    // MARK: What there is

    @Test func whatIsToldOfItIsTrue() async throws {
        let house = try await Self.open()
        let stranger = Applicant(port: house.port)
        let refused = await stranger.ask("POST", "/mcp", type: "application/json", "{}")
        let challenge = try #require(refused.field("www-authenticate"))
        #expect(refused.status == 401)
        #expect(
            challenge == """
                Bearer realm="daybook", scope="agent", \
                resource_metadata="https://todo.example.org/.well-known/oauth-protected-resource/mcp"
                """)
        for path in ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"] {
            let resource = await stranger.ask("GET", path)
            #expect(resource.status == 200)
            #expect(resource.string("resource") == "https://todo.example.org/mcp")
            #expect(resource.strings("authorization_servers") == ["https://todo.example.org"])
            #expect(resource.strings("scopes_supported") == ["agent"])
        }
        let issuer = await stranger.ask("GET", "/.well-known/oauth-authorization-server")
        #expect(issuer.string("issuer") == "https://todo.example.org")
        #expect(issuer.strings("code_challenge_methods_supported") == ["S256"])
        #expect(issuer["authorization_response_iss_parameter_supported"] == .bool(true))
        for (name, method) in [
            ("authorization_endpoint", "GET"), ("token_endpoint", "POST"), ("registration_endpoint", "POST"),
            ("revocation_endpoint", "POST"),
        ] {
            let address = issuer.string(name)
            #expect(address.hasPrefix("https://todo.example.org/oauth/"))
            let answer = await stranger.ask(method, String(address.dropFirst("https://todo.example.org".count)))
            #expect(answer.status == (method == "GET" ? 400 : 415), "\(name): \(answer.text)")
        }
        let full = await house.newcomer()
        let other = await stranger.ask("POST", "/mcp", token: full.token, type: "application/json", "{}")
        #expect(other.status == 403)
        #expect(other.field("www-authenticate")?.contains("error=\"insufficient_scope\", scope=\"agent\", ") == true)
    }

    @Test func withoutTheSettingNoneOfItIsThere() async throws {
        let stranger = Applicant(port: try await Self.open("off").port)
        for (method, path) in [
            ("GET", "/.well-known/oauth-protected-resource"), ("GET", "/.well-known/oauth-protected-resource/mcp"),
            ("GET", "/.well-known/oauth-authorization-server"), ("GET", "/oauth/authorize"),
            ("POST", "/oauth/authorize"), ("POST", "/oauth/token"), ("POST", "/oauth/register"),
            ("POST", "/oauth/revoke"),
        ] {
            #expect(await stranger.ask(method, path).statusAndCode == "404 not_found", "\(path)")
        }
    }

    /// Whoever knew the password that was changed may have let something in that has not come yet.
    @Test func whatNobodyCameForYetGoesWhereOthersAreSentAway() async throws {
        let (_, anna, applicant) = try await Self.begin()
        let offered = await anna.post("/v1/pairing")
        #expect(offered.status == 201)
        let code = try await applicant.code(from: Self.email)
        let new = "eight bells and no whistle"
        let change = #"{"password":"\#(SecondFactorTests.password)","newPassword":"\#(new)","endOtherSessions":true}"#
        #expect(await anna.put("/v1/account/password", change).status == 204)
        let refused = await applicant.token(applicant.exchange(code))
        #expect(refused.status == 400 && refused.string("error") == "invalid_grant")
        #expect(await anna.get("/v1/pairing/\(offered.string("id"))").status == 404)
        #expect(await anna.get("/v1/devices").status == 200)
    }

    /// Without a public address codes are only sent about on this machine.
    @Test func onThisMachineItCanBeTriedOut() async throws {
        let house = try await openHouse(cheapPasswords.merging(["DAYBOOK_AGENTS": "read"]) { $1 })
        _ = await house.claimed(Self.email)
        for name in ["127.0.0.1:\(house.port)", "localhost:\(house.port)"] {
            var applicant = try await Applicant.registered(house)
            (applicant.host, applicant.issuer) = (name, "http://\(name)")
            let told = await applicant.ask("GET", "/.well-known/oauth-authorization-server")
            #expect(told.string("issuer") == "http://\(name)")
            let (access, _) = try await applicant.letIn(by: Self.email)
            #expect(await applicant.knock(access) == 200)
        }
        for name in ["todo.example.org", "192.0.2.7"] {
            var applicant = try await Applicant.registered(house)
            applicant.host = name
            let told = await applicant.ask("GET", "/.well-known/oauth-authorization-server")
            #expect(told.statusAndCode == "421 host_not_allowed")
            #expect(await applicant.open().status == 400)
            let refused = await applicant.ask("POST", "/mcp", type: "application/json", "{}")
            #expect(refused.field("www-authenticate") == "Bearer realm=\"daybook\", scope=\"agent\"")
        }
    }

    // MARK: The whole way

    @Test func whoIsLetInIsADeviceLikeAny() async throws {
        let (_, anna, applicant) = try await Self.begin()
        let page = await applicant.open()
        #expect(page.status == 200 && page.text.contains("<strong>Claude</strong>"))
        #expect(page.text.contains("<code>127.0.0.1:4711</code>") && page.text.contains("Add, change, complete"))
        let (access, refresh) = try await applicant.letIn(by: Self.email)
        #expect(await applicant.knock(access) == 200)
        guard case .array(let tokens)? = await anna.get("/v1/tokens")["tokens"],
            let token = tokens.first(where: { $0["scope"] == .string("agent") })
        else { throw LiveHouse.Broken() }
        #expect(token["device"]?["name"] == .string("Claude, through MCP"))
        #expect(token["expiresAt"] != .null, "it tells when it is over for good")
        // It opens nothing else, and what it does is its own.
        #expect(await anna.with(access).get("/v1/tasks").statusAndCode == "403 scope_insufficient")
        #expect(await anna.with(access).get("/v1/tokens").statusAndCode == "403 scope_insufficient")
        let added = await applicant.ask(
            "POST", "/mcp", token: access, type: "application/json",
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"title":"Milk"}}}"#)
        #expect(added.status == 200)
        #expect(await anna.get("/v1/history").text.contains("Claude, through MCP"))
        guard case .string(let device)? = token["device"]?["id"] else { throw LiveHouse.Broken() }
        #expect(await anna.delete("/v1/devices/\(device)").status == 204)
        await eventually { await applicant.knock(access) == 401 }
        let late = await applicant.token(applicant.refreshing(refresh))
        #expect(late.status == 400 && late.string("error") == "invalid_grant")
    }

    @Test func whereAssistantsOnlyReadThePageSaysSo() async throws {
        let (_, _, applicant) = try await Self.begin("read")
        let page = await applicant.open().text
        #expect(page.contains("lets assistants only read, change anything") && !page.contains("Add, change, complete"))
    }

    /// The page can be framed by nobody and leads nowhere but to the client, and words of strangers are no markup.
    @Test func thePageIsOnlyItself() async throws {
        let (house, _, _) = try await Self.begin()
        let applicant = try await Applicant.registered(house, name: "<script>alert('x')</script> & Co")
        let page = await applicant.open()
        #expect(
            page.text.contains("&lt;script&gt;alert('x')&lt;/script&gt; &amp; Co") && !page.text.contains("<script"))
        let policy = try #require(page.field("content-security-policy"))
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(policy.contains("form-action 'self' http://127.0.0.1:4711;"))
        #expect(page.field("cache-control") == "no-store" && page.field("referrer-policy") == "same-origin")
        #expect(page.field("set-cookie") == nil)
    }

    // MARK: Registering

    @Test func whoRegistersGetsAnIdAndNothingIsKept() async throws {
        let house = try await Self.open()
        let stranger = Applicant(port: house.port)
        let body = """
            {"client_name":"Claude","redirect_uris":["https://claude.example/callback","http://localhost/cb"],\
            "token_endpoint_auth_method":"client_secret_post","grant_types":["authorization_code","refresh_token"],\
            "response_types":["code"],"scope":"all of it","logo_uri":"https://claude.example/logo.png"}
            """
        let (first, second) = (await stranger.register(body), await stranger.register(body))
        #expect(first.status == 201 && first.field("cache-control") == "no-store")
        #expect(first.string("token_endpoint_auth_method") == "none" && first["client_secret"] == nil)
        #expect(first.strings("redirect_uris") == ["https://claude.example/callback", "http://localhost/cb"])
        #expect(first.string("scope") == "agent")
        #expect(first.string("client_id") != second.string("client_id"))
        for (body, code) in [
            ("{", "invalid_client_metadata"), ("[]", "invalid_client_metadata"), ("{}", "invalid_redirect_uri"),
            (#"{"redirect_uris":[]}"#, "invalid_redirect_uri"), (#"{"redirect_uris":[7]}"#, "invalid_redirect_uri"),
            (#"{"redirect_uris":["http://evil.example/cb"]}"#, "invalid_redirect_uri"),
            (#"{"redirect_uris":["cursor://callback"]}"#, "invalid_redirect_uri"),
            (#"{"redirect_uris":["javascript:alert(1)"]}"#, "invalid_redirect_uri"),
            (#"{"redirect_uris":["https://a.example/#x"]}"#, "invalid_redirect_uri"),
            (#"{"redirect_uris":["https://me@a.example/"]}"#, "invalid_redirect_uri"),
            (#"{"redirect_uris":["https://a.example/cb","http://b.example/cb"]}"#, "invalid_redirect_uri"),
            (
                #"{"redirect_uris":[\#(Array(repeating: "\"https://a.example/\"", count: 9).joined(separator: ","))]}"#,
                "invalid_redirect_uri"
            ),
            (
                #"{"redirect_uris":["https://a.example/\#(String(repeating: "x", count: 512))"]}"#,
                "invalid_redirect_uri"
            ),
            (#"{"redirect_uris":["https://a.example/"],"client_name":7}"#, "invalid_client_metadata"),
            (#"{"redirect_uris":["https://a.example/"],"client_name":"a\nb"}"#, "invalid_client_metadata"),
            (#"{"redirect_uris":["https://a.example/"],"client_name":"a\#u{202e}b"}"#, "invalid_client_metadata"),
            (
                #"{"redirect_uris":["https://a.example/"],"client_name":"\#(String(repeating: "x", count: 101))"}"#,
                "invalid_client_metadata"
            ),
            (
                #"{"redirect_uris":["https://a.example/"],"grant_types":["client_credentials"]}"#,
                "invalid_client_metadata"
            ),
            (#"{"redirect_uris":["https://a.example/"],"response_types":["token"]}"#, "invalid_client_metadata"),
        ] {
            let refused = await stranger.register(body)
            #expect(refused.status == 400 && refused.string("error") == code, "\(body): \(refused.text)")
        }
        let plain = await stranger.ask("POST", "/oauth/register", type: "text/plain", body)
        #expect(plain.statusAndCode == "415 unsupported_media_type")
        #expect(try await house.database.read("SELECT 1 FROM assistant_grant").isEmpty)
    }

    // MARK: Asking

    /// Where nobody knows who asks the browser is sent nowhere, and there is not even a link.
    @Test func aForgedQuestionLeadsNowhere() async throws {
        let (_, anna, applicant) = try await Self.begin()
        let before = await Self.standing(anna)
        var forged = [
            ("redirect_uri", "https://evil.example/callback"), ("redirect_uri", "http://127.0.0.1:4711/callback/"),
            ("redirect_uri", "http://127.0.0.1:4711/callback?x=1"), ("redirect_uri", "http://localhost:4711/callback"),
            ("redirect_uri", "http://127.0.0.1.evil.example/callback"), ("client_id", "e30"), ("client_id", "?"),
            ("client_id", nil), ("state", String(repeating: "x", count: 2049)),
        ].map { (name: String, value: String?) in applicant.question(name, value) }
        forged.append(applicant.question + [("redirect_uri", "https://evil.example/")])
        for question in forged {
            for answer in [
                await applicant.open(question), await applicant.decide(Applicant.allowing(Self.email), question),
            ] {
                #expect(answer.status == 400 && answer.field("location") == nil, "\(question)")
                #expect(!answer.text.contains("evil.example") && !answer.text.contains("<a href=\"http"))
            }
        }
        #expect(await Self.standing(anna) == before)
    }

    /// What cannot be asked for is told to the client, if the person goes back to it: a link alone sends nobody on.
    @Test func whatCannotBeAskedForIsRefused() async throws {
        let (_, anna, applicant) = try await Self.begin()
        let before = await Self.standing(anna)
        let cases: [(String, String?, String)] = [
            ("response_type", "token", "unsupported_response_type"),
            ("response_type", nil, "unsupported_response_type"), ("response_mode", "fragment", "invalid_request"),
            ("code_challenge_method", "plain", "invalid_request"), ("code_challenge_method", nil, "invalid_request"),
            ("code_challenge", nil, "invalid_request"), ("code_challenge", "short", "invalid_request"),
            ("scope", "full", "invalid_scope"), ("scope", "agent full", "invalid_scope"),
            ("resource", "https://todo.example.org/", "invalid_target"),
            ("resource", "https://other.example/mcp", "invalid_target"),
        ]
        for (name, value, code) in cases {
            let question = applicant.question(name, value)
            for answer in [
                await applicant.open(question), await applicant.decide(Applicant.allowing(Self.email), question),
            ] {
                #expect(answer.status == 400 && answer.field("location") == nil)
                let link = try #require(answer.text.firstRange(of: "<a href=\"" + applicant.redirect))
                let address = answer.text[link.lowerBound...].dropFirst(9).prefix { $0 != "\"" }
                let returned = try Returned(String(address.replacing("&amp;", with: "&")), applicant.redirect)
                #expect(returned.items["error"] == code && returned.items["state"] == applicant.state)
                #expect(returned.items["iss"] == applicant.issuer && returned.items["code"] == nil)
            }
        }
        #expect(await Self.standing(anna) == before)
    }

    @Test func whatMayBeLeftOutMay() async throws {
        let (_, _, applicant) = try await Self.begin()
        for name in ["scope", "resource", "state", "redirect_uri"] {
            #expect(await applicant.open(applicant.question(name, nil)).status == 200, "\(name)")
        }
        for (name, value) in [
            ("resource", "HTTPS://TODO.example.org/mcp/"), ("redirect_uri", "http://127.0.0.1:9/callback"),
        ] { #expect(await applicant.open(applicant.question(name, value)).status == 200, "\(value)") }
    }

    // MARK: Answering

    @Test func whoRefusesLetsNobodyIn() async throws {
        let (house, anna, applicant) = try await Self.begin()
        let before = await Self.standing(anna)
        let returned = try Returned(await applicant.decide([("decision", "refuse")]), applicant.redirect)
        #expect(returned.items["error"] == "access_denied" && returned.items["code"] == nil)
        #expect(returned.items["state"] == applicant.state && returned.items["iss"] == applicant.issuer)
        #expect(await Self.standing(anna) == before)
        #expect(try await house.database.read("SELECT 1 FROM assistant_grant").isEmpty)
    }

    @Test func onlyTheOwnerLetsSomebodyIn() async throws {
        let (_, anna, applicant) = try await Self.begin()
        let before = await Self.standing(anna)
        for form in [
            Applicant.allowing(Self.email, "not the password"), Applicant.allowing("nobody@example.org"),
            Applicant.allowing("no address"), Applicant.allowing(Self.email, String(repeating: "x", count: 1025)),
            [("decision", "allow")],
        ] {
            let page = await applicant.decide(form)
            #expect(page.status == 401 && page.field("location") == nil && page.text.contains("role=\"alert\""))
            #expect(!page.text.contains("not the password"))
        }
        #expect(await applicant.decide([("decision", "both")]).status == 400)
        #expect(await Self.standing(anna) == before)
        // The right password is as good as ever, and counts nothing up.
        #expect(try await applicant.letIn(by: Self.email).access.hasPrefix("daybook_"))
    }

    /// The same limits as at every sign-in: who guesses here waits there.
    @Test func whoGuessesWaits() async throws {
        let (house, _, applicant) = try await Self.begin()
        for _ in 0..<5 {
            #expect(await applicant.decide(Applicant.allowing(Self.email, "not the password")).status == 401)
        }
        // Counted as at a login, and long enough for a slow machine.
        let counted = try await house.database.write(
            "UPDATE login_guard SET blocked_until = now() + interval '1 hour' WHERE failures = 5")
        #expect(counted.affected == 1)
        let waiting = await applicant.decide(Applicant.allowing(Self.email))
        #expect(waiting.status == 429 && waiting.field("retry-after") != nil && waiting.field("location") == nil)
        let body = #"{"email":"\#(Self.email)","password":"\#(SecondFactorTests.password)"}"#
        #expect(await house.caller.post("/v1/login", body).status == 429)
    }

    @Test func aSecondFactorIsAskedFor() async throws {
        let house = try await Self.open()
        let anna = try await SecondFactorTests().owner(Self.email, in: house)
        let applicant = try await Applicant.registered(house)
        let asked = await applicant.decide(Applicant.allowing(Self.email))
        #expect(asked.status == 401 && asked.text.contains("asks for a code"))
        #expect(await applicant.decide(Applicant.allowing(Self.email, code: anna.wrong)).status == 401)
        let code = try await anna.fresh()
        #expect(await applicant.decide(Applicant.allowing(Self.email, code: code)).status == 303)
        #expect(await applicant.decide(Applicant.allowing(Self.email, code: code)).status == 401, "it counts once")
        let sheet = try #require(anna.codes.first)
        let recovery = await applicant.decide(Applicant.allowing(Self.email, "not the password", code: sheet))
        #expect(recovery.status == 401)
        #expect(await applicant.decide(Applicant.allowing(Self.email, code: sheet)).status == 303)
        #expect(await applicant.decide(Applicant.allowing(Self.email, code: sheet)).status == 401, "it counts once")
    }

    /// Who has no password answers from a device that is in, and lets in the assistant alone.
    @Test func aDeviceThatIsInMayAnswer() async throws {
        let house = try await Self.open()
        let anna = await house.newcomer()
        let applicant = try await Applicant.registered(house)
        let before = await Self.standing(anna)
        for wrong in ["ABCD-EFGH", "nonsense", ""] {
            let page = await applicant.decide([("pairing", wrong), ("decision", "pair")])
            #expect(page.status == 404 && page.field("location") == nil)
        }
        let offer = await anna.post("/v1/pairing")
        let code = offer.string("code")
        let shown = await applicant.decide([("pairing", code), ("decision", "pair")])
        #expect(shown.status == 200 && shown.field("cache-control") == "no-store")
        func hidden(_ name: String) throws -> String {
            let place = try #require(shown.text.firstRange(of: "name=\"\(name)\" value=\""))
            return String(shown.text[place.upperBound...].prefix { $0 != "\"" })
        }
        let form = [
            ("pairing", try hidden("pairing")), ("secret", try hidden("secret")), ("number", try hidden("number")),
            ("decision", "paired"),
        ]
        #expect(await applicant.decide([("pairing", code), ("decision", "pair")]).status == 409, "it is taken")
        #expect(await applicant.decide(form).status == 409, "nobody has confirmed")
        let stolen = form.map { $0.0 == "secret" ? ("secret", Base64URL.encode(Sodium.randomBytes(32))) : $0 }
        let path = "/v1/pairing/\(offer.string("id"))"
        #expect(await anna.get(path).string("deviceName") == "Claude, through MCP")
        #expect(await anna.post(path + "/confirmation", #"{"number":\#(try hidden("number"))}"#).status == 204)
        #expect(await applicant.decide(stolen).status == 404)
        #expect(await applicant.decide(form.dropLast() + [("decision", "allow")]).status == 401)
        #expect(await Self.standing(anna) == before)
        let returned = try Returned(await applicant.decide(form), applicant.redirect)
        let entry = await applicant.token(applicant.exchange(try #require(returned.items["code"])))
        #expect(await applicant.knock(entry.string("access_token")) == 200)
        #expect(await applicant.decide(form).status == 404, "it counts once")
        #expect(await anna.get("/v1/devices").text.components(separatedBy: "lastSeenAt").count == 3, "and no more")
    }

    /// A page of another site cannot send the form, not even to refuse.
    @Test func theFormOfAnotherPageIsNotTaken() async throws {
        let (_, _, applicant) = try await Self.begin()
        for fields in [
            "Origin: https://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n",
            "Sec-Fetch-Site: same-site\r\nOrigin: https://todo.example.org\r\n",
            "Origin: https://todo.example.org\r\nOrigin: https://evil.example\r\n",
        ] {
            for form in [Applicant.allowing(Self.email), [("decision", "refuse")]] {
                let refused = await applicant.decide(form, fields: fields)
                #expect(refused.status == 403 && refused.field("location") == nil, "\(refused.text)")
            }
        }
        let own = "Origin: https://todo.example.org\r\nSec-Fetch-Site: same-origin\r\n"
        #expect(await applicant.decide(Applicant.allowing(Self.email), fields: own).status == 303)
    }

    @Test func anAccountThatIsDisabledLetsNobodyIn() async throws {
        let (house, anna, applicant) = try await Self.begin()
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let code = try await applicant.code(from: Self.email)
        let (_, refresh) = try await applicant.letIn(by: Self.email)
        try await house.database.write("UPDATE account SET disabled_at = now() WHERE account_id = \(account)")
        #expect(await applicant.decide(Applicant.allowing(Self.email)).status == 403)
        for items in [applicant.exchange(code), applicant.refreshing(refresh)] {
            let refused = await applicant.token(items)
            #expect(refused.status == 400 && refused.string("error") == "invalid_grant")
        }
    }

    // MARK: Codes

    /// None of these changes anything, and the code is still good for whoever it is for.
    @Test func aCodeIsForWhoeverAsked() async throws {
        let (house, anna, applicant) = try await Self.begin()
        let before = await Self.standing(anna)
        let code = try await applicant.code(from: Self.email)
        let other = try await Applicant.registered(house)
        let forged = code.dropLast(2) + (code.hasSuffix("AA") ? "BA" : "AA")
        for (items, status, error) in [
            (applicant.exchange(code, "code_verifier", other.verifier), 400, "invalid_grant"),
            (applicant.exchange(code, "code_verifier", applicant.challenge), 400, "invalid_grant"),
            (applicant.exchange(code, "code_verifier", "short"), 400, "invalid_request"),
            (applicant.exchange(code, "client_id", other.client), 400, "invalid_grant"),
            (applicant.exchange(code, "client_id", "nobody"), 401, "invalid_client"),
            (applicant.exchange(code, "redirect_uri", "http://127.0.0.1:4712/callback"), 400, "invalid_grant"),
            (applicant.exchange(code, "resource", "https://other.example/mcp"), 400, "invalid_target"),
            (applicant.exchange(code, "scope", "full"), 400, "invalid_scope"),
            (applicant.exchange(code, "grant_type", "password"), 400, "unsupported_grant_type"),
            (applicant.exchange(code, "code", String(forged)), 400, "invalid_grant"),
            (applicant.exchange(code, "code", "daybook_code_nonsense"), 400, "invalid_grant"),
            (applicant.exchange(code) + [("code", code)], 400, "invalid_request"),
            (applicant.refreshing(code), 400, "invalid_grant"), ([], 401, "invalid_client"),
        ] {
            let refused = await applicant.token(items)
            #expect(refused.status == status && refused.string("error") == error, "\(items): \(refused.text)")
            #expect(refused.field("cache-control") == "no-store")
        }
        #expect(await Self.standing(anna) == before)
        #expect(await applicant.token(applicant.exchange(code)).status == 200)
    }

    @Test func aCodeIsGoodOnce() async throws {
        let (_, _, applicant) = try await Self.begin()
        let code = try await applicant.code(from: Self.email)
        let first = await applicant.token(applicant.exchange(code))
        #expect(first.status == 200 && first.number("expires_in") == 3600)
        #expect(await applicant.knock(first.string("access_token")) == 200)
        // Who saw the code and not the verifier ends nothing by showing it.
        let seen = await applicant.token(
            applicant.exchange(code, "code_verifier", String(repeating: "x", count: 43)))
        #expect(seen.string("error") == "invalid_grant")
        #expect(await applicant.knock(first.string("access_token")) == 200)
        // Who has both is one of two, and nobody knows which of them it should be.
        let again = await applicant.token(applicant.exchange(code))
        #expect(again.status == 400 && again.string("error") == "invalid_grant")
        await eventually { await applicant.knock(first.string("access_token")) == 401 }
        let refreshed = await applicant.token(applicant.refreshing(first.string("refresh_token")))
        #expect(refreshed.string("error") == "invalid_grant")
    }

    @Test func ofTwoWhoBringACodeAtOnceOneComesIn() async throws {
        let (_, _, applicant) = try await Self.begin()
        let code = try await applicant.code(from: Self.email)
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { await applicant.token(applicant.exchange(code)).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 400, 400, 400])
    }

    @Test func aCodeIsOverAfterAMinute() async throws {
        let (house, anna, applicant) = try await Self.begin()
        let before = await Self.standing(anna)
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let code = try await applicant.code(from: Self.email)
        let left = try await house.database.read(
            of: account,
            "SELECT ends_at - created_at <= interval '1 minute' FROM assistant_grant WHERE account_id = \(account)")
        #expect(try left.first?.decode(0, as: Bool.self) == true)
        try await house.database.write(
            of: account, "UPDATE assistant_grant SET ends_at = now() WHERE account_id = \(account)")
        let late = await applicant.token(applicant.exchange(code))
        #expect(late.status == 400 && late.string("error") == "invalid_grant")
        #expect(await Self.standing(anna) == before)
    }

    /// Nothing that lets somebody in lies in the database.
    @Test func onlyDigestsAreStored() async throws {
        let (house, anna, applicant) = try await Self.begin()
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let code = try await applicant.code(from: Self.email)
        let entry = await applicant.token(applicant.exchange(code))
        let stored = try await house.database.read(
            of: account, "SELECT assistant_grant::text FROM assistant_grant WHERE account_id = \(account)"
        ).decode(String.self).joined()
        for text in [code, entry.string("access_token"), entry.string("refresh_token")] {
            let secret = try #require(Base64URL.decode(text.suffix(86))).suffix(32)
            #expect(!stored.contains(Hexadecimal.text(Array(secret))))
        }
        #expect(!stored.contains("Claude") && !stored.contains("4711"))
    }

    @Test func anAccountWithoutRoomForADeviceLetsNobodyIn() async throws {
        let house = try await Self.open("read", ["DAYBOOK_DEVICES_PER_ACCOUNT": "1"])
        let anna = await house.claimed(Self.email).caller
        let before = await Self.standing(anna)
        let applicant = try await Applicant.registered(house)
        let refused = await applicant.token(applicant.exchange(try await applicant.code(from: Self.email)))
        #expect(refused.status == 400 && refused.string("error") == "invalid_grant")
        #expect(refused.string("error_description").contains("limit of devices"))
        #expect(await Self.standing(anna) == before)
    }

    // MARK: Refreshing

    @Test func aRefreshTokenIsAnotherAfterEachUse() async throws {
        let (house, _, applicant) = try await Self.begin()
        var (access, refresh) = try await applicant.letIn(by: Self.email)
        let other = try await Applicant.registered(house)
        let real = try #require(TokenText(refresh, prefix: AssistantGrants.refreshPrefix))
        let forged = TokenText(account: real.account, token: real.token).text(prefix: AssistantGrants.refreshPrefix)
        for (items, error) in [
            (other.refreshing(refresh), "invalid_grant"),
            (applicant.refreshing(refresh) + [("scope", "agent full")], "invalid_scope"),
            (applicant.refreshing(refresh).dropLast() + [("resource", "https://other.example/mcp")], "invalid_target"),
            (applicant.refreshing(access), "invalid_grant"), (applicant.refreshing(forged), "invalid_grant"),
        ] {
            let refused = await applicant.token(Array(items))
            #expect(refused.status == 400 && refused.string("error") == error, "\(refused.text)")
        }
        for _ in 0..<3 {
            let next = await applicant.token(applicant.refreshing(refresh))
            #expect(next.status == 200 && next.string("scope") == "agent")
            #expect(next.string("refresh_token") != refresh && next.string("access_token") != access)
            (access, refresh) = (next.string("access_token"), next.string("refresh_token"))
            #expect(await applicant.knock(access) == 200)
        }
    }

    @Test func aRefreshTokenThatComesAgainEndsItsFamily() async throws {
        let (_, anna, applicant) = try await Self.begin()
        let first = try await applicant.letIn(by: Self.email)
        let second = await applicant.token(applicant.refreshing(first.refresh))
        let access = second.string("access_token")
        #expect(await applicant.knock(access) == 200)
        let again = await applicant.token(applicant.refreshing(first.refresh))
        #expect(again.status == 400 && again.string("error") == "invalid_grant")
        await eventually { await applicant.knock(access) == 401 }
        let late = await applicant.token(applicant.refreshing(second.string("refresh_token")))
        #expect(late.string("error") == "invalid_grant")
        #expect(await !anna.get("/v1/devices").text.contains("Claude"))
    }

    @Test func aRefreshTokenThatNobodyUsedForLongIsOver() async throws {
        let (house, anna, applicant) = try await Self.begin()
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let (_, refresh) = try await applicant.letIn(by: Self.email)
        try await house.database.write(
            of: account, "UPDATE assistant_grant SET ends_at = now() WHERE account_id = \(account)")
        #expect(await applicant.token(applicant.refreshing(refresh)).string("error") == "invalid_grant")
    }

    // MARK: Giving it back

    @Test func whatIsGivenBackLetsNobodyIn() async throws {
        let (house, anna, applicant) = try await Self.begin()
        let other = try await Applicant.registered(house)
        let full = try #require(anna.token)
        for byRefresh in [true, false] {
            let (access, refresh) = try await applicant.letIn(by: Self.email)
            let token = byRefresh ? refresh : access
            let foreign = await other.send("/oauth/revoke", [("token", token), ("client_id", other.client)])
            #expect(foreign.status == 400 && foreign.string("error") == "invalid_grant")
            for unknown in [full, "nonsense", "daybook_refresh_nonsense", String(access.dropLast(4)) + "AAAA"] {
                let answer = await applicant.send(
                    "/oauth/revoke", [("token", unknown), ("client_id", applicant.client)])
                #expect(answer.status == 200)
            }
            #expect(await applicant.knock(access) == 200)
            #expect(await anna.get("/v1/account").status == 200)
            for _ in 0..<2 {
                let answer = await applicant.send("/oauth/revoke", [("token", token), ("client_id", applicant.client)])
                #expect(answer.status == 200)
            }
            await eventually { await applicant.knock(access) == 401 }
            #expect(await applicant.token(applicant.refreshing(refresh)).string("error") == "invalid_grant")
        }
        #expect(await other.send("/oauth/revoke", [("token", "x")]).string("error") == "invalid_client")
        #expect(await other.send("/oauth/revoke", [("client_id", other.client)]).string("error") == "invalid_request")
    }

    // MARK: Sizes

    @Test func whatIsHugeIsRefused() async throws {
        let (house, anna, applicant) = try await Self.begin()
        let before = await Self.standing(anna)
        let huge = String(repeating: "x", count: 20_000)
        #expect(await applicant.register(#"{"client_name":"\#(huge)"}"#).status == 413)
        #expect(await applicant.decide([("email", huge), ("decision", "allow")]).status == 413)
        #expect(await applicant.token([("code", huge)]).status == 413)
        #expect(await applicant.send("/oauth/revoke", [("token", huge)]).status == 413)
        #expect(await applicant.open(applicant.question("nothing", huge)).status == 414)
        let many = (0..<60).map { ("p\($0)", "x") }
        #expect(await applicant.token(many).string("error") == "invalid_request")
        let deep = String(repeating: "[", count: 8_000)
        #expect(await applicant.register(#"{"redirect_uris":\#(deep)"#).string("error") == "invalid_client_metadata")
        let broken = await applicant.ask(
            "POST", "/oauth/token", type: "application/x-www-form-urlencoded", "grant_type=%zz")
        #expect(broken.string("error") == "invalid_request")
        #expect(await applicant.token(applicant.exchange("x", "client_id", String(huge.prefix(5_000)))).status == 401)
        #expect(await applicant.ask("POST", "/oauth/token", type: "text/plain", "x").status == 415)
        #expect(await Self.standing(anna) == before)
        #expect(try await house.database.read("SELECT 1 FROM assistant_grant").isEmpty)
    }
}
