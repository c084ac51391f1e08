import Testing

@testable import DaybookCore

/// What a field may hold.
extension MergeTests {
    @Test mutating func whatANewerPeerWroteIsKept() {
        let value = JSONValue.object([JSONMember("deep", .array([1, .decimal("1.50"), nil]))])
        desk.do(one, .title("x") + [JSONMember("mood", value)], at: 5)
        #expect(desk[1].unknown["mood"]?.value == value)
        #expect(desk.do(one, [JSONMember("mood", "old")], at: 4, by: Desk.b).name == "superseded")
        desk.do(one, [JSONMember("mood", "new")], at: 6, by: Desk.b)
        #expect(desk[1].unknown["mood"]?.value == "new")
        #expect(desk[1].updatedAt == Desk.time(6).instant)
        // Whole rows may be sent back: what follows from other fields is passed over.
        #expect(desk.do(one, [JSONMember("updatedAt", "x"), JSONMember("revision", 9)], at: 7) == .applied)
        #expect(desk[1].unknown.entries.count == 1)
    }

    /// More than one change may name is refused as such, before anything is put together with what the row has.
    @Test(arguments: [(64, nil), (65, .invalidFields), (20_000, .invalidFields)] as [(Int, Rejection.Code?)])
    mutating func fieldsOfANewerPeerAreCounted(_ count: Int, _ refused: Rejection.Code?) {
        desk.do(one, .title("x"), at: 1)
        let outcome = desk.do(one, (0..<count).map { JSONMember("field \($0)", 1) }, at: 2)
        guard case .rejected(let rejection) = outcome else {
            #expect(refused == nil && outcome == .applied)
            return
        }
        #expect(rejection.code == refused && desk[1].unknown.isEmpty)
    }

    @Test mutating func createdAtIsSetOnce() {
        let old = Instant(milliseconds: 1_000_000)
        desk.do(one, .title("x") + [JSONMember("createdAt", .string(old.text))], at: 5)
        #expect(desk[1].createdAt == old)
        let outcome = desk.do(one, [JSONMember("createdAt", "2026-01-01T00:00:00Z")], at: 9)
        #expect(outcome.conflicts.map(\.reason) == [.immutable])
        #expect(desk[1].createdAt == old)
    }

    @Test(
        arguments: [
            ("title", "   ", FieldError.Code.empty), ("title", nil, .required), ("title", 5, .wrongType),
            ("state", "done", .unknownValue), ("scheduledDate", "2026-02-30", .malformed), ("dueAt", 7, .wrongType),
            ("dueAt", "tomorrow", .malformed), ("listId", "x", .malformed), ("sortOrder", "ä", .malformed),
            ("region", "night", .unknownValue), ("bucket", 1, .wrongType), ("carryCount", -1, .outOfRange),
            ("carryCount", "1", .wrongType), ("sticky", nil, .wrongType), ("recurrence", "weekly", .wrongType),
            ("recurrence", .object([JSONMember("days", .array([0]))]), .outOfRange),
            ("recurrence", .object([JSONMember("rrule", "FREQ=HOURLY")]), .malformed),
            (
                "recurrence", .object([JSONMember("days", .array([1])), JSONMember("except", .array(["x"]))]),
                .malformed
            ),
            ("priority", 10, .outOfRange), ("priority", "high", .wrongType), ("parentId", "x", .malformed),
            ("deletedAt", nil, .immutable), ("createdAt", nil, .wrongType),
        ] as [(String, JSONValue, FieldError.Code)])
    mutating func whatCannotBeIsRefusedByField(_ field: String, _ value: JSONValue, _ code: FieldError.Code) throws {
        desk.do(one, .title("x"), at: 1)
        let before = desk.slice.tasks
        let outcome = desk.do(one, [JSONMember("notes", "n"), JSONMember(field, value)], at: 2)
        let rejection = try #require(outcome.rejection)
        #expect(rejection.code == .invalidFields && rejection.fields.map(\.code) == [code])
        #expect(rejection.fields.map(\.field) == [field] && rejection.sentence.contains(field))
        #expect(desk.slice.tasks == before)
    }

    @Test mutating func titlesOfAnyLengthAndScript() {
        let family = String(repeating: "👨‍👩‍👧‍👦", count: 10_000)
        #expect(desk.do(one, .title(family), at: 1) == .applied)
        #expect(desk[1].title.count == 10_000)
        #expect(desk.do(one, .title("\u{3000}日本 "), at: 2) == .applied)
        #expect(desk[1].title == "日本")
        #expect(desk.do(one, .title("nul\u{0}l"), at: 3).name == "rejected")
        #expect(desk.do(one, [JSONMember("strange", "nul\u{0}l")], at: 3).name == "rejected")
        #expect(desk[1].title == "日本")
        #expect(desk.do(one, .title(String(repeating: "x", count: 262_145)), at: 4).name == "rejected")
    }

    @Test mutating func settings() {
        let account = desk.slice.account
        let good: [JSONMember] = [
            JSONMember("timeZone", "Australia/Lord_Howe"), JSONMember("dayStart", "04:00"),
            JSONMember("reviewTime", nil), JSONMember("rollover", "backlog"), JSONMember("firstWeekday", 7),
            JSONMember("regionLimits", .object([.init("mustDo", 2), .init("complementary", 1), .init("misc", 0)])),
            JSONMember("complementaryAfterMustDo", true), JSONMember("quickAdd", "today"),
            JSONMember("linkScheme", "my-app"),
        ]
        #expect(desk.do(account, good, at: 1, entity: .settings) == .applied)
        let settings = desk.slice.settings
        #expect(settings.timeZone == "Australia/Lord_Howe" && settings.dayStart == TimeOfDay(hour: 4, minute: 0))
        #expect(settings.reviewTime == nil && settings.rollover == .backlog && settings.firstWeekday == 7)
        #expect(settings.regionLimits == RegionLimits(mustDo: 2, complementary: 1, misc: 0))
        #expect(settings.complementaryAfterMustDo && settings.quickAdd == .today && settings.linkScheme == "my-app")
        for (field, value) in [
            ("timeZone", "Mars/Base"), ("dayStart", "24:00"), ("firstWeekday", 0), ("rollover", "maybe"),
            ("regionLimits", 5), ("linkScheme", "9x"), ("quickAdd", "later"),
        ] as [(String, JSONValue)] {
            #expect(
                desk.do(account, [JSONMember(field, value)], at: 2, entity: .settings).name == "rejected", "\(field)")
        }
        #expect(desk.do(account, at: 3, kind: .delete, entity: .settings) == .rejected(.invalidOperation))
    }
}
