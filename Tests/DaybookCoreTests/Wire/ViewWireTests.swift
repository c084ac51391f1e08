import Testing

@testable import DaybookCore

/// The views as clients get them.
@Suite struct ViewWireTests {
    static func value(_ write: (inout JSONWriter) -> Void) throws -> JSONValue {
        var writer = JSONWriter()
        write(&writer)
        return try JSONValue(json: writer.bytes)
    }

    static let noon = Fixture.moment("2026-02-11T12:00:00Z")

    @Test func upcoming() throws {
        let group = try #require(Self.noon.upcoming([.named("a", on: "2026-02-12")]).first)
        let value = try Self.value { group.write(to: &$0) }
        #expect(value["date"] == "2026-02-12" && value["title"] == "Tomorrow")
        let tasks = try #require(value["tasks"]?.items)
        #expect(tasks.count == 1 && tasks[0]["title"] == "a" && tasks[0]["clocks"] == nil)
    }

    @Test func backlog() throws {
        let backlog = Self.noon.backlog(
            [TaskItem.named("a").placed(.backlog, since: "2026-02-11T01:00:00Z")], AccountSettings())
        let value = try Self.value { backlog.write(to: &$0) }
        #expect(value["total"] == 1)
        let groups = try #require(value["groups"]?.items)
        #expect(groups.map { $0["title"] } == ["Today", "Yesterday", "This Week", "Older"])
        #expect(groups.map { $0["count"] } == [1, 0, 0, 0])
    }

    /// .x, R-1.5.x.
    @Test func board() throws {
        let board = Self.noon.board([
            TaskItem.named("ship", on: "2026-02-11").placed(.morning, .mustDo),
            TaskItem.named("a", .completed, on: "2026-02-11").placed(.morning, .complementary),
        ])
        let value = try Self.value { board.write(to: &$0) }
        let regions = try #require(value["regions"]?.items)
        #expect(regions.map { $0["region"] } == ["morning", "afternoon", "evening"])
        #expect(regions.map { $0["mustDoTitle"] } == ["ship", "No must-do yet", "No must-do yet"])
        #expect(regions[0]["mustDo"]?["title"] == "ship" && regions[1]["mustDo"] == .null)
        #expect(regions[0]["complementary"]?["text"] == "0/3" && regions[0]["misc"]?["limit"] == 5)
        #expect(regions[0]["progress"]?["text"] == "1/2" && value["overall"]?["percent"] == 50 && value["backlog"] == 0)
    }

    @Test func widget() throws {
        let value = try Self.value {
            Self.noon.widget([.named("a", due: "2026-02-11T13:00:00Z")], .small).write(to: &$0)
        }
        let entries = try #require(value["entries"]?.items)
        let rows = try #require(entries.first?["rows"]?.items)
        #expect(
            entries.map { $0["at"] } == [
                "2026-02-11T12:00:00.000Z", "2026-02-11T13:00:00.001Z", "2026-02-12T00:00:00.000Z",
            ])
        #expect(
            rows[0]["title"] == "a" && rows[0]["isOverdue"] == false && rows[0]["dueAt"] == "2026-02-11T13:00:00.000Z")
    }

    /// V-6.x.
    @Test func counts() throws {
        var counts = CompletionCounts()
        (counts.thisMonth, counts.lastMonth, counts.ever) = (45, 38, 83)
        let value = try Self.value { counts.write(to: &$0) }
        #expect(value["sentence"] == "45 tasks this month, up from 38 last month" && value["direction"] == "up")
        #expect(value["thisMonth"] == 45 && value["ever"] == 83)
    }
}

extension JSONValue {
    var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
}
