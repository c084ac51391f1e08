import Testing

@testable import DaybookCore
@testable import DaybookFormats

@Suite struct TaskwarriorTests {
    let file: ReadFile

    init() throws {
        file = try ReadFile(fixture: "taskwarrior.json", as: .taskwarrior)
        #expect(file.failure == nil)
    }

    @Test func everyFieldOfTheFormatGoesSomewhere() throws {
        let task = try file.task("Buy a spaceship")
        #expect(task.name == .named("296d835e-8f85-4224-8f36-c612cad1b9f8"))
        #expect(task.state == .active)
        #expect(task.createdAt == "2012-01-10T23:12:00Z")
        #expect(task.updatedAt == "2012-01-12T08:00:00Z")
        #expect(task.dueAt == "2012-01-20T17:00:00Z")
        #expect(task.scheduledDate == "2012-01-18")
        #expect(task.list == .named("Home.Garage"))
        #expect(task.tags == ["money", "space"] && task.category == nil)
        #expect(task.priority == 1)
        #expect(
            task.notes == """
                2012-01-10 Remember to get the mail
                2012-01-10 Pay the bills

                scheduled: 20120118T080000Z
                until: 20120201T000000Z
                depends: ["9a1b835e-8f85-4224-8f36-c612cad1b9f8"]
                estimate: 4h
                """)
        #expect(file.lists.map(\.title) == ["Home.Garage"])
    }

    @Test func theReportNamesWhereEachFieldWent() {
        #expect(file.report.count(of: "due", .field("dueAt")) == 4)
        #expect(file.report.count(of: "priority", .field("priority")) == 1)
        #expect(file.report.count(of: "urgency", .nothing) == 1)
        #expect(file.report.count(of: "estimate", .notes) == 1)
        #expect(file.report.passedOver == 1)
        #expect(file.report.refused == 1)
        #expect(
            file.report.remarks.map { "\($0.line) \($0.code.rawValue) \($0.field ?? "")" } == [
                "4 passed_over ", "8 not_understood recur", "9 refused description", "10 not_understood entry",
            ])
    }

    /// Each child is a step along the rule of its series, and a file has so many of them.
    @Test func theChildrenOfAllSeriesAreCountedWithinBounds() {
        var rows = TaskwarriorRowReader()
        rows.childrenLeft = 25
        var reading = Reading(ReadingContext(now: Instant(milliseconds: 0)))
        for number in 0..<3 {
            let text = """
                {"description":"t","uuid":"\(number)","status":"recurring","recur":"daily","mask":"++++++++++",
                "due":"20260110T231200Z"}
                """
            let piece = JSONPieces.Piece(member: "", isElement: true, bytes: Array(text.utf8), line: number + 1)
            rows.take(piece, into: &reading)
        }
        let tasks: [TaskDraft] = reading.take().compactMap { if case .task(let task) = $0 { task } else { nil } }
        #expect(tasks.map { $0.recurrence != nil } == [true, true, false])
        #expect(tasks.last?.notes == "recur: daily")
    }

    @Test func aCompletedTaskKeepsItsTime() throws {
        let task = try file.task("Water the plants")
        #expect(task.state == .completed)
        #expect(task.completedAt == "2012-01-03T10:15:00Z")
    }

    @Test func aWaitingTaskIsForTheDayOnWhichItShows() throws {
        let task = try file.task("Birthday present")
        #expect(task.scheduledDate == "2012-10-01")
        // Two in the morning, there.
        #expect(task.notes == "wait: 20121001T000000Z")
        let midnight = ReadFile(
            #"[{"description":"a","uuid":"1","wait":"20120930T220000Z"}]"#, as: .taskwarrior, zone: "Europe/Berlin")
        #expect(midnight.tasks.map(\.scheduledDate) == ["2012-10-01"] && midnight.tasks.map(\.notes) == [nil])
    }

    /// Two children were made, so the series goes on in March.
    @Test func aSeriesGoesOnWhereItsChildrenEnd() throws {
        let rent = file.tasks.filter { $0.title == "Pay the rent" }
        #expect(rent.map(\.scheduledDate) == ["2012-03-01", "2012-02-01"])
        #expect(rent.map(\.recurrence) == [.rule("FREQ=MONTHLY;UNTIL=20121231"), nil])
        #expect(rent[0].dueAt == "2012-03-01T09:00:00Z")
    }

    /// It is due at the same time by the clock, whatever became of the clock since it began.
    @Test(arguments: [
        ("20260531T220000Z", 6, "2026-11-30T23:00:00Z"), ("20260601T070000Z", 6, "2026-12-01T08:00:00Z"),
        ("20260101T080000Z", 6, "2026-07-01T07:00:00Z"), ("20260101T080000Z", 0, "2026-01-01T08:00:00Z"),
    ]) func aSeriesKeepsItsTimeByTheClock(due: String, children: Int, next: String) throws {
        let mask = String(repeating: "+", count: children)
        let file = ReadFile(
            #"[{"description":"a","uuid":"1","status":"recurring","recur":"monthly","due":"\#(due)","mask":"\#(mask)"}]"#,
            as: .taskwarrior, zone: "Europe/Berlin")
        let task = try file.task("a")
        #expect(task.dueAt == Instant(next))
        #expect(task.scheduledDate?.text.hasSuffix("-01") == true)
    }

    @Test(arguments: [1, 2, 7, 64]) func itDoesNotMatterHowTheBytesArrive(size: Int) throws {
        let pieces = try ReadFile(fixture: "taskwarrior.json", as: .taskwarrior, cutting: size)
        #expect(pieces.drafts == file.drafts)
        #expect(pieces.report == file.report)
    }

    @Test func oneTaskALineIsReadToo() {
        let file = ReadFile(
            """
            {"description":"One","status":"pending","entry":"20120110T231200Z"}
            {"description":"One","status":"pending","entry":"20120110T231200Z"}

            """, as: .taskwarrior)
        #expect(file.tasks.map(\.title) == ["One", "One"])
        #expect(Set(file.tasks.map(\.name)).count == 2)
        #expect(file.tasks.map(\.line) == [1, 2])
    }
}
