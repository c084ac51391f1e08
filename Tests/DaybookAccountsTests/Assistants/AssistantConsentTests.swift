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

/// What a program may ask for, and whose answer lets it in.
@Suite(.closing) struct AssistantConsentTests {
    /// Where nobody knows who asks the browser is sent nowhere, and there is not even a link.
    @Test func aForgedQuestionLeadsNowhere() async throws {
        let (_, anna, applicant) = try await AssistantScene.begin()
        let before = await AssistantScene.standing(anna)
        var forged = [
            ("redirect_uri", "https://evil.example/callback"), ("redirect_uri", "http://127.0.0.1:4711/callback/"),
            ("redirect_uri", "http://127.0.0.1:4711/callback?x=1"), ("redirect_uri", "http://localhost:4711/callback"),
            ("redirect_uri", "http://127.0.0.1.evil.example/callback"), ("client_id", "e30"), ("client_id", "?"),
            ("client_id", nil), ("state", String(repeating: "x", count: 2049)),
        ].map { (name: String, value: String?) in applicant.question(name, value) }
        forged.append(applicant.question + [("redirect_uri", "https://evil.example/")])
        for question in forged {
            for answer in [
                await applicant.open(question),
                await applicant.decide(Applicant.allowing(AssistantScene.email), question),
            ] {
                #expect(answer.status == 400 && answer.field("location") == nil, "\(question)")
                #expect(!answer.text.contains("evil.example") && !answer.text.contains("<a href=\"http"))
            }
        }
        #expect(await AssistantScene.standing(anna) == before)
    }

