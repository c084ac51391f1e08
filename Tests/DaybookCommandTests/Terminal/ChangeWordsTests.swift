import DaybookCore
import Testing

@testable import daybook

@Suite struct ChangeWordsTests {
    private static let home = Identifier(high: 1, low: 2)

    /// Told on a Friday.
    private var words: ChangeWords {
        var list = TaskList(id: Self.home)
        list.name = "Home"
        return ChangeWords(
            lines: TaskLines(
                style: TerminalStyle(colours: false, environment: [:]),
                moment: Moment(Instant("2026-11-20T09:00:00Z")!, in: LocalDay(zone: .utc)), lists: [Self.home: list],
                letters: 4))
    }

    private func change(_ field: String, _ old: JSONValue, _ new: JSONValue) -> ChangeWords.Change {
        ChangeWords.Change(field, old: old, new: new)
    }

    @Test(
        arguments: [
            ("state", .string("notStarted"), .string("completed"), "completed"),
            ("state", .string("notStarted"), .string("active"), "started"),
            ("state", .string("completed"), .string("notStarted"), "reopened"),
            ("state", .string("active"), .string("notStarted"), "not started any more"),
            ("title", .string("Milk"), .string("Oat milk"), "renamed to 'Oat milk', it was 'Milk'"),
            ("title", .null, .string("Oat milk"), "renamed to 'Oat milk'"),
            ("notes", .null, .string("x"), "notes added"),
            ("notes", .string("x"), .string("y"), "notes changed"),
            ("notes", .string("x"), .null, "notes removed"),
            ("scheduledDate", .null, .string("2026-11-20"), "planned for today"),
            ("scheduledDate", .string("2026-11-20"), .string("2026-11-23"), "moved from today to Monday"),
            ("scheduledDate", .string("2026-11-20"), .null, "date removed, it was today"),
            ("dueAt", .null, .string("2026-11-21T17:00:00.000Z"), "due time tomorrow 17:00"),
            ("listId", .null, .string(home.text), "moved to 'Home'"),
            ("listId", .string(home.text), .null, "moved from 'Home' to the Inbox"),
            ("listId", .null, .string(Identifier(high: 9, low: 9).text), "moved to a list that is gone"),
            ("region", .null, .string("morning"), "put into Morning"),
            ("region", .string("morning"), .null, "taken out of Morning"),
            ("bucket", .string("none"), .string("mustDo"), "bucket Must-Do"),
            ("bucket", .string("mustDo"), .string("none"), "bucket removed, it was Must-Do"),
            ("tags", .array([]), .array([.string("money")]), "tagged +money"),
            ("tags", .array([.string("a"), .string("b")]), .array([]), "no longer tagged +a +b"),
            (
                "recurrence", .null, .object([JSONMember("days", .array((1...7).map { .integer($0) }))]),
                "repeats every day"
            ),
            (
                "recurrence", .object([JSONMember("days", .array([.integer(1)]))]),
                .object([JSONMember("rrule", .string("FREQ=MONTHLY;BYDAY=-1FR"))]),
                "now repeats by the rule FREQ=MONTHLY;BYDAY=-1FR"
            ),
            ("recurrence", .object([JSONMember("days", .array([.integer(1)]))]), .null, "repeats no more"),
            ("priority", .integer(0), .integer(2), "priority 2"),
            ("sticky", .bool(false), .bool(true), "staying where it is: on"),
            ("timeZone", .string("UTC"), .string("Europe/Berlin"), "time zone Europe/Berlin, it was UTC"),
            ("somethingNew", .null, .string("x"), "somethingNew 'x'"),
        ] as [(String, JSONValue, JSONValue, String)])
    func eachFieldHasItsSentence(field: String, old: JSONValue, new: JSONValue, told: String) {
        #expect(words.edits([change(field, old, new)]) == [told])
    }

    @Test func whatFollowsFromAnotherFieldIsNotSaid() {
        let told = words.edits([
            change("state", .string("notStarted"), .string("completed")),
            change("completedAt", .null, .string("2026-11-20T09:00:00.000Z")),
        ])
        #expect(told == ["completed"])
        #expect(words.edits([change("sortOrder", .string("a"), .string("b"))]) == ["moved up or down"])
        #expect(words.edits([]) == ["changed"])
    }

    @Test func aNewTaskIsToldWithItsPlaces() {
        let told = words.places([
            change("title", .null, .string("Water plants")), change("notes", .null, .null),
            change("scheduledDate", .null, .string("2026-11-21")), change("bucket", .null, .string("none")),
            change("priority", .null, .integer(0)), change("sticky", .null, .bool(false)),
            change("listId", .null, .string(Self.home.text)), change("state", .null, .string("notStarted")),
            change("recurrence", .null, .object([JSONMember("days", .array([.integer(1), .integer(3)]))])),
            change("tags", .null, .array([.string("green")])),
        ])
        #expect(told == ["for tomorrow", "in 'Home'", "repeats every mon,wed", "+green"])
    }

    /// Of what is to be agreed to nothing is left out, and nothing is told that is as it always is.
    @Test func theRestOfAProposedTaskIsToldWhole() {
        let parent = Identifier(high: 5, low: 5)
        var words = words
        words.titles = [parent: "Trip"]
        let long = String(repeating: "x", count: 70)
        let changes = [
            change("title", .null, .string(long)), change("notes", .null, .string("one\ntwo\u{1B}[31m")),
            change("state", .null, .string("notStarted")), change("scheduledDate", .null, .string("2026-11-21")),
            change("bucket", .null, .string("none")), change("sticky", .null, .bool(true)),
            change("autoCarry", .null, .bool(false)), change("priority", .null, .integer(0)),
            change("category", .null, .string("Kitchen")), change("parentId", .null, .string(parent.text)),
            change("sortOrder", .null, .string("a")), change("createdAt", .null, .string("2026-11-20T09:00:00.000Z")),
            change(
                "recurrence", .null,
                .object([
                    JSONMember("days", .array([.integer(1)])), JSONMember("onSchedule", true),
                    JSONMember("except", .array([.string("2026-11-21")])),
                ])),
        ]
        let whole = [
            "title in full: \(long)", "notes:\n  one\n  two\u{FFFD}[31m",
            "the next one comes on its day even if this one is not done", "not on tomorrow",
        ]
        #expect(
            words.rest(of: changes, isNew: true) == [
                "staying where it is: on", "category 'Kitchen'", "made a part of 'Trip'",
            ] + whole)
        // Of one that is there, its sentence says that something became other, and what is too long for it follows.
        #expect(words.rest(of: changes, isNew: false) == whole)
    }

    @Test func whatGaveWayIsToldBesideWhatStands() {
        #expect(
            words.conflict("scheduledDate", mine: .string("2026-11-21"), theirs: .null)
                == "date is nothing, not tomorrow")
    }

    @Test func wordsOfOthersCannotSteerTheTerminal() {
        let told = words.edits([change("title", .null, .string("a\u{1B}[31mb\nc" + String(repeating: "d", count: 99)))])
        #expect(told.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\n") && $0.count < 90 })
    }
}
