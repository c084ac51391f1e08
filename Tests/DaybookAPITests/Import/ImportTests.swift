import DaybookCore
import DaybookFormats
import HTTP
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts
@testable import DaybookLedger
@testable import DaybookStore
@testable import TestAccounts

@Suite(.closing) struct ImportTests {
    private let house: ImportHouse

    init() async throws { house = try await openImports() }

    @Test func aFileBecomesTasksInItsOrderByADeviceOfItsOwn() async throws {
        let report = try await house.take(ImportHouse.file(1203))
        #expect(report.count(.made(.task)) == 1203)
        #expect(report.count(.made(.list)) == 3)
        let tasks = try await house.tasks()
        #expect(tasks.map(\.title) == (0..<1203).map { "Task \($0)" })
        #expect(Set(tasks.map(\.createdAt)) == [Instant("2026-01-01T00:00:00Z")!])
        let lists = try await house.lists()
        #expect(lists.map(\.name) == ["P0", "P1", "P2"])
        #expect(tasks.map(\.listId) == (0..<1203).map { lists[$0 % 3].id })
        #expect(try await house.authors() == ["Import": 1206])
        #expect(report.revision == 1206)
        // It is nobody's way in.
        let devices = Devices(database: house.database, announcements: Announcements())
        #expect(try await devices.list(of: house.account).count == 3)
    }

    @Test func theSameFileAgainChangesNothing() async throws {
        _ = try await house.take(ImportHouse.file(700))
        let revision = try await house.house.revision()
        let again = try await house.take(ImportHouse.file(700), cutting: 77)
        #expect(again.count(.unchanged(.task)) == 700)
        #expect(again.count(.made(.task)) == 0)
        #expect(try await house.house.revision() == revision)
    }

    @Test func aDryRunTellsTheSameAndChangesNothing() async throws {
        // One task is there twice.
        let file = ImportHouse.file(600).replacing("]\n", with: "") + "," + ImportHouse.file(1).dropFirst(2)
        let dry = try await house.take(file, isDryRun: true)
        #expect(dry.revision == nil)
        #expect(try await house.house.revision() == 0)
        #expect(try await house.authors().isEmpty)
        #expect(try await house.database.read("SELECT FROM device WHERE name = 'Import'").isEmpty)
        let real = try await house.take(file)
        for verdict in [ImportBatch.Verdict.made(.task), .made(.list), .unchanged(.task), .changed(.task)] {
            #expect(dry.count(verdict) == real.count(verdict), "\(verdict)")
        }
        #expect(real.count(.made(.task)) == 600)
        #expect(real.count(.unchanged(.task)) == 1)
    }

