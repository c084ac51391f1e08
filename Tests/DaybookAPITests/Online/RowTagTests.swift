import DaybookCore
import HTTP
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookHost
@testable import DaybookStore
@testable import TestAccounts

/// After a restoration from a backup the same revisions come again with other content, and nothing that a client holds
/// says so but the epoch.
@Suite(.closing) struct RowTagTests {
    private let house: LedgerHouse

    init() async throws { house = try await LedgerHouse.open() }

    @Test func aTagOfAnotherEpochNeitherHoldsNorMatches() async throws {
        let desk = try TagDesk(house, account: house.account)
        let (task, list) = ("/v1/tasks/\(Self.id.text)", "/v1/lists/\(Self.id.text)")
        #expect(try await desk.ask("PUT", task, #"{"title":"Milk"}"#).status == 201)
        #expect(try await desk.ask("PUT", list, #"{"name":"Home"}"#).status == 201)
        let changes = [
            (task, #"{"title":"Bread"}"#), (list, #"{"name":"Work"}"#),
            ("/v1/account/settings", #"{"firstWeekday":7}"#),
        ]
        for (path, change) in changes {
            let old = try await desk.tag(of: path)
            #expect(try await desk.ask("GET", path, fields: ["if-none-match": old]).status == 304)
            try await Self.beginEpoch(house)
            #expect(try await desk.ask("GET", path, fields: ["if-none-match": old]).status == 200)
            let refused = try await desk.ask("PATCH", path, change, fields: ["if-match": old])
            #expect(refused.status == 412 && refused.tag != old, "\(path)")
            let now = try await desk.tag(of: path)
            #expect(refused.tag == now)
            let changed = try await desk.ask("PATCH", path, change, fields: ["if-match": now])
            #expect(changed.status == 200 && changed.tag != now, "\(path)")
            #expect(try await desk.tag(of: path) == changed.tag)
        }
    }

    @Test func aCollectionsTagIsOfItsEpoch() async throws {
        let desk = try TagDesk(house, account: house.account)
        #expect(try await desk.ask("PUT", "/v1/tasks/\(Self.id.text)", #"{"title":"Milk"}"#).status == 201)
        for path in ["/v1/tasks", "/v1/lists", "/v1/search?q=milk"] {
            let old = try await desk.tag(of: path)
            #expect(try await desk.ask("GET", path, fields: ["if-none-match": old]).status == 304, "\(path)")
            try await Self.beginEpoch(house)
            #expect(try await desk.ask("GET", path, fields: ["if-none-match": old]).status == 200, "\(path)")
        }
    }

    @Test func theSettingsOfTwoAccountsHaveTwoTags() async throws {
        let other = Identifier(high: 0xACC, low: 2)
        try await house.database.transaction(of: other) { transaction in
            try await transaction.commit(after: NewAccount().statements(other, .now(), spread: transaction.isSpread))
        }
        let tag = try await TagDesk(house, account: house.account).tag(of: "/v1/account/settings")
        let answer = try await TagDesk(house, account: other).ask(
            "GET", "/v1/account/settings", fields: ["if-none-match": tag])
        #expect(answer.status == 200 && answer.tag != tag)
    }

    /// What is answered for a key that came again has the tag under which the row is found.
    @Test func aRepeatedRequestHasATagThatHolds() async throws {
        let desk = try TagDesk(house, account: house.account)
        let path = "/v1/tasks/\(Self.id.text)"
        let first = try await desk.ask("PUT", path, #"{"title":"Milk"}"#)
        let again = try await desk.ask("PUT", path, #"{"title":"Milk"}"#)
        #expect(first.status == 201 && again.status == 201 && again.tag == first.tag)
        #expect(try await desk.tag(of: path) == first.tag)
    }

    private static let id = Identifier(high: 0x7A5C_0000_0000_4000, low: 0x8000_0000_0000_0001)

    private static func beginEpoch(_ house: LedgerHouse) async throws {
        try await house.database.write(
            "UPDATE instance SET epoch = \(Identifier.random()), epoch_began_at = \(Instant.now())")
    }
}

/// The routes whose answers have tags of rows, asked by one account.
private struct TagDesk {
    private let router: Router

    init(_ house: LedgerHouse, account: Identifier) throws {
        let database = house.database
        let changes = OnlineChanges(database, house.ledger)
        let principal = Principal(account: account, device: house.devices[0], token: house.devices[0], scope: .full)
        var routes = Routes()
        routes.get("/v1/tasks") { try await ReadPage<TaskItem>(database: database).answer($0, principal) }
        routes.get("/v1/tasks/:id") { try await ReadRow<TaskItem>(database: database).answer($0, principal) }
        routes.put("/v1/tasks/:id") { try await PutRow(change: TaskChange(changes: changes)).answer($0, principal) }
        routes.patch("/v1/tasks/:id") { try await PatchRow(change: TaskChange(changes: changes)).answer($0, principal) }
        routes.get("/v1/lists") { try await ReadPage<TaskList>(database: database).answer($0, principal) }
        routes.get("/v1/lists/:id") { try await ReadRow<TaskList>(database: database).answer($0, principal) }
        routes.put("/v1/lists/:id") { try await PutRow(change: ListChange(changes: changes)).answer($0, principal) }
        routes.patch("/v1/lists/:id") { try await PatchRow(change: ListChange(changes: changes)).answer($0, principal) }
        routes.get("/v1/account/settings") { try await ReadSettings(database: database).answer($0, principal) }
        routes.patch("/v1/account/settings") { try await PatchSettings(changes: changes).answer($0, principal) }
        routes.get("/v1/search") { try await SearchTasks(search: Search(database: database)).answer($0, principal) }
        router = try routes.router()
    }

    func ask(
        _ method: String, _ target: String, _ body: String? = nil, fields: KeyValuePairs<String, String> = [:]
    ) async throws -> (status: Int, tag: String?) {
        let content = body.map { RequestBody(Array($0.utf8)) } ?? .empty
        let response: Response
        do {
            response = try await router.answer(Request(method, target, fields: fields, body: content))
        } catch let problem as Problem {
            response = problem.response
        }
        return (Int(response.status.code), response.fields["etag"])
    }

    func tag(of path: String) async throws -> String {
        let answer = try await ask("GET", path)
        return try #require(answer.tag)
    }
}
