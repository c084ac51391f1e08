import Foundation
import Seeds
import TestPostgres
import TestWire
import Testing

/// A server that is killed in the middle of what must not be half done.
@Suite(.closing) struct KilledServerTests {
    private let settings = [
        "DAYBOOK_PASSWORD_MEMORY": "8MiB", "DAYBOOK_PASSWORD_PASSES": "1", "DAYBOOK_LOGINS_PER_ADDRESS": "0",
    ]

    private static let tasks = Proofs.scale(gate: 500, proof: 2000)

    private func fill(_ api: API, _ token: String, tasks count: Int) async throws {
        for start in stride(from: 0, to: count, by: 100) {
            let creations = (start..<start + 100).map { #"{"action":"create","fields":{"title":"Task \#($0)"}}"# }
            let body = #"{"tasks":[\#(creations.joined(separator: ","))]}"#
            let answer = try await api.ask("POST", "/v1/tasks/batch", token: token, body)
            #expect(answer.status == 200)
        }
    }

    /// Asks until there is an answer, and kills the server under the question again and again.
    private func insist(
        _ api: inout API, _ url: String, _ method: String, _ path: String, token: String, _ body: String
    ) async throws -> API.Answer {
        var kills = 0
        var random = RandomSeed.generator("kills under \(method) \(path)")
        while true {
            let asked = api
            let question = Task { try await asked.ask(method, path, token: token, body) }
            if kills < 6 {
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...250, using: &random)))
                asked.program.signal(SIGKILL)
            }
            let answer = try? await question.value
            if let answer, answer.status != 503, answer.status != 429 {
                print("\(method) \(path) answered after \(kills) kills")
                if kills < 6 {
                    _ = await asked.program.end()
                    api = try await .serving(url, settings)
                }
                return answer
            }
            if kills < 6 {
                _ = await asked.program.end()
                api = try await .serving(url, settings)
                kills += 1
            }
            // Every attempt that the server did not survive was one at the password, and after five of them there are
            // waits.
            if let wait = answer?.field("retry-after").flatMap({ Int($0) }) {
                try await Task.sleep(for: .seconds(wait))
            }
        }
    }

    @Test func aMergeIsDoneOnceHoweverOftenTheServerIsKilled() async throws {
        let url = try await migratedDatabase.copy()
        var api = try await API.serving(url, settings)
        let anna = try await api.newAccount()
        let login = #""email":"anna@example.org","password":"seven bells and a whistle""#
        #expect(try await api.ask("POST", "/v1/account/claim", token: anna.token, "{\(login)}").status == 201)
        let phone = try await api.newAccount()
        try await fill(api, phone.token, tasks: Self.tasks)

        let entered = try await insist(&api, url, "POST", "/v1/login", token: phone.token, #"{\#(login),"merge":true}"#)
        #expect(entered.status == 200)
        #expect(entered.json["account"]["id"].text == anna.account)
        #expect(entered.json["device"]["id"].text == phone.device)
        let token = try #require(entered.json["token"].text)
        let account = try await api.ask("GET", "/v1/account", token: token)
        #expect(account.json["counts"]["tasks"].number == Self.tasks)
        #expect(account.json["revision"].number == Self.tasks, "every operation is there once")
        // What the device had not sent yet goes on with the new token.
        let added = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"One more"}"#)
        #expect(added.status == 201)
        #expect(try await api.ask("GET", "/v1/account", token: phone.token).statusAndCode == "401 account_merged")
    }

    @Test func aDeletionIsFinishedByWhoeverFindsIt() async throws {
        let url = try await migratedDatabase.copy()
        var api = try await API.serving(url, settings)
        let somebody = try await api.newAccount()
        try await fill(api, somebody.token, tasks: Self.tasks)
        // The answer is the receipt, or that nobody is there any more.
        let answer = try await insist(
            &api, url, "DELETE", "/v1/account", token: somebody.token, #"{"confirm":"\#(somebody.account)"}"#)
        #expect(answer.status == 200 || answer.status == 401)
        #expect(try await api.ask("GET", "/v1/account", token: somebody.token).status == 401)
        // Left deletions are taken up after half a minute without work on them; here somebody does not want to wait.
        let name = TestPostgres.shared.name(of: url)
        try TestPostgres.shared.execute(
            "UPDATE deletion SET worked_at = '-infinity' WHERE finished_at IS NULL", database: name)
        // Divides by zero while there is still a row.
        let check =
            "SELECT 1 / (SELECT (count(*) = 0)::int FROM (SELECT 1 FROM task UNION ALL SELECT 1 FROM change UNION ALL SELECT 1 FROM account) AS row)"
        while (try? TestPostgres.shared.execute(check, database: name)) == nil {
            try await Task.sleep(for: .milliseconds(200))
        }
    }
}
