import DaybookCore
import Testing

@testable import DaybookAgents

/// What a tool that changes a task asks for, and what it tells.
@Suite struct ChangingToolTests {
    private static let id = "01890a5d-ac96-774b-bcce-b302099a8057"
    private static let other = "01890a5d-ac96-774b-bcce-b302099a8058"
    private static let task = Identifier(id)!

    private static func members(_ pairs: KeyValuePairs<String, JSONValue>) -> [JSONMember] {
        pairs.map { JSONMember($0.key, $0.value) }
    }

    @Test(
        arguments: [
            ("add", #"{"words":"Call mum fri 9am"}"#, .capture("Call mum fri 9am")),
            (
                "add", #"{"title":"Tea","notes":"a\nb","tags":["x"],"priority":3}"#,
                .add(
                    members([
                        "title": .string("Tea"), "notes": .string("a\nb"), "priority": .integer(3),
                        "tags": .array([.string("x")]),
                    ]))
            ),
            (
                "change", #"{"task":"\#(id)","scheduledDate":"2026-11-21","clear":["notes"],"addTags":["x"]}"#,
                .change(
                    task,
                    members([
                        "scheduledDate": .string("2026-11-21"), "notes": .null,
                        "tags": .object(members(["add": .array([.string("x")])])),
                    ]))
            ),
            ("complete", #"{"task":"\#(id.uppercased())"}"#, .complete(task)),
            ("move", #"{"task":"\#(id)","to":"tomorrow"}"#, .schedule(task, to: "tomorrow")),
            ("move", #"{"task":"\#(id)","after":"\#(other)"}"#, .move(task, members(["after": .string(other)]))),
            ("comment", #"{"task":"\#(id)","text":"Called."}"#, .comment(task, "Called.")),
            ("delete", #"{"task":"\#(id)"}"#, .delete(task)),
            ("undo_own", #"{"change":"\#(id)"}"#, .undo(task)),
        ] as [(String, String, AgentDeed.Act)])
    func aToolAsksForOneChange(tool: String, arguments: String, act: AgentDeed.Act) async throws {
        let shelf = Shelf()
        let result = try await shelf.writer.call(tool, arguments)
        #expect(result["isError"] == nil, "\(result)")
        #expect(shelf.deeds == [AgentDeed(act)])
        // Who may only read has no such tool.
        let (_, answer) = try await shelf.server.said(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#)
        #expect(answer.number(at: "error.code") == -32602 && shelf.deeds.count == 1)
    }

    @Test(arguments: [
        ("add", "{}"), ("add", #"{"words":"a","title":"b"}"#), ("add", #"{"words":"a","notes":"b"}"#),
        ("add", #"{"notes":"b"}"#), ("add", #"{"title":"a\u0000"}"#), ("add", #"{"title":"a\nb"}"#),
        ("add", #"{"title":"a","deletedAt":null,"id":"\#(id)"}"#), ("add", #"{"title":"a","tags":"x"}"#),
        ("add", #"{"title":"a","tags":[1]}"#), ("add", #"{"title":"a","tags":[["x"]]}"#),
        ("add", #"{"title":"a","tags":[\#(Array(repeating: #""x""#, count: 21).joined(separator: ","))]}"#),
        ("add", #"{"title":"\#(String(repeating: "x", count: 4_001))"}"#),
        ("add", #"{"title":"a","key":""}"#), ("add", #"{"title":"a","key":"\"\""}"#),
        ("add", #"{"title":"a","key":"two words"}"#), ("complete", #"{"task":"\#(id)","key":"schlüssel"}"#),
        ("delete", #"{"task":"\#(id)","key":"\#(String(repeating: "k", count: 201))"}"#),
        ("change", #"{"task":"\#(id)"}"#), ("change", #"{"title":"a"}"#),
        ("change", #"{"task":"\#(id)","title":null}"#),
        ("change", #"{"task":"\#(id)","notes":"a","clear":["notes"]}"#),
        ("change", #"{"task":"\#(id)","clear":["title"]}"#), ("change", #"{"task":"\#(id)","clear":"notes"}"#),
        ("change", #"{"task":"\#(id)","state":"completed"}"#),
        ("change", #"{"task":"\#(id)","accountId":"\#(other)"}"#),
        ("change", #"{"task":["\#(id)","\#(other)"],"title":"a"}"#),
        ("change", #"{"task":"*","title":"a","all":true}"#),
        ("complete", "{}"), ("move", #"{"task":"\#(id)"}"#), ("move", #"{"task":"\#(id)","to":"never"}"#),
        ("move", #"{"task":"\#(id)","to":"today","listId":"\#(other)"}"#),
        ("comment", #"{"task":"\#(id)","text":" \n"}"#), ("comment", #"{"task":"\#(id)"}"#),
        ("delete", #"{"task":"\#(id)","children":"with"}"#),
        ("delete", #"{"task":"\#(id)?confirmMassDelete=true&x="}"#),
        ("undo_own", "{}"), ("undo_own", #"{"change":"last"}"#), ("undo_own", #"{"change":"../takeback"}"#),
    ])
    func whatAToolDoesNotTakeChangesNothing(tool: String, arguments: String) async throws {
        let shelf = Shelf()
        let result = try await shelf.writer.call(tool, arguments)
        let text = result.text(at: "content.0.text") ?? ""
        #expect(result["isError"] == .bool(true) && shelf.deeds.isEmpty)
        #expect(text.contains("invalid_arguments") || text.contains("task_not_named"), "\(text)")
    }

    /// Even where one task alone fits, words do not name it.
    @Test func wordsInPlaceOfATaskAreAnsweredWithThoseThatFit() async throws {
        let hits = #"{"hits":[{"task":{"id":"\#(Self.id)","title":"Buy milk"}}],"nextCursor":null}"#
        let shelf = Shelf([AgentPlace("/v1/search", [("q", "milk"), ("limit", "10")]): .found(Array(hits.utf8))])
        for (tool, more) in [("complete", ""), ("delete", ""), ("change", #","title":"x""#)] {
            let result = try await shelf.writer.call(tool, #"{"task":"milk"\#(more)}"#)
            let told = try JSONValue(json: Array((result.text(at: "content.0.text") ?? "").utf8))
            #expect(result["isError"] == .bool(true) && told.text(at: "code") == "task_not_named")
            #expect(told.text(at: "data.hits.0.task.id") == Self.id)
        }
        #expect(shelf.deeds.isEmpty)
    }

    /// The row, what was understood, and what the merge made of it.
    @Test func whatWasDoneIsToldWithWhatItCameTo() async throws {
        let made = Array(#"{"id":"\#(Self.id)","title":"Tea"}"#.utf8)
        let history = AgentPlace("/v1/history", [("task", Self.id), ("limit", "3")])
        let shelf = Shelf([history: .found(Array(#"{"entries":[]}"#.utf8))], made: .found(made))
        let changed = try await shelf.writer.call("change", #"{"task":"\#(Self.id)","title":"Tea"}"#)
        #expect(changed.text(at: "structuredContent.data.task.title") == "Tea")
        #expect(changed[path: "structuredContent.data.history.entries"] == .array([]))
        let captured = try await shelf.writer.call("add", #"{"words":"Tea","key":"k"}"#)
        #expect(captured.text(at: "structuredContent.data.captured.title") == "Tea")
        #expect(shelf.places == [history, AgentPlace("/v1/tasks/\(Self.id)"), history])
        #expect(shelf.deeds.map(\.key) == [nil, "k"])
    }

    @Test func whatIsRefusedIsToldAndNothingIsRead() async throws {
        let shelf = Shelf(made: .refused(AgentBound.alike.document()))
        let result = try await shelf.writer.call("complete", #"{"task":"\#(Self.id)"}"#)
        #expect(result["isError"] == .bool(true) && shelf.places.isEmpty)
        #expect(result.text(at: "content.0.text")?.contains("agent_repeats_itself") == true)
    }

    /// Where changes are only proposed there is one tool more than for reading, and it holds what the API takes.
    @Test func whatIsProposedIsHandedOn() async throws {
        let shelf = Shelf(made: .found(Array(#"{"id":"\#(Self.id)"}"#.utf8)))
        let (_, answer) = try await shelf.proposer.said(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        guard case .array(let tools)? = answer[path: "result.tools"] else { throw AgentServer.NoResult() }
        #expect(tools.compactMap { $0.text(at: "name") } == ["find", "show", "day", "lists", "history", "propose"])
        let actions = #"[{"action":"complete","id":"\#(Self.id)"}]"#
        let told = try await shelf.proposer.call("propose", #"{"actions":\#(actions),"note":"Why"}"#)
        #expect(told.text(at: "structuredContent.data.proposal.id") == Self.id)
        #expect(
            shelf.deeds.map(\.act) == [
                .propose([try JSONValue(json: Array(actions.utf8.dropFirst().dropLast()))], note: "Why")
            ])
        for wrong in [
            #"{"actions":[]}"#, #"{"actions":[7]}"#, #"{"actions":{}}"#, "{}", #"{"actions":[{}],"key":"k"}"#,
        ] {
            #expect(try await shelf.proposer.call("propose", wrong)["isError"] == .bool(true), "\(wrong)")
        }
        #expect(shelf.deeds.count == 1)
        let (_, none) = try await shelf.proposer.said(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete","arguments":{}}}"#)
        #expect(none[path: "error.code"] == .integer(-32602))
    }

    @Test func toolsSayWhatTheyMayDo() async throws {
        let (_, answer) = try await Shelf().writer.said(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        guard case .array(let tools)? = answer[path: "result.tools"] else { throw AgentServer.NoResult() }
        let names = ["add", "change", "complete", "move", "comment", "delete", "undo_own"]
        #expect(tools.compactMap { $0.text(at: "name") } == ["find", "show", "day", "lists", "history"] + names)
        for tool in tools.suffix(names.count) {
            #expect(tool[path: "annotations.readOnlyHint"] == .bool(false))
            let adds = ["add", "comment", "complete"].contains(tool.text(at: "name"))
            #expect(tool[path: "annotations.destructiveHint"] == .bool(!adds))
        }
    }

    @Test func aCommentStandsBehindWhatIsThere() {
        #expect(AgentComment("b", behindNotes: "")?.whole == "b")
        #expect(AgentComment("b", behindNotes: "a")?.whole == "a\n\nb")
        #expect(AgentComment("b", behindNotes: "a\n\nb") == nil)
        #expect(AgentComment("b", behindNotes: "b") == nil)
        #expect(AgentComment("b", behindNotes: "ab")?.whole == "ab\n\nb")
    }
}
