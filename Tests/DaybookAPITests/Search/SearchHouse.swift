import DaybookCore
import Foundation
import HTTP
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

/// The search of one account, with tasks put in through the ledger.
struct SearchHouse {
    let house: LedgerHouse
    private(set) var count: UInt64 = 0
    /// What one search may do. Unless a test is about its time, it has enough of it on any machine.
    var bounds = SearchBounds(patience: .seconds(60), foldingPatience: .seconds(60))

    /// Who asks does so at the door of assistants.
    var isAssistant = false

    init(_ house: LedgerHouse) { self.house = house }

    @discardableResult
    mutating func add(
        _ title: String, notes: String? = nil, _ more: [JSONMember] = [], at: Instant? = nil
    ) async throws -> Identifier {
        count += 1
        let id = Identifier(high: 0x5EA, low: count)
        let fields = [JSONMember("title", .string(title)), JSONMember("notes", notes.map { .string($0) } ?? .null)]
        // Later ones are changed later.
        let made = at ?? Instant(milliseconds: 1_780_000_000_000 + Int64(count) * 1000)
        try await push(
            [
                SyncOperation(
                    opId: .random(), id: id, at: HybridTime(made, device: house.devices[0]), fields: fields + more)
            ])
        return id
    }

    mutating func push(_ operations: [SyncOperation]) async throws {
        _ = try await house.ledger.push(Push(operations: operations), to: house.account)
    }

    func tasks() async throws -> [TaskItem] {
        try await house.database.read(
            of: house.account, "SELECT \(TaskItem.columns) FROM task WHERE account_id = \(house.account)"
        ).map { try TaskItem($0) }
    }

    func ask(_ query: String, _ more: String = "", of account: Identifier? = nil) async throws -> JSONValue {
        let device = house.devices[0]
        let person = Principal(account: account ?? house.account, device: device, token: device, scope: .full)
        let principal = isAssistant ? person.asAssistant : person
        let q = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let response = try await SearchTasks(search: Search(database: house.database, bounds: bounds)).answer(
            Request("GET", "/v1/search?q=\(q)\(more)"), principal)
        guard case .bytes(let bytes) = response.body else { return .null }
        let answer = try JSONValue(json: bytes)
        #expect((response.fields["etag"] == nil) == (answer["isBehind"] == true), "only what is whole has a tag")
        return answer
    }

    func titles(_ query: String, _ more: String = "") async throws -> [String] {
        guard case .array(let hits)? = try await ask(query, more)["hits"] else { return [] }
        return hits.compactMap { hit in if case .string(let title)? = hit["task"]?["title"] { title } else { nil } }
    }

    /// The ids of all pages.
    func ids(_ query: String, limit: Int) async throws -> [String] {
        var ids: [String] = []
        var cursor = ""
        while true {
            let page = try await ask(query, "&limit=\(limit)\(cursor)")
            guard case .array(let hits)? = page["hits"] else { return ids }
            ids += hits.compactMap { if case .string(let id)? = $0["task"]?["id"] { id } else { nil } }
            guard case .string(let next)? = page["nextCursor"] else { return ids }
            cursor = "&cursor=\(next)"
        }
    }
}

extension JSONValue {
    subscript(index: Int) -> JSONValue? {
        if case .array(let items) = self, items.indices.contains(index) { items[index] } else { nil }
    }
}
