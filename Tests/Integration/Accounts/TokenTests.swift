import Foundation
import TestWire
import Testing

@Suite(.closing) struct TokenTests {
    @Test func aTokenCountsInItsFieldAndNowhereElse() async throws {
        let api = try await API.serving()
        let (account, device, token) = try await api.newAccount()
        let overview = try await api.ask("GET", "/v1/account", token: token)
        #expect(overview.status == 200)
        #expect(overview.json["id"].text == account)
        #expect(overview.json["counts"]["devices"].number == 1)
        for path in [
            "/v1/account?token=\(token)", "/v1/account?access_token=\(token)",
            "/v1/account?authorization=Bearer%20\(token)",
        ] {
            let refused = try await api.ask("GET", path)
            #expect(refused.statusAndCode == "401 unauthenticated")
            #expect(refused.field("www-authenticate") == "Bearer realm=\"daybook\"")
        }
        // Every byte of it counts: each is changed in turn.
        for place in stride(from: 8, to: token.count, by: 7) {
            var wrong = Array(token.utf8)
            wrong[place] = wrong[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let text = String(decoding: wrong, as: UTF8.self)
            #expect(try await api.ask("GET", "/v1/account", token: text).status == 401, "\(place)")
        }
        #expect(try await api.ask("GET", "/v1/account", token: token + "A").status == 401)
        let list = try await api.ask("GET", "/v1/tokens", token: token).json["tokens"]
        #expect(list.list.count == 1)
        #expect(list[0]["current"].flag == true)
        #expect(list[0]["device"]["id"].text == device)
        #expect(await api.program.stop() == 0)
        #expect(await !api.program.allComplaints().contains(token))
    }

    @Test func scopesReachWhatTheyAreForAndEndWithTheirTime() async throws {
        let (api, token) = try await API.withAccount()
        for scope in ["full", "read", "capture", "agent", "agent_read"] {
            let made = try await api.ask(
                "POST", "/v1/tokens", token: token, #"{"label":"My \#(scope)","scope":"\#(scope)"}"#)
            #expect(made.status == 201)
            let text = try #require(made.json["token"].text)
            #expect(made.json["device"]["name"].text == "My \(scope)")
            let own = try await api.ask("GET", "/v1/tokens", token: text)
            #expect(own.status == (scope == "full" ? 200 : 403))
            if scope != "full" { #expect(own.code == "scope_insufficient") }
            let read = try await api.ask("GET", "/v1/account", token: text)
            #expect(read.status == (scope == "full" || scope == "read" ? 200 : 403))
        }
        // A browser that has once been told a token as a password would send it along by itself.
        let basic = Data("anybody:\(token)".utf8).base64EncodedString()
        let typed = try await api.ask("GET", "/v1/account", fields: "Authorization: Basic \(basic)\r\n")
        #expect(typed.status == 401 && typed.code == "unauthenticated")
        // What arrives when that time has passed is refused, so a slow machine gets more of it.
        var brief: API.Answer?
        for seconds in [3.0, 10, 40] where brief?.status != 201 {
            let soon = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: seconds))
            brief = try await api.ask(
                "POST", "/v1/tokens", token: token, #"{"label":"Brief","scope":"read","expiresAt":"\#(soon)"}"#)
        }
        let text = try #require(brief?.json["token"].text)
        await eventually { (try? await api.ask("GET", "/v1/account", token: text).status) == 401 }
        // A calendar program's password is one, and lets nobody see the account itself.
        let calendar = try await api.ask("POST", "/v1/tokens", token: token, #"{"label":"x","scope":"caldav"}"#)
        let password = Data("anna:\(calendar.json["token"].text ?? "")".utf8).base64EncodedString()
        #expect(calendar.status == 201)
        let own = try await api.ask("GET", "/v1/account", fields: "Authorization: Basic \(password)\r\n")
        #expect(own.status == 401)
        for body in [
            #"{"label":"x","scope":"all"}"#, #"{"scope":"read"}"#,
            #"{"label":"","scope":"read"}"#,
            #"{"label":"x","scope":"read","expiresAt":"2001-01-01T00:00:00Z"}"#,
        ] {
            #expect(try await api.ask("POST", "/v1/tokens", token: token, body).code == "invalid_fields", "\(body)")
        }
    }

    @Test func aRevokedTokenTakesItsAppAlong() async throws {
        let (api, token) = try await API.withAccount()
        let made = try await api.ask("POST", "/v1/tokens", token: token, #"{"label":"Script","scope":"full"}"#)
        let (id, text) = (try #require(made.json["id"].text), try #require(made.json["token"].text))
        #expect(try await api.ask("GET", "/v1/devices", token: text).json["devices"].list.count == 2)
        #expect(try await api.ask("DELETE", "/v1/tokens/\(id)", token: token).status == 204)
        #expect(try await api.ask("GET", "/v1/devices", token: text).status == 401)
        #expect(try await api.ask("GET", "/v1/devices", token: token).json["devices"].list.count == 1)
        #expect(try await api.ask("DELETE", "/v1/tokens/\(id)", token: token).status == 404)
        #expect(try await api.ask("DELETE", "/v1/tokens/none", token: token).code == "malformed_parameter")
    }

    @Test func aRotationWhoseAnswerIsLostLocksNobodyOut() async throws {
        let api = try await API.serving()
        let (_, _, first) = try await api.newAccount()
        func rotate(_ token: String) async throws -> API.Answer {
            try await api.ask("POST", "/v1/tokens/current/rotation", token: token)
        }
        let lost = try #require(try await rotate(first).json["token"].text)
        #expect(try await api.ask("GET", "/v1/account", token: first).status == 200, "within the grace")
        // Asked again with what it has, it gets another; the one that was lost is worth nothing.
        let second = try #require(try await rotate(first).json["token"].text)
        #expect(second != lost)
        #expect(try await api.ask("GET", "/v1/account", token: lost).status == 401)
        // The new one arrives, which ends the old one: at once for rotations, within a minute for what is remembered.
        #expect(try await api.ask("GET", "/v1/account", token: second).status == 200)
        #expect(try await rotate(first).status == 401)
        let third = try #require(try await rotate(second).json["token"].text)
        #expect(try await api.ask("GET", "/v1/account", token: third).status == 200)
        let tokens = try await api.ask("GET", "/v1/tokens", token: third).json["tokens"].list
        #expect(tokens.count == 1, "it is the same token of the same device")
    }
}
