import DaybookCore
import Testing

@testable import WebCore

/// What is part of a task: its view, its place and its count.
@Suite struct SubtaskTests {
    private var page: Page
    init() throws { page = try .begun() }

    private func under(_ id: String) -> String { "{\"kind\":\"under\",\"id\":\"\(id)\"}" }
    private func parts(_ id: String) -> String { "{\"kind\":\"subtasks\",\"id\":\"\(id)\"}" }

    private mutating func progress(_ title: String) throws -> JSONValue? {
        let look = try page.ask("look", "{\"now\":\(page.now),\"view\":{\"kind\":\"today\"},\"from\":0,\"count\":9}")
        return look.items("rows")?.first { $0.text("title") == title }?["subtasks"]
    }

    @Test mutating func theyStandAsTheyWerePutAndAreCounted() throws {
        let trip = try page.add("Trip")
        #expect(try progress("Trip") == .null)
        let ids = try ["Book", "Pack", "Go"].map { try page.add($0, under(trip)) }
        _ = try page.edit(ids[0], "\"state\":\"completed\"")
        #expect(try page.titles(in: parts(trip)) == ["Book", "Pack", "Go"])
        #expect(try progress("Trip")?.text("text") == "1/3")
        _ = try page.add("Home", under(trip))
        #expect(try page.titles(in: parts(trip)) == ["Book", "Pack", "Go", "Home"])
        // Between a completed one and an open one.
        _ = try page.do(
            "{\"act\":\"arrange\",\"ids\":[\"\(ids[2])\"],\"above\":\"\(ids[0])\",\"below\":\"\(ids[1])\"}")
        #expect(try page.titles(in: parts(trip)) == ["Book", "Go", "Pack", "Home"])
        _ = try page.do("{\"act\":\"delete\",\"ids\":[\"\(ids[2])\"]}")
        #expect(try progress("Trip")?.text("text") == "1/3")
    }

    @Test mutating func aTaskGoesUnderAnotherAndBack() throws {
        let (trip, pack) = (try page.add("Trip"), try page.add("Pack"))
        let moved = try page.do("{\"act\":\"move\",\"ids\":[\"\(pack)\"],\"place\":\(under(trip))}")
        #expect(try page.titles(in: parts(trip)) == ["Pack"])
        try page.undo(try #require(moved.head.text("deed")))
        #expect(try page.titles(in: parts(trip)) == [])
        _ = try page.edit(pack, "\"parentId\":\"\(trip)\"")
        _ = try page.do("{\"act\":\"move\",\"ids\":[\"\(pack)\"],\"place\":{\"kind\":\"under\",\"id\":null}}")
        #expect(try page.titles(in: parts(trip)) == [])
        #expect(try page.titles("today") == ["Trip", "Pack"])
    }

    @Test mutating func noneIsPartOfItself() throws {
        let (trip, pack) = (try page.add("Trip"), try page.add("Pack"))
        _ = try page.edit(pack, "\"parentId\":\"\(trip)\"")
        let round = try page.do("{\"act\":\"move\",\"ids\":[\"\(trip)\"],\"place\":\(under(pack))}")
        #expect(round.head["refused"]?.text("code") == "parts_tangled")
        #expect(round.text.isEmpty)
        let own = try page.do("{\"act\":\"edit\",\"ids\":[\"\(trip)\"],\"fields\":{\"parentId\":\"\(trip)\"}}")
        #expect(own.head["refused"]?.text("code") == "invalid_fields")
        #expect(try page.titles(in: parts(trip)) == ["Pack"])
        #expect(try page.titles(in: parts(pack)) == [])
    }
}
