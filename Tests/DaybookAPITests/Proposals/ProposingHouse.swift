import DaybookCore
import TestWire
import Testing

@testable import DaybookAPI
@testable import TestService

extension AgentHouse {
    static func proposing() async throws -> AgentHouse {
        let house = try await openHouse(["DAYBOOK_AGENTS": "propose"])
        let person = await house.newcomer()
        return AgentHouse(house: house, person: person, assistant: await person.token(of: "agent"))
    }
}

extension Caller {
    /// The id of what it proposes.
    func proposed(_ actions: String) async -> String {
        await did("propose", #"{"actions":[\#(actions)]}"#).told("proposal", "id")
    }

    /// As it is shown now, unless a tag says what was shown.
    func apply(_ id: String, tag: String? = nil, places: String? = nil) async -> Answer {
        var shown = tag
        if shown == nil { shown = await get("/v1/proposals/\(id)").string("tag") }
        let part = places.map { #","places":\#($0)"# } ?? ""
        return await post("/v1/proposals/\(id)/application", #"{"tag":"\#(shown ?? "")"\#(part)}"#)
    }
}

extension Wire.Answer {
    var document: JSONValue { (try? JSONValue(json: body)) ?? .null }
}

extension JSONValue {
    /// What would differ.
    func lines(_ name: String? = nil) -> [JSONValue] {
        (name.map { self[$0] ?? .null } ?? self)["changes"]?.items ?? []
    }
}
