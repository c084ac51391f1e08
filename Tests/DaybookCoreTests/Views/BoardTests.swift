import Testing

@testable import DaybookCore

/// .x and .x: the board of the regions.
@Suite struct BoardTests {
    static let noon = Fixture.moment("2026-02-11T12:00:00Z")

    static func task(
        _ title: String, _ region: Region, _ bucket: Bucket, _ state: TaskState = .notStarted, order: String = "V",
        on date: String? = "2026-02-11"
    ) -> TaskItem { TaskItem.named(title, state, order: order, on: date).placed(region, bucket) }

    @Test func cells() {
        let tasks = [
            Self.task("ship", .morning, .mustDo), Self.task("a", .morning, .complementary),
            Self.task("b", .morning, .complementary, .active),
            Self.task("c", .morning, .complementary, .completed), Self.task("d", .morning, .misc),
            Self.task("e", .morning, .misc),
            Self.task("f", .morning, .misc), Self.task("g", .morning, .none),
            Self.task("run", .evening, .mustDo, .completed),
            TaskItem.named("h").placed(.backlog), TaskItem.named("i").placed(.backlog),
            TaskItem.named("j", .completed).placed(.backlog),
            TaskItem.named("k", deleted: true).placed(.backlog),
            Self.task("tomorrow", .morning, .misc, on: "2026-02-12"),
            Self.task("yesterday", .morning, .misc, on: "2026-02-10"), TaskItem.named("plain", on: "2026-02-11"),
        ]
        let board = Self.noon.board(tasks)
        #expect(board.cells.map(\.region) == [.morning, .afternoon, .evening])
        // must-do title or a placeholder; complementary 2/3; misc 4/5, tasks without a bucket among them.
        #expect(board.cells.map(\.mustDoTitle) == ["ship", "No must-do yet", "run"])
        #expect(board.cells.map(\.complementary.description) == ["2/3", "0/3", "0/3"])
        #expect(board.cells.map(\.misc.description) == ["4/5", "0/5", "0/5"])
        // percent done, Backlog's total, overall done / total.
        #expect(board.cells.map(\.progress.description) == ["1/8", "0/0", "1/1"])
        #expect(board.cells.map(\.progress.percent) == [13, 0, 100])
        #expect(board.backlog == 2)
        #expect(board.overall.description == "2/9")
        #expect(Fixture.words(Self.noon.region(.morning, tasks)) == "b a d e f g ship c")
    }

    @Test(arguments: [
        (0, 0, 0), (0, 3, 0), (1, 3, 33), (2, 3, 67), (1, 2, 50), (1, 200, 1), (199, 200, 100), (7, 7, 100),
    ])
    func percent(_ done: Int, _ total: Int, _ percent: Int) {
        #expect(Board.Progress(done: done, total: total).percent == percent)
    }

    @Test func limitsAreTheAccounts() {
        let board = Self.noon.board(
            [Self.task("a", .afternoon, .misc)], limits: RegionLimits(mustDo: 2, complementary: 4, misc: 9))
        #expect(board.cells[1].misc.description == "1/9")
        #expect(board.cells[1].complementary.description == "0/4")
    }

    @Test func anOpenMustDoComesBeforeACompletedOne() {
        let board = Self.noon.board([
            Self.task("done", .morning, .mustDo, .completed, order: "A"),
            Self.task("open", .morning, .mustDo, order: "z"),
        ])
        #expect(board.cells[0].mustDoTitle == "open")
    }

    /// .x: sticky tasks stay in their region until done, and until the end of that day.
    @Test(arguments: [
        // sticky, completed at, scheduled on, shown
        (false, nil, "2026-02-10", false), (true, nil, "2026-02-10", true),
        (true, "2026-02-11T09:00:00Z", "2026-02-10", true),
        (true, "2026-02-10T09:00:00Z", "2026-02-09", false), (true, nil, "2026-02-12", false), (false, nil, nil, true),
        (false, "2026-02-11T09:00:00Z", nil, true), (false, "2026-02-10T09:00:00Z", nil, false),
    ])
    func whoIsOnTheBoard(_ sticky: Bool, _ completed: String?, _ date: String?, _ shown: Bool) {
        var task = Self.task("a", .morning, .misc, on: date)
        if sticky { task = task.keptSticky() }
        if let completed { task = task.completed(at: completed) }
        #expect(Self.noon.board([task]).overall.total == (shown ? 1 : 0))
    }
}