    /// What cannot be asked for is told to the client, if the person goes back to it: a link alone sends nobody on.
    @Test func whatCannotBeAskedForIsRefused() async throws {
        let (_, anna, applicant) = try await AssistantScene.begin()
        let before = await AssistantScene.standing(anna)
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
                await applicant.open(question),
                await applicant.decide(Applicant.allowing(AssistantScene.email), question),
            ] {
                #expect(answer.status == 400 && answer.field("location") == nil)
                let link = try #require(answer.text.firstRange(of: "<a href=\"" + applicant.redirect))
                let address = answer.text[link.lowerBound...].dropFirst(9).prefix { $0 != "\"" }
                let returned = try Returned(String(address.replacing("&amp;", with: "&")), applicant.redirect)
                #expect(returned.items["error"] == code && returned.items["state"] == applicant.state)
                #expect(returned.items["iss"] == applicant.issuer && returned.items["code"] == nil)
            }
        }
        #expect(await AssistantScene.standing(anna) == before)
    }

    @Test func whatMayBeLeftOutMay() async throws {
        let (_, _, applicant) = try await AssistantScene.begin()
        for name in ["scope", "resource", "state", "redirect_uri"] {
            #expect(await applicant.open(applicant.question(name, nil)).status == 200, "\(name)")
        }
        for (name, value) in [
            ("resource", "HTTPS://TODO.example.org/mcp/"), ("redirect_uri", "http://127.0.0.1:9/callback"),
        ] { #expect(await applicant.open(applicant.question(name, value)).status == 200, "\(value)") }
    }

    @Test func whoRefusesLetsNobodyIn() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let before = await AssistantScene.standing(anna)
        let returned = try Returned(await applicant.decide([("decision", "refuse")]), applicant.redirect)
        #expect(returned.items["error"] == "access_denied" && returned.items["code"] == nil)
        #expect(returned.items["state"] == applicant.state && returned.items["iss"] == applicant.issuer)
        #expect(await AssistantScene.standing(anna) == before)
        #expect(try await house.database.read("SELECT 1 FROM assistant_grant").isEmpty)
    }

    @Test func onlyTheOwnerLetsSomebodyIn() async throws {
        let (_, anna, applicant) = try await AssistantScene.begin()
        let before = await AssistantScene.standing(anna)
        for form in [
            Applicant.allowing(AssistantScene.email, "not the password"), Applicant.allowing("nobody@example.org"),
            Applicant.allowing("no address"),
            Applicant.allowing(AssistantScene.email, String(repeating: "x", count: 1025)),
            [("decision", "allow")],
        ] {
            let page = await applicant.decide(form)
            #expect(page.status == 401 && page.field("location") == nil && page.text.contains("role=\"alert\""))
            #expect(!page.text.contains("not the password"))
        }
        #expect(await applicant.decide([("decision", "both")]).status == 400)
        #expect(await AssistantScene.standing(anna) == before)
        // The right password is as good as ever, and counts nothing up.
        #expect(try await applicant.letIn(by: AssistantScene.email).access.hasPrefix("daybook_"))
    }

    /// The same limits as at every sign-in: who guesses here waits there.
    @Test func whoGuessesWaits() async throws {
        let (house, _, applicant) = try await AssistantScene.begin()
        for _ in 0..<5 {
            #expect(await applicant.decide(Applicant.allowing(AssistantScene.email, "not the password")).status == 401)
        }
        // Counted as at a login, and long enough for a slow machine.
        let counted = try await house.database.write(
            "UPDATE login_guard SET blocked_until = now() + interval '1 hour' WHERE failures = 5")
        #expect(counted.affected == 1)
        let waiting = await applicant.decide(Applicant.allowing(AssistantScene.email))
        #expect(waiting.status == 429 && waiting.field("retry-after") != nil && waiting.field("location") == nil)
        let body = #"{"email":"\#(AssistantScene.email)","password":"\#(SecondFactorTests.password)"}"#
        #expect(await house.caller.post("/v1/login", body).status == 429)
    }

    @Test func aSecondFactorIsAskedFor() async throws {
        let house = try await AssistantScene.open()
        let anna = try await SecondFactorTests().owner(AssistantScene.email, in: house)
        let applicant = try await Applicant.registered(house)
        let asked = await applicant.decide(Applicant.allowing(AssistantScene.email))
        #expect(asked.status == 401 && asked.text.contains("asks for a code as well: type the one"))
        #expect(!asked.text.contains("`"))
        #expect(await applicant.decide(Applicant.allowing(AssistantScene.email, code: anna.wrong)).status == 401)
        let code = try await anna.fresh()
        #expect(await applicant.decide(Applicant.allowing(AssistantScene.email, code: code)).status == 303)
        #expect(
            await applicant.decide(Applicant.allowing(AssistantScene.email, code: code)).status == 401, "it counts once"
        )
        let sheet = try #require(anna.codes.first)
        let recovery = await applicant.decide(Applicant.allowing(AssistantScene.email, "not the password", code: sheet))
        #expect(recovery.status == 401)
        #expect(await applicant.decide(Applicant.allowing(AssistantScene.email, code: sheet)).status == 303)
        #expect(
            await applicant.decide(Applicant.allowing(AssistantScene.email, code: sheet)).status == 401,
            "it counts once")
    }

    /// Who has no password answers from a device that is in, and lets in the assistant alone.
    @Test func aDeviceThatIsInMayAnswer() async throws {
        let house = try await AssistantScene.open()
        let anna = await house.newcomer()
        let applicant = try await Applicant.registered(house)
        let before = await AssistantScene.standing(anna)
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
        #expect(await AssistantScene.standing(anna) == before)
        let returned = try Returned(await applicant.decide(form), applicant.redirect)
        let entry = await applicant.token(applicant.exchange(try #require(returned.items["code"])))
        #expect(await applicant.knock(entry.string("access_token")) == 200)
        #expect(await applicant.decide(form).status == 404, "it counts once")
        #expect(await anna.get("/v1/devices").text.components(separatedBy: "lastSeenAt").count == 3, "and no more")
    }

    /// A page of another site cannot send the form, not even to refuse.
    @Test func theFormOfAnotherPageIsNotTaken() async throws {
        let (_, _, applicant) = try await AssistantScene.begin()
        for fields in [
            "Origin: https://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n",
            "Sec-Fetch-Site: same-site\r\nOrigin: https://todo.example.org\r\n",
            "Origin: https://todo.example.org\r\nOrigin: https://evil.example\r\n",
        ] {
            for form in [Applicant.allowing(AssistantScene.email), [("decision", "refuse")]] {
                let refused = await applicant.decide(form, fields: fields)
                #expect(refused.status == 403 && refused.field("location") == nil, "\(refused.text)")
            }
        }
        let own = "Origin: https://todo.example.org\r\nSec-Fetch-Site: same-origin\r\n"
        #expect(await applicant.decide(Applicant.allowing(AssistantScene.email), fields: own).status == 303)
    }

    @Test func anAccountThatIsDisabledLetsNobodyIn() async throws {
        let (house, anna, applicant) = try await AssistantScene.begin()
        let account = try #require(Identifier(await anna.get("/v1/account").string("id")))
        let code = try await applicant.code(from: AssistantScene.email)
        let (_, refresh) = try await applicant.letIn(by: AssistantScene.email)
        try await house.database.write("UPDATE account SET disabled_at = now() WHERE account_id = \(account)")
        #expect(await applicant.decide(Applicant.allowing(AssistantScene.email)).status == 403)
        for items in [applicant.exchange(code), applicant.refreshing(refresh)] {
            let refused = await applicant.token(items)
            #expect(refused.status == 400 && refused.string("error") == "invalid_grant")
        }
    }
}
