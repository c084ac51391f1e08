import Seeds
import Testing

@testable import DaybookCore

@Suite struct RowWireTests {
    static let seed = RandomSeed.current

    static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }

    static func read<Value>(
        _ bytes: [UInt8], _ read: (inout JSONReader) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        var reader = JSONReader(bytes)
        let value = try read(&reader)
        try reader.end()
        return value
    }

    /// A replica's row is the server's row, fields of newer peers and all clocks included.
    /// A server or a store of before tells the default that it was made with.
    @Test(
        arguments: [(nil, .unscheduled), (Fixture.clock("2026-02-11T12:00:00Z"), .unlisted)]
            as [(HybridTime?, InboxRule)])
    func aSettingThatNobodyChoseIsTheDefault(_ chosen: HybridTime?, _ rule: InboxRule) throws {
        var settings = AccountSettings()
        settings.inboxRule = .unlisted
        settings.clocks[.inboxRule] = chosen
        var writer = JSONWriter()
        settings.write(to: &writer, .replica)
        var reader = JSONReader(writer.bytes)
        #expect(try AccountSettings(from: &reader).inboxRule == rule)
    }

    @Test func replicasHoldTheSameRows() throws {
        var random = SeededRandom(Self.seed)
        for _ in 0..<400 {
            let task = WireSample.task(&random)
            let bytes = Self.json { task.write(to: &$0, .replica) }
            #expect(try Self.read(bytes, TaskItem.init(from:)) == task, "\(Self.seed)")
            let list = WireSample.list(&random)
            #expect(
                try Self.read(Self.json { list.write(to: &$0, .replica) }, TaskList.init(from:)) == list, "\(Self.seed)"
            )
            let settings = WireSample.settings(&random)
            let written = Self.json { settings.write(to: &$0, .replica) }
            #expect(try Self.read(written, AccountSettings.init(from:)) == settings, "\(Self.seed)")
            // The members' order is the writer's choice, not the reader's condition.
            guard case .object(let members) = try JSONValue(json: bytes) else { throw Unexpected() }
            let shuffled = JSONValue.object(members.shuffled(using: &random)).json
            #expect(try Self.read(shuffled, TaskItem.init(from:)) == task, "\(Self.seed)")
        }
    }

    struct Unexpected: Error {}

    /// The plain form says what people see, and reading it back shows the same.
    @Test func plainRowsShowTheSame() throws {
        var random = SeededRandom(Self.seed)
        for _ in 0..<300 {
            let task = WireSample.task(&random)
            let bytes = Self.json { task.write(to: &$0) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("\"clocks\":{") && !text.contains("\"completion\":"))
            let back = try Self.read(bytes, TaskItem.init(from:))
            #expect(back.state == task.state && back.bucket == task.bucket && back.title == task.title)
            #expect(back.completedAt == task.completedAt)
            #expect(back.unknown.entries.map(\.name) == task.unknown.entries.map(\.name))
            #expect(back.unknown.entries.map(\.value) == task.unknown.entries.map(\.value))
        }
    }

    /// Requirements 1: the fields' names and forms, letter by letter.
    @Test func aTaskAsItIsWritten() throws {
        var task = TaskItem(id: Identifier("550e8400-e29b-41d4-a716-446655440000")!)
        task.title = "Review \"chapter 3\""
        task.createdAt = Instant("2026-02-10T09:15:00Z")!
        task.scheduledDate = CalendarDate("2026-02-11")!
        task.sortOrder = OrderKey("V")!
        task.region = .morning
        task.recurrence = .weekly(Weekdays([5, 1, 3])!)
        let device = Identifier("00000000-0000-4000-8000-000000000001")!
        task.clocks.set(
            fields: FieldClocks<TaskField>.bits(.title, .region), to: HybridTime(task.createdAt, device: device))
        task.completion = .init(
            clock: HybridTime(Instant("2026-02-11T14:30:00.5Z")!, counter: 3, device: device),
            at: Instant("2026-02-11T14:30:00Z")!)
        task.revision = 7
        let plain = #"""
            {"id":"550e8400-e29b-41d4-a716-446655440000","title":"Review \"chapter 3\"","notes":null,"state":"completed",\#
            "createdAt":"2026-02-10T09:15:00.000Z","updatedAt":"2026-02-11T14:30:00.500Z",\#
            "completedAt":"2026-02-11T14:30:00.000Z","scheduledDate":"2026-02-11","dueAt":null,"reminderAt":null,\#
            "listId":null,"sortOrder":"V","region":"morning","bucket":"misc","enteredBacklogAt":null,\#
            "carryCount":0,"sticky":false,"autoCarry":false,"category":null,"priority":0,"tags":[],\#
            "recurrence":{"days":[1,3,5]},"parentRecurringId":null,"parentId":null,"deletedAt":null,"revision":7
            """#
        #expect(String(decoding: Self.json { task.write(to: &$0) }, as: UTF8.self) == plain + "}")
        let merging = #"""
            ,"openState":"notStarted","chosenBucket":"none",\#
            "completion":{"clock":"2026-02-11T14:30:00.500Z+0003@00000000-0000-4000-8000-000000000001",\#
            "at":"2026-02-11T14:30:00.000Z"},\#
            "clocks":{"2026-02-10T09:15:00.000Z+0000@00000000-0000-4000-8000-000000000001":["title","region"]}}
            """#
        #expect(String(decoding: Self.json { task.write(to: &$0, .replica) }, as: UTF8.self) == plain + merging)
    }

    /// A field that this release has come to know since a row was stored is written once, as its own.
    @Test func aStoredUnknownFieldThatIsKnownNowIsNotWrittenTwice() throws {
        var task = TaskItem(id: .zero)
        task.title = "a"
        let clock = HybridTime(milliseconds: 1, device: .zero)
        task.unknown.set(.init(name: "notes", value: "old", clock: clock))
        let back = try Self.read(Self.json { task.write(to: &$0, .replica) }, TaskItem.init(from:))
        #expect(back.notes == nil && back.unknown.isEmpty)
    }

    static let whole = #"{"id":"550e8400-e29b-41d4-a716-446655440000","title":"a","createdAt":"2026-02-10T09:15:00Z""#

    @Test(arguments: [
        (#"{"title":"a","createdAt":"2026-02-10T09:15:00Z"}"#, WireError.Code.missing, "id"),
        (#"{"id":"550e8400-e29b-41d4-a716-446655440000","createdAt":"2026-02-10T09:15:00Z"}"#, .missing, "title"),
        (#"{"id":"550e8400-e29b-41d4-a716-446655440000","title":"a"}"#, .missing, "createdAt"),
        (#"{"id":"550e8400","title":"a"}"#, .form, "id"), ("[]", .type, ""), ("7", .type, ""), ("null", .type, ""),
        (whole + #","title":"b"}"#, .duplicate, ""), (whole + #","notes":7}"#, .type, "notes"),
        (whole + #","state":"later"}"#, .value, "state"), (whole + #","state":null}"#, .type, "state"),
        (whole + #","scheduledDate":"2026-02-30"}"#, .form, "scheduledDate"),
        (whole + #","scheduledDate":"2026-02-10T00:00:00Z"}"#, .form, "scheduledDate"),
        (whole + #","dueAt":"2026-02-10"}"#, .form, "dueAt"), (whole + #","dueAt":1770000000}"#, .type, "dueAt"),
        (whole + #","carryCount":1.5}"#, .type, "carryCount"), (whole + #","carryCount":-1}"#, .range, "carryCount"),
        (whole + #","carryCount":99999999999999999999}"#, .range, "carryCount"),
        (whole + #","sticky":1}"#, .type, "sticky"),
        (whole + #","sortOrder":""}"#, .form, "sortOrder"), (whole + #","recurrence":{}}"#, .missing, "recurrence"),
        (whole + #","recurrence":{"days":[0]}}"#, .range, "recurrence.days[0]"),
        (whole + #","recurrence":{"days":[1,3,8]}}"#, .range, "recurrence.days[2]"),
        (whole + #","clocks":{"x":[]}}"#, .form, "clocks"),
        (whole + #","completion":{}}"#, .missing, "completion.clock"),
        (whole + #","future":1,"future":2}"#, .duplicate, "future"),
        (whole + #","future":{"a":1,"a":2}}"#, .duplicate, "future.a"),
        (whole, .truncated, "createdAt"), (whole + "}x", .trailing, ""),
    ])
    func refusesRows(_ document: String, _ code: WireError.Code, _ path: String) {
        let error = #expect(throws: WireError.self) { try Self.read(Array(document.utf8), TaskItem.init(from:)) }
        #expect(error?.code == code)
        #expect(error?.path == path)
    }

    /// ISO 8601 with offsets and with fewer or more digits.
    @Test(arguments: [
        ("2026-02-10T09:15:00Z", "2026-02-10T09:15:00.000Z"), ("2026-02-10T09:15:00.1Z", "2026-02-10T09:15:00.100Z"),
        ("2026-02-10T09:15:00.123456789Z", "2026-02-10T09:15:00.123Z"),
        ("2026-02-10T11:15:00+02:00", "2026-02-10T09:15:00.000Z"),
        ("2026-02-09T23:45:00.5-09:30", "2026-02-10T09:15:00.500Z"),
        ("2026-02-10t09:15:00z", "2026-02-10T09:15:00.000Z"),
        (#"2026-02-10T09\u003a15:00Z"#, "2026-02-10T09:15:00.000Z"),
    ])
    func takesInstants(_ written: String, _ instant: String) throws {
        let bytes = Array((Self.whole + #","dueAt":""# + written + #""}"#).utf8)
        #expect(try Self.read(bytes, TaskItem.init(from:)).dueAt?.text == instant)
    }
}
