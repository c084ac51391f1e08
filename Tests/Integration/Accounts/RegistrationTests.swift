import TestPostgres
import Testing

@Suite(.closing) struct RegistrationTests {
    @Test func anAccountBeginsWithNothingAtAll() async throws {
        let api = try await API.serving()
        let answer = try await api.ask("POST", "/v1/accounts", "")
        #expect(answer.status == 201)
        #expect(answer.json["account"]["claimed"].flag == false)
        #expect(answer.json["device"]["name"].text == "Device")
        #expect(answer.json["token"].text?.hasPrefix("daybook_") == true)
        #expect(answer.field("cache-control") == "no-store")
        let told = try await api.ask(
            "POST", "/v1/accounts",
            #"{"timeZone":"Europe/Berlin","deviceName":"  Anna's phone "}"#)
        #expect(told.json["device"]["name"].text == "Anna's phone")
        #expect(told.json["account"]["id"] != answer.json["account"]["id"])
        #expect(try await api.ask("POST", "/v1/accounts", "{}").status == 201)
    }

    /// What a page of any web site can have its visitors send: no content type, or one of those that need no leave.
    @Test(arguments: ["", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n"])
    func aWebPageCannotUseItsVisitorsUp(field: String) async throws {
        let api = try await API.serving(
            nil, ["DAYBOOK_REGISTRATIONS_PER_ADDRESS": "1", "DAYBOOK_LOGINS_PER_ADDRESS": "1"])
        for path in ["/v1/accounts", "/v1/login"] {
            for _ in 0..<3 {
                let fields = "\(field)Origin: https://elsewhere.example\r\nContent-Length: 0\r\n"
                let answer = try await api.ask("POST", path, fields: fields)
                #expect(answer.status == 415 && answer.code == "unsupported_media_type", "\(path) \(answer.head)")
            }
        }
        // Nothing was counted.
        #expect(try await api.ask("POST", "/v1/accounts", "{}").status == 201)
    }

    @Test func badInputIsAProblemWithACode() async throws {
        let api = try await API.serving()
        for (body, status, code) in [
            (#"{"timeZone":"Mars/Olympus"}"#, 422, "invalid_fields"), (#"{"timeZone":"GMT+5"}"#, 422, "invalid_fields"),
            (#"{"deviceName":""}"#, 422, "invalid_fields"), (#"{"deviceName":"a\u0000b"}"#, 422, "invalid_fields"),
            (#"{"deviceName":7}"#, 422, "invalid_fields"), ("[", 400, "malformed_json"), ("{", 400, "malformed_json"),
            ("{} {}", 400, "malformed_json"), (#"{"timeZone":"UTC","timeZone":"UTC"}"#, 400, "malformed_json"),
        ] {
            let answer = try await api.ask("POST", "/v1/accounts", body)
            #expect(answer.status == status, "\(body)")
            #expect(answer.code == code, "\(body)")
            #expect(answer.field("content-type") == "application/problem+json")
        }
    }

    /// By what the server says beside its log, once, and to nobody who comes later.
    @Test func theOwnerComesInFirst() async throws {
        let url = try await migratedDatabase.copy()
        let settings = ["DAYBOOK_REGISTRATION": "invite"]
        let told = "the owner's invitation"
        func code(_ program: Program) async throws -> String {
            let line = try #require(await program.line(containing: told))
            return String(try #require(line.split(separator: " ").last))
        }
        // Every process and every start tell the same one.
        let (one, two) = (try await API.serving(url, settings), try await API.serving(url, settings))
        let invitation = try await code(one.program)
        #expect(try await code(two.program) == invitation)
        #expect(try await one.ask("POST", "/v1/accounts", "{}").code == "invite_required")
        let body = #"{"invite":"\#(invitation)"}"#
        #expect(try await two.ask("POST", "/v1/accounts", body).status == 201)
        #expect(try await one.ask("POST", "/v1/accounts", body).code == "invite_refused")
        for api in [one, two] {
            #expect(await api.program.stop() == 0)
            // The log itself holds nothing that gives access.
            #expect(await !api.program.allComplaints().contains(invitation))
        }
        let later = try await API.serving(url, settings)
        #expect(await later.program.stop() == 0)
        #expect(await !later.program.allOutput().contains(told))
    }

    @Test func aClosedServerTakesNobodyAndAnotherTakesThreeAnHour() async throws {
        let url = try await migratedDatabase.copy()
        let closed = try await API.serving(url, ["DAYBOOK_REGISTRATION": "closed"])
        #expect(try await closed.ask("POST", "/v1/accounts", "").code == "registration_closed")
        #expect(await closed.program.stop() == 0)
        // Two processes count together.
        let settings = ["DAYBOOK_REGISTRATIONS_PER_ADDRESS": "3"]
        let one = try await API.serving(url, settings)
        let two = try await API.serving(url, settings)
        for api in [one, two, one] { #expect(try await api.ask("POST", "/v1/accounts", "").status == 201) }
        for api in [one, two] {
            let refused = try await api.ask("POST", "/v1/accounts", "")
            #expect(refused.statusAndCode == "429 rate_limited")
            #expect(try #require(refused.field("retry-after").flatMap { Int($0) }) > 3500)
        }
    }
}
