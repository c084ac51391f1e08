import DaybookCore
import DaybookFormats
import Seeds

/// Tasks and lists as hostile as an account takes them.
struct RandomDrafts {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    static let texts = [
        "Buy milk", "=HYPERLINK(\"http://x\",\"y\")", "+1", "-2+3", "@SUM(A1)", "'quoted'", "''", "\t=1", " =1", "＝1+1",
        "a,b;c\"d\"\"e", "first\nsecond\r\nthird\rfourth", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467} 🏳️‍🌈",
        "עברית\u{200F} و عربي",
        "\\n \\, \\; \\\\", "e\u{0301}\u{0327}", "\u{0301}combining first", "\u{FEFF}mark", "\u{2028}line\u{2029}",
        "control \u{01}\u{07}\u{1F}\u{7F} end", "null", "true", "007", "1e5", "{\"json\":[1]}", "\"", "BEGIN:VTODO",
        String(repeating: "ä😀字", count: 40), "id,text,state", "#comment", "|cmd", "%0A",
    ]

    mutating func text() -> String {
        switch random.below(20) {
        case 0: String((0..<10_000).map { _ in Self.letters[random.below(Self.letters.count)] })
        case 1...9: Self.texts[random.below(Self.texts.count)]
        default: (0...random.below(3)).map { _ in Self.texts[random.below(Self.texts.count)] }.joined(separator: " ")
        }
    }

    private static let letters = Array("abc äß\"',;\n=+-@字😀א\\")

    mutating func maybe<Value>(_ percent: Int, _ make: (inout RandomDrafts) -> Value) -> Value? {
        random.chance(percent) ? make(&self) : nil
    }

    mutating func instant() -> Instant {
        let second = Int64(random.below(4_000_000_000)) - 1_000_000_000
        return Instant(milliseconds: second * 1000 + (random.chance(50) ? Int64(random.below(1000)) : 0))
    }

    mutating func value(_ depth: Int = 0) -> JSONValue {
        switch random.below(depth > 3 ? 6 : 8) {
        case 0: .null
        case 1: .bool(random.chance(50))
        case 2: .integer(Int64(bitPattern: random.next()))
        case 3: .decimal("1.50E+20")
        case 4, 5: .string(text())
        case 6: .array((0..<random.below(4)).map { _ in value(depth + 1) })
        default:
            .object((0..<random.below(4)).map { JSONMember("\($0) \(Self.texts[random.below(5)])", value(depth + 1)) })
        }
    }

    mutating func unknown() -> [JSONMember] {
        guard random.chance(25) else { return [] }
        // Names that our documents have too are the most hostile.
        let names = ["orderKey", "text", "milliseconds", "otherFields", "type", "ef fort", "\"", "=1"]
        return (0...random.below(3)).map {
            JSONMember(names[(random.below(3) + $0 * 3) % names.count] + "\($0)", value())
        }
            + (random.chance(30) ? [JSONMember("text", value())] : [])
    }

    mutating func recurrence() -> Recurrence {
        switch random.below(5) {
        case 0: .weekly(Weekdays([1, 3, 5])!)
        case 1: .rule("FREQ=WEEKLY;BYDAY=MO,WE")
        case 2: .rule("RRULE:freq=monthly;bymonthday=1")
        case 3: .rule("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;UNTIL=20301231")
        default: .rule("FREQ=DAILY")
        }
    }

    mutating func task(_ number: Int, lists: [SourceName]) -> TaskDraft {
        var task = TaskDraft(.own(.random(using: &random)), line: 0, title: text())
        task.notes = maybe(50) { $0.random.chance(10) ? "" : $0.text() + "\n" + $0.text() }
        task.state = TaskState.allCases[random.below(3)]
        task.createdAt = instant()
        task.updatedAt = instant()
        if task.state == .completed { task.completedAt = instant() }
        task.scheduledDate = maybe(50) { CalendarDate(dayNumber: $0.random.below(40_000))! }
        task.dueAt = maybe(40) { $0.instant() }
        task.reminderAt = maybe(40) { $0.instant() }
        task.list = maybe(50) { lists.isEmpty ? .own(.zero) : lists[$0.random.below(lists.count)] }
        task.sortOrder = OrderKey("a\(number)x\(random.below(1000))")
        task.region = maybe(50) { Region.allCases[$0.random.below(4)] }
        if let region = task.region, region != .backlog {
            task.bucket = [.mustDo, .complementary, .misc][random.below(3)]
        }
        if task.region == .backlog { task.enteredBacklogAt = instant() }
        task.carryCount = random.below(3)
        task.sticky = random.chance(20)
        task.autoCarry = random.chance(20)
        task.category = maybe(40) { $0.random.chance(10) ? "" : $0.text() }
        task.priority = maybe(40) { 1 + $0.random.below(9) }
        task.tags = maybe(30) { ["a, b", "home", $0.random.chance(50) ? "=1" : "ä;"].sorted() }
        task.recurrence = maybe(40) { $0.recurrence() }
        task.parentRecurringId = maybe(20) { .random(using: &$0.random) }
        task.parent = maybe(20) { .own(.random(using: &$0.random)) }
        task.deletedAt = maybe(10) { $0.instant() }
        task.unknown = unknown()
        return task
    }

    mutating func list() -> ListDraft {
        var list = ListDraft(.own(.random(using: &random)), line: 0, title: text())
        list.colorHex = maybe(50) { _ in "#A0B1C2" }
        list.filter = maybe(20) { _ in "open due < +3d" }
        list.createdAt = instant()
        list.updatedAt = instant()
        list.sortOrder = OrderKey("b\(random.below(100_000))")
        list.deletedAt = maybe(10) { $0.instant() }
        list.unknown = unknown()
        return list
    }
}

/// An account as files hold it.
struct DraftedAccount: Equatable {
    var settings = SettingsDraft([JSONMember("timeZone", "Europe/Berlin"), JSONMember("reviewTime", .null)])
    var lists: [ListDraft] = []
    var tasks: [TaskDraft] = []

    init() {}

    init(random: inout RandomDrafts, tasks: Int) {
        lists = (0..<random.random.below(4)).map { _ in random.list() }
        let names = lists.map(\.name)
        self.tasks = (0..<tasks).map { random.task($0, lists: names) }
    }

    /// As a reader has it; where in the file it stood is no part of it.
    init(_ drafts: [Draft]) {
        for draft in drafts {
            switch draft {
            case .settings(let settings): self.settings = settings
            case .list(var list):
                list.line = 0
                lists.append(list)
            case .task(var task):
                task.line = 0
                tasks.append(task)
            }
        }
    }

    /// Written whole, or in parts as an export under way takes them.
    func file(_ format: ExportFormat, date: Instant, takingParts: Bool = false) -> [UInt8] {
        var writer = format.writer()
        var bytes: [UInt8] = []
        func part() { if takingParts { bytes += writer.take() } }
        writer.begin(ExportHead(date: date, appVersion: "1.0.0", settings: settings))
        part()
        if format.listsComeFirst { for list in lists { writer.write(list); part() } }
        for (rank, task) in tasks.enumerated() { writer.write(task, rank: rank); part() }
        if !format.listsComeFirst { for list in lists { writer.write(list); part() } }
        writer.end()
        return bytes + writer.take()
    }
}
