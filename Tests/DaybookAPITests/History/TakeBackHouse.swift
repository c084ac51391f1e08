import DaybookCore
import Seeds
import Testing

@testable import DaybookAPI
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts
@testable import TestService

/// An account with a person's device and an assistant's, on a whole server.
struct TakeBackHouse {
    let house: LiveHouse
    let account: Identifier
    let person: Caller
    let assistant: Caller
    /// The assistant's device, and the token by which it comes.
    let device: String
    let token: String

    init() async throws {
        let (houses, account) = try await openHouses()
        house = houses[0]
        self.account = account.id
        person = house.caller.with(account.token.text)
        let made = await person.post("/v1/tokens", #"{"label":"Assistant","scope":"full"}"#)
        (device, token) = (made.string("device.id"), made.string("id"))
        assistant = house.caller.with(made.string("token"))
    }

    /// What was made: its id.
    func make(_ caller: Caller, _ path: String, _ body: String) async -> String {
        let answer = await caller.post(path, body)
        #expect(answer.status == 201, "\(path) \(body) \(answer.text)")
        return answer.string("id")
    }

    func takeBack(
        since: Int, _ more: String = "", key: String? = nil, by caller: Caller? = nil
    ) async -> Caller.Answer {
        var caller = caller ?? person
        if let key { caller.fields["Idempotency-Key"] = key }
        return await caller.post("/v1/history/takeback", "{\"device\":\"\(device)\",\"since\":\(since)\(more)}")
    }

    /// Takes back what was taken back.
    func undo(_ done: Caller.Answer) async -> Caller.Answer {
        await person.post("/v1/history/takeback", done["undo"].map { String(decoding: $0.json, as: UTF8.self) })
    }

    var revision: Int {
        get async { await person.get("/v1/account").number("revision") }
    }

    /// Every live row as its clients see it, but for when it was changed last; by its id.
    func rows() async -> [String: [JSONMember]] {
        var rows: [String: [JSONMember]] = [:]
        for (name, limit) in [("tasks", "limit=500&"), ("lists", "")] {
            var cursor = ""
            while true {
                let page = await person.get("/v1/\(name)?\(limit)deleted=false\(cursor)")
                guard case .array(let values)? = page[name] else {
                    Issue.record("\(page.text)")
                    break
                }
                for case .object(let members) in values {
                    let id = members.first { $0.name == "id" }?.value.text ?? ""
                    rows[id] = members.filter { !["revision", "updatedAt", "modifiedAt"].contains($0.name) }
                }
                guard let next = page["nextCursor"]?.text else { break }
                cursor = "&cursor=\(next)"
            }
        }
        return rows
    }

    /// All that happened after a revision, the oldest first.
    func history(after revision: Int) async -> [JSONValue] {
        var entries: [JSONValue] = []
        var cursor = ""
        while true {
            let page = await person.get("/v1/history?limit=200\(cursor)")
            guard case .array(let values)? = page["entries"] else { break }
            entries += values.filter { $0.number("revision") > revision }
            guard let next = page["nextCursor"]?.text, values.allSatisfy({ $0.number("revision") > revision }) else {
                break
            }
            cursor = "&cursor=\(next)"
        }
        return entries.reversed()
    }

    /// The ledger and the rows agree with each other.
    func isSound() async throws -> Bool { try await AccountCheck(house.ledger, account).run().isEmpty }
}

extension JSONValue {
    func number(_ name: String) -> Int { if case .integer(let number)? = self[name] { Int(number) } else { -1 } }
}
