import DaybookCore
import Testing

@testable import WebCore

/// A list with a filter shows what the filter finds, and takes no tasks.
@Suite struct SavedFilterTests {
    private var page: Page
    init() throws { page = try .begun() }

    private mutating func save(_ filter: String) throws -> String {
        let done = try page.do("{\"act\":\"addList\",\"name\":\"Saved\",\"filter\":\"\(filter)\"}")
        guard case .string(let id)? = done.head.items("ids")?.first else { throw NoTask() }
        return "{\"kind\":\"list\",\"id\":\"\(id)\"}"
    }

    private mutating func tag(_ id: String, _ tags: String) throws {
        _ = try page.do("{\"act\":\"edit\",\"ids\":[\"\(id)\"],\"fields\":{\"tags\":[\(tags)]}}")
    }

    @Test mutating func showsWhatItFindsInItsOrder() throws {
        let view = try save("open #waiting sort:title")
        for title in ["Milk", "Tea", "Bread"] { try tag(try page.add(title), "\"waiting\"") }
        _ = try page.add("Salt")
        #expect(try page.titles(in: view) == ["Bread", "Milk", "Tea"])
    }

    @Test mutating func followsEachChange() throws {
        let view = try save("open #waiting sort:title")
        let ids = try ["Milk", "Tea"].map { try page.add($0) }
        for id in ids { try tag(id, "\"waiting\"") }
        #expect(try page.titles(in: view) == ["Milk", "Tea"])
        _ = try page.do("{\"act\":\"edit\",\"ids\":[\"\(ids[0])\"],\"fields\":{\"state\":\"completed\"}}")
        #expect(try page.titles(in: view) == ["Tea"])
        _ = try page.do(
            "{\"act\":\"edit\",\"ids\":[\"\(ids[0])\"],\"fields\":{\"state\":\"active\",\"title\":\"Water\"}}")
        #expect(try page.titles(in: view) == ["Tea", "Water"])
        try tag(ids[1], "")
        #expect(try page.titles(in: view) == ["Water"])
    }

    @Test mutating func followsTheDay() throws {
        let view = try save("today")
        _ = try page.add("Tea")
        #expect(try page.titles(in: view) == ["Tea"])
        page.now += 86_400_000
        #expect(try page.titles(in: view) == [])
    }

    @Test mutating func followsTheClock() throws {
        let view = try save("reminder < now")
        let id = try page.add("Tea")
        _ = try page.do(
            "{\"act\":\"edit\",\"ids\":[\"\(id)\"],\"fields\":{\"reminderAt\":\"2026-11-24T08:10:00.000Z\"}}")
        #expect(try page.titles(in: view) == [])
        let look = try page.ask("look", "{\"now\":\(page.now),\"view\":\(view)}")
        #expect(look.count("until").map { Int64($0) <= page.now + 60_000 } == true)
        page.now += 3_600_000
        #expect(try page.titles(in: view) == ["Tea"])
    }

    @Test mutating func saysWhenItIsNotUnderstood() throws {
        let view = try save("list:Gone")
        _ = try page.add("Tea")
        let look = try page.ask("look", "{\"now\":\(page.now),\"view\":\(view)}")
        #expect(look.text("broken") == "filter_unknown_list")
        #expect(look.count("total") == 0)
    }

    @Test mutating func takesNoTasks() throws {
        let view = try save("open")
        let id = try page.add("Tea")
        for gesture in [
            "{\"act\":\"add\",\"titles\":[\"Milk\"],\"place\":\(view)}",
            "{\"act\":\"move\",\"ids\":[\"\(id)\"],\"place\":\(view)}",
            "{\"act\":\"arrange\",\"ids\":[\"\(id)\"],\"above\":null,\"below\":null,\"place\":\(view)}",
        ] {
            #expect(try page.do(gesture).head["refused"]?.text("code") == "saved_filter")
        }
        #expect(try page.titles(in: view) == ["Tea"])
    }
}
