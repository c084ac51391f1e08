import DaybookCore
import TestWire

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

    /// The id of a new task.
    func task(_ members: String) async -> String { await post("/v1/tasks", "{\(members)}").string("id") }
}
