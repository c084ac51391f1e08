import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

/// A server with a door for assistants, a person with tasks, and a token that the person made for an assistant.
struct AgentHouse: Sendable {
    let house: LiveHouse
    let person: Caller
    let assistant: Caller

    static func open(_ settings: [String: String] = [:]) async throws -> AgentHouse {
        let house = try await openHouse(["DAYBOOK_AGENTS": "read"].merging(settings) { $1 })
        let person = await house.newcomer()
        return AgentHouse(house: house, person: person, assistant: await person.token(of: "read"))
    }

    /// The same with an assistant that may change tasks.
    static func writing(_ settings: [String: String] = [:]) async throws -> AgentHouse {
        let house = try await openHouse(["DAYBOOK_AGENTS": "write"].merging(settings) { $1 })
        let person = await house.newcomer()
        return AgentHouse(house: house, person: person, assistant: await person.token(of: "agent"))
    }

    /// Every live task as its person sees it, but for when it was changed last; by its id.
    func rows() async -> [String: [JSONMember]] {
        guard case .array(let tasks)? = await person.get("/v1/tasks?limit=500")["tasks"] else { return [:] }
        var rows: [String: [JSONMember]] = [:]
        for case .object(let members) in tasks {
            guard case .string(let id)? = members.first(where: { $0.name == "id" })?.value else { continue }
            rows[id] = members.filter { !["revision", "updatedAt"].contains($0.name) }
        }
        return rows
    }

    /// The author of what the assistant does.
    func assistantsDevice() async throws -> String {
        guard case .array(let tokens)? = await person.get("/v1/tokens")["tokens"],
            case .string(let id)? = tokens.first(where: { $0["scope"] == .string("agent") })?["device"]?["id"]
        else { throw LiveHouse.Broken() }
        return id
    }
}

extension Caller {
    /// The same with a token of a scope that this one makes.
    func token(of scope: String) async -> Caller {
        with(await post("/v1/tokens", #"{"label":"An assistant","scope":"\#(scope)"}"#).string("token"))
    }

    /// Asks as a client that shook hands.
    func ask(_ method: String, _ params: String = "{}") async -> Answer {
        var caller = self
        caller.fields["MCP-Protocol-Version"] = "2025-11-25"
        return await caller.post("/mcp", #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
    }

    func tool(_ name: String, _ arguments: String = "{}") async -> Answer {
        await ask("tools/call", #"{"name":"\#(name)","arguments":\#(arguments)}"#)
    }

    /// The data of what a tool did; records an issue where it did nothing.
    func did(_ name: String, _ arguments: String, _ place: SourceLocation = #_sourceLocation) async -> JSONValue {
        let answer = await tool(name, arguments)
        let data = answer["result.structuredContent.data"]
        if data == nil { Issue.record("\(name) \(arguments): \(answer.text)", sourceLocation: place) }
        return data ?? .null
    }

    /// The code with which a tool was refused.
    func refusal(_ name: String, _ arguments: String) async -> String {
        guard case .array(let content)? = await tool(name, arguments)["result.content"],
            case .string(let text)? = content.first?["text"],
            case .string(let code)? =
                (try? JSONValue(json: Array(text.utf8)))?["code"]
        else { return "" }
        return code
    }

    /// The id of a new task.
    func task(_ members: String) async -> String { await post("/v1/tasks", "{\(members)}").string("id") }
}

extension Wire.Answer {
    /// A member of the first of several.
    func first(_ list: String, _ member: String) -> String {
        guard case .array(let items)? = self[list], case .string(let text)? = items.first?[member] else { return "" }
        return text
    }
}

extension JSONValue {
    var first: JSONValue? { items.first }

    /// The text at the end of a path, or none.
    func told(_ path: String...) -> String {
        guard case .string(let text)? = path.reduce(Optional(self), { $0?[$1] }) else { return "" }
        return text
    }
}
