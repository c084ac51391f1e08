import Foundation
import TestPostgres
import TestWire
import Testing

/// One request under one key, sent many times: at once, by way of two server processes, and once more when much has
/// happened.
@Suite(.closing) struct RepeatedRequestTests {
    private let apis: [API]
    private let token: String

    init() async throws {
        let url = try await migratedDatabase.copy()
        apis = [try await API.serving(url), try await API.serving(url)]
        token = try await apis[0].newAccount().token
    }

    static let rounds = 12

    /// Status and body of every copy.
    private func copies(
        _ count: Int = 6, of method: String, _ path: String, _ body: String?, key: String
    ) async throws -> Set<String> {
        Set(
            try await atOnce(0..<count) { copy in
                let answer = try await apis[copy % apis.count].ask(
                    method, path, token: token, body, fields: "Idempotency-Key: \(key)\r\n")
                return "\(answer.status) \(answer.json.shown)"
            })
    }

    /// The operation of the newest line.
    private func lastChange() async throws -> String {
        try #require(try await apis[0].ask("GET", "/v1/history?limit=1", token: token).json["entries"][0]["opId"].text)
    }

    @Test func undoing() async throws {
        for round in 0..<Self.rounds {
            let api = apis[0]
            let made = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"A","notes":"n"}"#)
            let id = try #require(made.json["id"].text)
            _ = try await api.ask("PATCH", "/v1/tasks/\(id)", token: token, #"{"title":"B","notes":"m"}"#)
            let change = try await lastChange()
            // One field goes back, the other was changed since and is kept.
            _ = try await api.ask("PATCH", "/v1/tasks/\(id)", token: token, #"{"notes":"k"}"#)
            let path = "/v1/history/\(change)/undo"
            var answers = try await copies(of: "POST", path, nil, key: "undo\(round)")
            _ = try await api.ask("PATCH", "/v1/tasks/\(id)", token: token, #"{"title":"C","notes":"l"}"#)
            answers.formUnion(try await copies(1, of: "POST", path, nil, key: "undo\(round)"))
            #expect(answers.count == 1, "\(answers)")
            #expect(answers.first?.contains(#""field":"notes""#) == true, "\(answers)")
        }
    }

    /// Nothing is left to take back: that is an answer, too, and stays it.
    @Test func undoingWhatIsUndone() async throws {
        let api = apis[0]
        let id = try #require(try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"A"}"#).json["id"].text)
        _ = try await api.ask("PATCH", "/v1/tasks/\(id)", token: token, #"{"title":"B"}"#)
        let path = "/v1/history/\(try await lastChange())/undo"
        _ = try await api.ask("PATCH", "/v1/tasks/\(id)", token: token, #"{"title":"C"}"#)
        var answers = try await copies(of: "POST", path, nil, key: "k")
        _ = try await api.ask("DELETE", "/v1/tasks/\(id)", token: token)
        answers.formUnion(try await copies(1, of: "POST", path, nil, key: "k"))
        #expect(answers.count == 1, "\(answers)")
        #expect(answers.first?.contains(#""undone":[]"#) == true, "\(answers)")
    }

    @Test(arguments: ["account", "list"])
    func restoring(_ extent: String) async throws {
        let api = apis[0]
        for round in 0..<Self.rounds {
            let list = try #require(
                try await api.ask("POST", "/v1/lists", token: token, #"{"name":"L"}"#).json["id"].text)
            let (old, new) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
            let before = try await api.ask(
                "PUT", "/v1/tasks/\(old)", token: token, #"{"title":"A","listId":"\#(list)"}"#)
            let revision = try #require(before.json["revision"].number)
            _ = try await api.ask("PATCH", "/v1/tasks/\(old)", token: token, #"{"title":"B","notes":"n"}"#)
            _ = try await api.ask("PUT", "/v1/tasks/\(new)", token: token, #"{"title":"C","listId":"\#(list)"}"#)
            let path = extent == "list" ? "/v1/lists/\(list)/restoration" : "/v1/account/restoration"
            let body = #"{"to":\#(revision)}"#
            var answers = try await copies(of: "POST", path, body, key: "back\(round)")
            _ = try await api.ask("POST", "/v1/tasks/\(new)/restore", token: token)
            _ = try await api.ask("PATCH", "/v1/tasks/\(old)", token: token, #"{"title":"D","listId":null}"#)
            answers.formUnion(try await copies(1, of: "POST", path, body, key: "back\(round)"))
            #expect(answers.count == 1, "\(answers)")
            #expect(answers.first?.hasPrefix("200 ") == true, "\(answers)")
            #expect(answers.first?.contains(#""tasks":2"#) == true, "\(answers)")
            // The late copy did nothing once more.
            let title = try await api.ask("GET", "/v1/tasks/\(old)", token: token).json["title"].text
            #expect(title == "D")
        }
    }

    /// What must be confirmed before it is done must not be asked for again when it is done.
    @Test func restoringThatHadToBeConfirmed() async throws {
        for start in [0, 60] {
            let items = (start..<start + 60).map { #"{"action":"create","fields":{"title":"\#($0)"}}"# }
            _ = try await apis[0].ask(
                "POST", "/v1/tasks/batch", token: token, #"{"tasks":[\#(items.joined(separator: ","))]}"#)
        }
        let body = #"{"to":60}"#
        var answers = try await copies(of: "POST", "/v1/account/restoration", body, key: "k")
        answers.formUnion(try await copies(1, of: "POST", "/v1/account/restoration", body, key: "k"))
        #expect(answers.count == 1 && answers.first?.hasPrefix("200 ") == true, "\(answers)")
    }

    @Test func settings() async throws {
        for round in 0..<Self.rounds {
            let body = #"{"dayStart":"0\#(round % 10):30"}"#
            let path = "/v1/account/settings"
            var answers = try await copies(of: "PATCH", path, body, key: "set\(round)")
            _ = try await apis[1].ask("PATCH", path, token: token, #"{"dayStart":"04:\#(10 + round)"}"#)
            answers.formUnion(try await copies(1, of: "PATCH", path, body, key: "set\(round)"))
            #expect(answers.count == 1, "\(answers)")
        }
    }

    /// Refused in part: what the first copy could not do, no other does.
    @Test func batches() async throws {
        let api = apis[0]
        for round in 0..<Self.rounds {
            let id = UUID().uuidString.lowercased()
            let body =
                #"{"tasks":[{"action":"start","id":"\#(id)"},{"action":"create","id":"\#(id)","fields":{"title":"A"}},"#
                + #"{"action":"complete","id":"\#(id)"}]}"#
            _ = try await copies(of: "POST", "/v1/tasks/batch", body, key: "batch\(round)")
            let lines = try await api.ask("GET", "/v1/history?task=\(id)", token: token).json["entries"].list
            #expect(lines.count == 2, "round \(round)")
        }
    }
}
