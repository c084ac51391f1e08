import Foundation
import Testing

/// Requests that nobody can take, of the size that anybody may send.
@Suite(.closing) struct RubbishTests {
    private let api: API
    private let token: String

    init() async throws { (api, token) = try await API.withAccount() }

    private func operations(_ count: Int) -> String {
        (0..<count).map { _ in #"{"opId":"\#(UUID().uuidString.lowercased())","id":7}"# }.joined(separator: ",")
    }

    @Test func aPushIsReadNoFartherThanItsLimit() async throws {
        // What comes behind the last operation that is taken is not even looked at.
        let long = try await api.ask("POST", "/v1/sync", token: token, "{\"ops\":[\(operations(15_000)),nonsense")
        #expect(long.status == 413 && long.code == "too_many_operations")
        let most = try await api.ask("POST", "/v1/sync", token: token, "{\"ops\":[\(operations(1000))]}")
        #expect(most.status == 200 && most.json["outcomes"].list.count == 1000)
        #expect(most.json["outcomes"].list.allSatisfy { $0["outcome"].text == "rejected" })
    }

    @Test func whoMayOnlyReadIsToldAtTheFirstOperation() async throws {
        let made = try await api.ask("POST", "/v1/tokens", token: token, #"{"label":"x","scope":"read"}"#)
        let reader = try #require(made.json["token"].text)
        let refused = try await api.ask("POST", "/v1/sync", token: reader, "{\"ops\":[{nonsense")
        #expect(refused.status == 403 && refused.code == "scope_insufficient")
        #expect(try await api.ask("POST", "/v1/sync", token: reader, #"{"ops":[]}"#).status == 200)
    }

    @Test func fieldsThatNobodyKnowsAreToldInPart() async throws {
        let fields = (0..<20_000).map { #""f\#($0)":1"# }.joined(separator: ",")
        for (method, path) in [
            ("POST", "/v1/tasks"), ("POST", "/v1/lists"), ("PATCH", "/v1/account/settings"),
            ("POST", "/v1/tasks/batch"),
        ] {
            let answer = try await api.ask(method, path, token: token, "{\"title\":\"t\",\"name\":\"n\",\(fields)}")
            #expect(answer.status == 422, "\(path)")
            #expect(answer.json["fields"].list.count == 20, "\(path)")
            #expect((answer.json["more"].number ?? 0) >= 19_980, "\(path)")
            #expect(answer.json.shown.utf8.count < 8000, "\(path)")
        }
        let push =
            #"{"ops":[{"opId":"\#(UUID().uuidString.lowercased())","entity":"task","#
            + #""id":"\#(UUID().uuidString.lowercased())","at":"2026-11-21T09:15:00.123Z","fields":{\#(fields)}}]}"#
        let answer = try await api.ask("POST", "/v1/sync", token: token, push)
        #expect(answer.status == 200 && answer.json.shown.utf8.count < 8000)
        #expect(answer.json["outcomes"][0]["outcome"].text == "rejected")
    }

    @Test func manyGesturesThatAreWrongAreToldInPart() async throws {
        let fields = (0..<20).map { #""f\#($0)":1"# }.joined(separator: ",")
        let items = (0..<500).map { _ in #"{"action":"create","fields":{"title":"t",\#(fields)}}"# }
        let answer = try await api.ask(
            "POST", "/v1/tasks/batch", token: token, #"{"tasks":[\#(items.joined(separator: ","))]}"#)
        let outcomes = answer.json["outcomes"].list
        #expect(outcomes.count == 500 && outcomes.allSatisfy { $0["outcome"].text == "refused" })
        #expect(outcomes.allSatisfy { $0["problem"]["code"].text == "invalid_fields" })
        #expect(answer.json.shown.utf8.count < 250_000)
    }
}