    @Test func whatWasInterruptedGoesOn() async throws {
        let file = ImportHouse.file(3000)
        var made = 0
        for pieces in [40, 160, 200] {
            let stop = try await #require(throws: ImportStop.self) {
                try await house.take(file, breakingAfter: pieces)
            }
            #expect(stop.reason is TextSource.Broken)
            made += stop.report.count(.made(.task))
        }
        #expect(made > 0)
        let rest = try await house.take(file)
        #expect(made + rest.count(.made(.task)) == 3000)
        #expect(try await house.tasks().map(\.title) == (0..<3000).map { "Task \($0)" })
        #expect(try await house.house.revision() == 3003)
    }

    @Test func twoAtOnceMakeEverythingOnce() async throws {
        let file = ImportHouse.file(1500)
        async let one = house.take(file)
        async let other = house.take(file, cutting: 300)
        let made = try await one.count(.made(.task)) + other.count(.made(.task))
        #expect(made == 1500)
        #expect(try await house.house.revision() == 1503)
    }

    @Test func aLaterVersionOfTheFileCountsWhereItIsLater() async throws {
        _ = try await house.take(ImportHouse.file(4))
        var tasks = try await house.tasks()
        try await house.change(tasks[1].id, [JSONMember("title", "Mine")])
        try await house.change(tasks[2].id, [], kind: .delete)
        let later = ImportHouse.file(3, modified: "20260202T000000Z", titles: "Later")
        let report = try await house.take(later)
        #expect(report.count(.changed(.task)) == 1)
        #expect(report.count(.unchanged(.task)) == 1)
        #expect(report.count(.deletedHere(.task)) == 1)
        tasks = try await house.tasks()
        #expect(tasks.map(\.title) == ["Later 0", "Mine", "Task 2", "Task 3"])
        #expect(tasks[2].isDeleted)
        let revision = try await house.house.revision()
        _ = try await house.take(later)
        #expect(try await house.house.revision() == revision)
        // One that was purged altogether stays away too.
        try await house.database.write(
            of: house.account,
            "DELETE FROM task WHERE account_id = \(house.account) AND deleted_at IS NOT NULL")
        #expect(try await house.take(later).count(.deletedHere(.task)) == 1)
        #expect(try await house.house.revision() == revision)
    }

    @Test func aCompletedTaskCountsWhenItWasCompleted() async throws {
        _ = try await house.take(
            #"[{"description":"a","uuid":"1","status":"completed","end":"20260203T101500Z","recur":"weekly","due":"20260203T101500Z"}]"#
        )
        let facts = try await house.database.read(of: house.account, "SELECT completed_at FROM completion")
            .decode(Instant.self)
        #expect(facts == [Instant("2026-02-03T10:15:00Z")!])
        #expect(try await house.tasks().count == 1)
    }

    @Test func whereTheAccountIsFullItStopsAndSaysSo() async throws {
        let house = try await openImports(quotas: Quotas(tasks: 700, bytes: 0))
        let stop = try await #require(throws: ImportStop.self) { try await house.take(ImportHouse.file(2000)) }
        #expect(stop.problem.type == .taskQuotaExceeded)
        let had = stop.report.count(.made(.task))
        #expect(stop.problem.detail == "The account may have 700 tasks and has \(had).")
        #expect(had >= 490)
        #expect(stop.problem.members.contains { $0.name == "report" })
        let count = try await house.tasks().count
        #expect(count >= 490 && count <= 700)
    }

    /// Before anything is done: how many do not fit, of what, and how much there may be.
    @Test func aDryRunSaysWhereTheAccountHasNoRoom() async throws {
        let house = try await openImports(quotas: Quotas(tasks: 700, bytes: 0))
        #expect(try await house.take(ImportHouse.file(700), isDryRun: true).allRemarks.isEmpty)
        let dry = try await house.take(ImportHouse.file(2000), isDryRun: true)
        let beyond = "1300 of the 2000 tasks that would be made do not fit. The account may have 700 tasks and has 0."
        #expect(dry.allRemarks.map(\.sentence) == [beyond])
        #expect(dry.allRemarks.map(\.line) == [1] && dry.count(.made(.task)) == 2000)
        #expect(try await house.tasks().isEmpty)
        _ = try await house.take(ImportHouse.file(600))
        let more = try await house.take(ImportHouse.file(800), isDryRun: true).allRemarks.map(\.sentence)
        #expect(
            more == ["100 of the 200 tasks that would be made do not fit. The account may have 700 tasks and has 600."])
    }

    @Test func aFileThatBreaksOffIsTakenUpToThere() async throws {
        let file = ImportHouse.file(20).dropLast(3)
        let stop = try await #require(throws: ImportStop.self) { try await house.take(file + "\n garbage") }
        #expect(stop.problem.type == .importUnreadable)
        #expect(stop.problem.members.first { $0.name == "line" }?.value == .number(22))
        #expect(stop.report.count(.made(.task)) == 20)
        #expect(try await house.tasks().count == 20)
    }

    /// What was refused is nobody's deletion, and is asked for again where the file says something else by now.
    @Test func whatWasRefusedIsMadeOnceTheFileIsRight() async throws {
        func document(priority: Int, color: String) -> String {
            """
            {"exportDate":"2026-01-01T00:00:00Z","tasks":[
            {"id":"01890a5d-ac96-774b-bcce-b302099a8057","text":"Pay","state":"notStarted","priority":\(priority)}],
            "lists":[{"id":"01890a5d-ac96-774b-bcce-b302099a8058","name":"Money","colorHex":"\(color)"}]}
            """
        }
        _ = try await house.take(document(priority: 12, color: "x"), as: .json)
        let refused = try await house.house.revision()
        for _ in 0..<2 {
            let report = try await house.take(document(priority: 13, color: "y"), as: .json)
            #expect(report.allRefused == 2 && report.count(.deletedHere(.task)) == 0)
            #expect(report.count(.deletedHere(.list)) == 0)
            #expect(Set(report.allRemarks.map(\.field)) == ["priority", "colorHex"])
        }
        // Asking again leaves no line behind.
        #expect(try await house.house.revision() == refused)
        let right = document(priority: 5, color: "#112233")
        let made = try await house.take(right, as: .json)
        #expect(made.count(.made(.task)) == 1 && made.count(.made(.list)) == 1 && made.allRefused == 0)
        #expect(try await house.tasks().map(\.priority) == [5])
        #expect(try await house.lists().map(\.name) == ["Money"])
        let revision = try await house.house.revision()
        let again = try await house.take(right, as: .json)
        #expect(again.count(.unchanged(.task)) == 1 && again.count(.unchanged(.list)) == 1)
        #expect(try await house.house.revision() == revision)
        // Deleted by somebody it stays deleted, also when its row is gone.
        try await house.change(Identifier("01890a5d-ac96-774b-bcce-b302099a8057")!, [], kind: .delete)
        #expect(try await house.take(right, as: .json).count(.deletedHere(.task)) == 1)
        try await house.database.write(
            of: house.account, "DELETE FROM task WHERE account_id = \(house.account) AND deleted_at IS NOT NULL")
        #expect(try await house.take(right, as: .json).count(.deletedHere(.task)) == 1)
    }

    /// A change of a row that is there already, too.
    @Test func aRefusedChangeIsMadeOnceTheFileIsRight() async throws {
        func file(_ modified: String, _ annotation: String) -> String {
            #"[{"description":"a","uuid":"1","modified":"\#(modified)","annotations":[{"description":"\#(annotation)"}]}]"#
        }
        _ = try await house.take(file("20260101T000000Z", "first"))
        for _ in 0..<2 {
            let refused = try await house.take(file("20260202T000000Z", #"a\u0000b"#))
            #expect(refused.allRefused == 1 && refused.count(.unchanged(.task)) == 0)
        }
        #expect(try await house.take(file("20260202T000000Z", "second")).count(.changed(.task)) == 1)
        #expect(try await house.tasks().map(\.notes) == ["second"])
    }

    /// A document has its tasks first, so one that is cut off may have nothing else.
    @Test func aDocumentThatBreaksOffIsTakenUpToThere() async throws {
        let list = "01890a5d-ac96-774b-bcce-b302099a8057"
        let tasks = (100..<700).map { number in
            #"{"id":"01890a5d-ac96-774b-bcce-b302099a8\#(number)","text":"Task \#(number)","state":"notStarted","listId":"\#(list)"}"#
        }
        let beginning = #"{"exportDate":"2026-01-01T00:00:00Z","tasks":["# + "\n" + tasks.joined(separator: ",\n")
        let cut = String(beginning.dropLast(20))
        let stop = try await #require(throws: ImportStop.self) { try await house.take(cut, as: .json) }
        #expect(stop.problem.type == .importUnreadable)
        #expect(stop.report.count(.made(.task)) == 599)
        #expect(try await house.tasks().count == 599)
        let whole = beginning + #"],"lists":[{"id":"\#(list)","name":"Work"}]}"#
        let rest = try await house.take(whole, as: .json)
        #expect(rest.count(.made(.task)) == 1 && rest.count(.unchanged(.task)) == 599)
        #expect(try await house.lists().map(\.name) == ["Work"])
        #expect(Set(try await house.tasks().map(\.title)) == Set((100..<700).map { "Task \($0)" }))
        // Nothing is taken of what is no document.
        let other = try await #require(throws: ImportStop.self) { try await house.take("[1]", as: .json) }
        #expect(other.problem.type == .importFormatUnknown)
    }

    /// A row that somebody copied in a spreadsheet, id and all, is not taken for the one that it was copied from.
    @Test(arguments: [0, 600]) func anIdThatStandsTwiceIsTold(between: Int) async throws {
        let (first, copy) = (ImportHouse.file(1), ImportHouse.file(1, titles: "Other"))
        let others = ImportHouse.file(between, from: 1)
        let file = [first, others, copy].map { $0.dropFirst(2).dropLast(3) }.filter { !$0.isEmpty }
        let report = try await house.take("[\n" + file.joined(separator: ",\n") + "\n]\n")
        #expect(report.count(.made(.task)) == 1 + between && report.count(.unchanged(.task)) == 0)
        #expect(report.allPassedOver == 1)
        #expect(report.allRemarks.map(\.code) == [.passedOver])
        #expect(report.allRemarks.map(\.line) == [3 + between])
        #expect(try await house.tasks().first?.title == "Task 0")
    }

    /// Of two versions of one row the later counts, in either order and at any distance.
    @Test(arguments: [0, 600]) func ofTwoVersionsTheLaterCounts(between: Int) async throws {
        let earlier = ImportHouse.file(1, modified: "20260202T000000Z", titles: "Earlier")
        let later = ImportHouse.file(1, modified: "20260303T000000Z", titles: "Later")
        for versions in [[earlier, later], [later, earlier]] {
            let house = try await openImports()
            let all = [versions[0], ImportHouse.file(between, from: 1), versions[1]]
            let file = all.map { $0.dropFirst(2).dropLast(3) }.filter { !$0.isEmpty }
            let report = try await house.take("[\n" + file.joined(separator: ",\n") + "\n]\n")
            #expect(report.allRemarks.isEmpty && report.count(.made(.task)) == 1 + between)
            #expect(try await house.tasks().filter { !$0.title.hasPrefix("Task") }.map(\.title) == ["Later 0"])
        }
    }

    /// A source without reminders does not say that there is none, nor one without active tasks that none is.
    @Test(arguments: [Format.googleTasks, .todoistJSON, .taskwarrior])
    func whatASourceDoesNotHaveStays(format: Format) async throws {
        func file(_ title: String, _ year: Int) -> String {
            let at = "\(year)-01-01T00:00:00Z"
            return switch format {
            case .googleTasks:
                #"{"kind":"tasks#tasks","items":[{"kind":"tasks#task","id":"1","title":"\#(title)","updated":"\#(at)"}]}"#
            case .todoistJSON: #"[{"id":"1","content":"\#(title)","updated_at":"\#(at)"}]"#
            default: #"[{"description":"\#(title)","uuid":"1","modified":"\#(year)0101T000000Z"}]"#
            }
        }
        _ = try await house.take(file("Old", 2026), as: format)
        let task = try #require(try await house.tasks().first)
        let fields = [
            JSONMember("reminderAt", "2100-01-01T09:00:00.000Z"), JSONMember("state", .string(TaskState.active.name)),
        ]
        try await house.change(task.id, fields)
        #expect(try await house.take(file("New", 2099), as: format).count(.changed(.task)) == 1)
        let changed = try #require(try await house.tasks().first)
        #expect(changed.title == "New")
        #expect(changed.reminderAt == Instant("2100-01-01T09:00:00Z"))
        // Taskwarrior says of each task whether somebody has begun it.
        #expect(changed.state == (format == .taskwarrior ? .notStarted : .active))
    }

    /// Tasks that are parts of each other cannot be that here, and the report says which is not.
    @Test func aRingOfPartsIsTold() async throws {
        let (one, other) = ("01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a8058")
        func task(_ id: String, partOf parent: String, _ day: String) -> String {
            let at = "2026-01-\(day)T00:00:00Z"
            return
                #"{"id":"\#(id)","text":"a","state":"notStarted","createdAt":"\#(at)","updatedAt":"\#(at)","parentId":"\#(parent)"}"#
        }
        let tasks = [task(one, partOf: other, "01"), task(other, partOf: one, "02")]
        let report = try await house.take(
            #"{"exportDate":"2026-01-03T00:00:00Z","tasks":[\#(tasks.joined(separator: ","))]}"#, as: .json)
        #expect(report.count(.made(.task)) == 2)
        #expect(report.allRemarks.contains { $0.code == .merged && $0.field == "parentId" })
    }

    private func ask(_ query: String, _ body: String) async throws -> JSONValue {
        let principal = Principal(account: house.account, device: house.house.devices[0], token: .zero, scope: .full)
        let request = Request("POST", "/v1/import\(query)", body: RequestBody(Array(body.utf8)))
        let response = try await house.route.answer(request, principal)
        guard case .bytes(let bytes) = response.body else { return .null }
        return try JSONValue(json: bytes)
    }

    @Test func theRouteFindsOutWhatItIsAndReports() async throws {
        let answer = try await ask("?name=Work&dryRun=true", "TYPE,CONTENT,WHY\ntask,One,because\nhm,,\n")
        #expect(answer["format"] == "todoist-csv")
        #expect(answer["dryRun"] == true)
        #expect(answer["revision"] == .null)
        #expect(answer["made"]?["tasks"] == 1)
        #expect(answer["made"]?["lists"] == 1)
        #expect(answer["refused"] == 1)
        #expect(
            answer["fields"] == [
                .object([JSONMember("field", "CONTENT"), JSONMember("becomes", "title"), JSONMember("count", 1)]),
                .object([JSONMember("field", "WHY"), JSONMember("becomes", "notes"), JSONMember("count", 1)]),
            ])
        #expect(
            answer["remarks"] == [
                .object([
                    JSONMember("code", "refused"), JSONMember("line", 3), JSONMember("field", "TYPE"),
                    JSONMember("sentence", "A row is a task, a section or a note."),
                ])
            ])
        let words = ImportWords(answer).text
        #expect(words.hasPrefix("Would make 1 task and 1 list.\nCould not take 1 item."))
    }

    @Test(arguments: [
        ("", "hello", "import_format_unknown"), ("?format=ics", "hello", "import_format_unknown"),
        ("?format=odd", "hello", "malformed_parameter"), ("?dryRun=perhaps", "", "malformed_parameter"),
        ("?what=this", "", "malformed_parameter"), ("?format=ics", "BEGIN:VCALENDAR", "import_unreadable"),
    ]) func theRouteRefuses(query: String, body: String, code: String) async throws {
        let refusal = try await #require(throws: (any Error).self) { try await ask(query, body) }
        #expect((refusal as? Problem ?? (refusal as? ImportStop)?.problem)?.type.code == code)
        #expect(try await house.house.revision() == 0)
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}
