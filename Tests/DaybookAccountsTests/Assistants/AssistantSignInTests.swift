import DaybookCore
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
    @Test func whatIsToldOfItIsTrue() async throws {
        let house = try await AssistantScene.open()
        let stranger = Applicant(port: house.port)
        let refused = await stranger.ask("POST", "/mcp", type: "application/json", "{}")
        let challenge = try #require(refused.field("www-authenticate"))
        #expect(refused.status == 401)
        #expect(
            challenge == """
                Bearer realm="daybook", scope="agent agent_read", \
                resource_metadata="https://todo.example.org/.well-known/oauth-protected-resource/mcp"
                """)
        for path in ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"] {
            let resource = await stranger.ask("GET", path)
            #expect(resource.status == 200)
            #expect(resource.string("resource") == "https://todo.example.org/mcp")
            #expect(resource.strings("authorization_servers") == ["https://todo.example.org"])
            #expect(resource.strings("scopes_supported") == ["agent", "agent_read"])
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
        #expect(
            other.field("www-authenticate")?.contains("error=\"insufficient_scope\", scope=\"agent agent_read\", ")
                == true)
    }

    @Test func withoutTheSettingNoneOfItIsThere() async throws {
        let stranger = Applicant(port: try await AssistantScene.open("off").port)
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
        let (_, anna, applicant) = try await AssistantScene.begin()
        let offered = await anna.post("/v1/pairing")
        #expect(offered.status == 201)
        let code = try await applicant.code(from: AssistantScene.email)
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
        _ = await house.claimed(AssistantScene.email)
        for name in ["127.0.0.1:\(house.port)", "localhost:\(house.port)"] {
            var applicant = try await Applicant.registered(house)
            (applicant.host, applicant.issuer) = (name, "http://\(name)")
            let told = await applicant.ask("GET", "/.well-known/oauth-authorization-server")
            #expect(told.string("issuer") == "http://\(name)")
            let (access, _) = try await applicant.letIn(by: AssistantScene.email)
            #expect(await applicant.knock(access) == 200)
        }
        for name in ["todo.example.org", "192.0.2.7"] {
            var applicant = try await Applicant.registered(house)
            applicant.host = name
            let told = await applicant.ask("GET", "/.well-known/oauth-authorization-server")
            #expect(told.statusAndCode == "421 host_not_allowed")
            #expect(await applicant.open().status == 400)
            let refused = await applicant.ask("POST", "/mcp", type: "application/json", "{}")
            #expect(refused.field("www-authenticate") == "Bearer realm=\"daybook\", scope=\"agent agent_read\"")
        }
    }

    @Test func whoIsLetInIsADeviceLikeAny() async throws {
        let (_, anna, applicant) = try await AssistantScene.begin()
        let page = await applicant.open()
        #expect(page.status == 200 && page.text.contains("<strong>Claude</strong>"))
        #expect(page.text.contains("<code>127.0.0.1:4711</code>") && page.text.contains("Add, change, complete"))
        let (access, refresh) = try await applicant.letIn(by: AssistantScene.email)
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
        let (_, _, applicant) = try await AssistantScene.begin("read")
        let page = await applicant.open().text
        #expect(page.contains("Not: change anything") && !page.contains("Add, change, complete"))
        #expect(!page.contains("read alone"), "there is nothing to choose")
    }

    /// The page can be framed by nobody and leads nowhere but to the client, and words of strangers are no markup.
    @Test func thePageIsOnlyItself() async throws {
        let (house, _, _) = try await AssistantScene.begin()
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

    @Test func whoRegistersGetsAnIdAndNothingIsKept() async throws {
        let house = try await AssistantScene.open()
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
        #expect(first.string("scope") == "agent agent_read")
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
}
