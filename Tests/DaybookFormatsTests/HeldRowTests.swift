import Testing

@testable import DaybookCore
@testable import DaybookFormats

/// What files of JSON take in memory until they are over.
@Suite struct HeldRowTests {
    private static let ids = ["0198a000-0000-7000-8000-000000000001", "0198a000-0000-7000-8000-000000000002"]

    /// Two tasks, the first of which has more values than a row may hold.
    private static func twoTasks(_ format: Format) -> String {
        let many = #""odd":[0\#(String(repeating: ",0", count: JSONBound.mostValues))]"#
        let ours = #"{"id":"\#(ids[0])","text":"a",\#(many)},{"id":"\#(ids[1])","text":"b"}"#
        let googles = #"[{"id":"1","title":"a",\#(many)},{"id":"2","title":"b"}]"#
        switch format {
        case .taskwarrior: return #"[{"description":"a",\#(many)},{"description":"b"}]"#
        case .todoistJSON: return #"{"items":[{"id":"1","content":"a",\#(many)},{"id":"2","content":"b"}]}"#
        case .googleTasks:
            return #"{"kind":"tasks#taskLists","items":[{"title":"l","items":\#(googles)}]}"#
        case .json: return #"{"exportDate":"2026-11-20T09:00:00.000Z","tasks":[\#(ours)]}"#
        default:
            return """
                {"type":"export"}
                {"type":"task","id":"\(ids[0])","text":"a",\(many)}
                {"type":"task","id":"\(ids[1])","text":"b"}
                {"type":"end","tasks":2}
                """
        }
    }

    /// Each value takes many times its bytes in memory, so a row may hold so many; those beside it are read.
    @Test(.timeLimit(.minutes(5)), arguments: [Format.taskwarrior, .todoistJSON, .googleTasks, .json, .ndjson])
    func aTaskOfManyValues(format: Format) {
        let file = ReadFile(Self.twoTasks(format), as: format)
        #expect(file.failure == nil)
        #expect(file.tasks.map(\.title) == ["b"] && file.report.refused == 1)
    }

    @Test(.timeLimit(.minutes(5))) func aListOfManyValues() {
        let many = "[0" + String(repeating: ",0", count: JSONBound.mostValues) + "]"
        let file = ReadFile(
            "{\"kind\":\"tasks#taskLists\",\"items\":[{\"title\":\"l\",\"odd\":\(many)},"
                + "{\"title\":\"m\",\"items\":[{\"id\":\"1\",\"title\":\"a\"}]}]}", as: .googleTasks)
        #expect(file.lists.map(\.title) == ["m"] && file.tasks.map(\.title) == ["a"] && file.report.refused == 1)
    }

    @Test func valuesAreCountedOutsideOfTexts() {
        func count(_ text: String) -> Int { JSONBound.values(in: Array(text.utf8)[...]) }
        #expect(count("0") == 1 && count("[0,0]") == 3 && count(#"{"a":{},"b":[[]]}"#) == 6)
        #expect(count(#"["a,[{\",b\\","c"]"#) == 3)
    }

    /// A large file of Todoist is made in steps, between which others have their turn.
    @Test func theRowsOfTodoistAreMadeStepByStep() throws {
        let items = (0..<2_500).map { #"{"id":"\#($0)","content":"t\#($0)","project_id":1,"child_order":\#(-$0)}"# }
        let text = #"{"items":[\#(items.joined(separator: ","))],"projects":[{"id":1,"name":"p"}]}"#
        var reading = Reading(ReadingContext(now: Instant(milliseconds: 0)))
        var reader = Format.todoistJSON.reader()
        try reader.read(Array(text.utf8), into: &reading)
        var steps: [[Draft]] = []
        var isMore = true
        while isMore {
            isMore = try reader.finishSome(into: &reading)
            steps.append(reading.take())
        }
        #expect(steps.map(\.count) == [1_000, 1_000, 501])
        let titles: [String] = steps.joined().compactMap { if case .task(let task) = $0 { task.title } else { nil } }
        #expect(titles == (0..<2_500).reversed().map { "t\($0)" })
    }

    /// A name that many rows bear, and comments of a row that comes again and again, are not told without end.
    @Test func whatManyRowsShareIsShort() {
        let long = String(repeating: "n", count: 1 << 20)
        let projects = #"{"id":"1","name":"\#(long)"},{"id":"2","name":"q","parent_id":"1"}"#
        let items = (0..<50).map { _ in #"{"id":"1","content":"t","section_id":"1","project_id":"2"}"# }
        let file = ReadFile(
            #"{"projects":[\#(projects)],"sections":[{"id":"1","name":"\#(long)"}],"#
                + #""notes":[{"item_id":"1","content":"\#(long)"}],"items":[\#(items.joined(separator: ","))]}"#,
            as: .todoistJSON)
        #expect(file.lists.count == 2 && file.lists.allSatisfy { $0.title.utf8.count <= TaskList.longestName })
        #expect(file.lists.last?.title == "\(long.prefix(2_000)) / q")
        #expect(file.tasks.count == 50)
        #expect(file.tasks.reduce(0) { $0 + ($1.notes?.utf8.count ?? 0) } < 2 << 20)
    }
}
