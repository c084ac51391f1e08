import DaybookCore
import Testing

@testable import DaybookHost
@testable import DaybookStore

/// What a client that holds a view is told.
@Suite(.closing) struct ViewTagTests {
    private let house: ViewHouse

    init() async throws { house = try await ViewHouse.open() }

    private static let noon = Instant("2026-02-11T12:00:00.000Z")!

    private func task(_ title: String, on date: String? = nil, due: String? = nil) -> SyncOperation {
        var fields = [JSONMember("title", .string(title))]
        if let date { fields.append(JSONMember("scheduledDate", .string(date))) }
        if let due { fields.append(JSONMember("dueAt", .string(due))) }
        return SyncOperation(
            opId: .random(), id: .random(),
            at: HybridTime(.now(), device: Identifier(high: 0xD, low: 1)), fields: fields)
    }

    private static let views = [
        "inbox", "today", "upcoming", "past", "overdue", "backlog", "board", "widget", "completed",
    ]

    @Test func unchangedIs304UntilSomethingChanges() async throws {
        for view in Self.views {
            let first = try await house.ask(view, at: Self.noon)
            let tag = try #require(first.tag)
            let again = try await house.ask(view, at: Self.noon, holding: tag)
            #expect(again.status == 304 && again.tag == tag && again.json == .null)
            #expect(try await house.ask(view, at: Self.noon, holding: "W/\(tag), \"other\"").status == 304)
            #expect(try await house.ask(view, at: Self.noon, holding: "\(tag.dropLast())-gzip\"").status == 304)
            try await house.change([task("a", on: "2026-02-11")])
            let changed = try await house.ask(view, at: Self.noon, holding: tag)
            #expect(changed.status == 200 && changed.tag != tag)
            let held = try #require(changed.tag)
            #expect(try await house.ask(view, at: Self.noon, holding: "\(tag), \(held)").status == 304)
        }
    }

    /// The clock of the account is all that is looked at: with the task table locked away, 304 is answered still.
    @Test func unchangedIsToldWithoutATask() async throws {
        try await house.change([task("a", on: "2026-02-11")])
        var tags: [String: String] = [:]
        for view in Self.views { tags[view] = try await house.ask(view, at: Self.noon).tag }
        try await house.database.transaction(of: house.account) { transaction in
            try await transaction.run("LOCK TABLE task, completion, list, account_settings IN ACCESS EXCLUSIVE MODE")
            for view in Self.views {
                let answer = try await house.ask(view, at: Self.noon, holding: tags[view])
                #expect(answer.status == 304, "\(view)")
            }
        }
    }

    /// A new day is another view, but for those that know no day.
    @Test func midnightChangesWhatFollowsTheDay() async throws {
        let eve = Instant("2026-02-11T23:59:59.999Z")!
        let midnight = Instant("2026-02-12T00:00:00.000Z")!
        for view in ["today", "upcoming", "past", "overdue", "backlog", "board", "widget", "completed"] {
            let tag = try await house.ask(view, at: Self.noon).tag
            #expect(try await house.ask(view, at: eve, holding: tag).status == 304, "\(view)")
            #expect(try await house.ask(view, at: midnight, holding: tag).status == 200, "\(view)")
        }
        let inbox = try await house.ask("inbox", at: Self.noon).tag
        #expect(try await house.ask("inbox", at: midnight, holding: inbox).status == 304)
    }

    /// What follows the time of day says itself until when it holds.
    @Test func aTaskThatComesDueEndsATag() async throws {
        try await house.change([task("pay", on: "2026-02-11", due: "2026-02-11T14:00:00.000Z")])
        let due = Instant("2026-02-11T14:00:00.000Z")!
        for view in ["overdue", "widget"] {
            let before = try await house.ask(view, at: Self.noon)
            #expect(try await house.ask(view, at: due, holding: before.tag).status == 304, "\(view)")
            let after = try await house.ask(view, at: due.adding(milliseconds: 1), holding: before.tag)
            #expect(after.status == 200 && after.tag != before.tag, "\(view)")
        }
        let before = try await house.ask("overdue", at: Self.noon)
        #expect(before.words == "" && before["changesAt"] == "2026-02-11T14:00:00.001Z")
        let after = try await house.ask("overdue", at: due.adding(milliseconds: 1))
        #expect(after.words == "pay" && after["changesAt"] == .null)
    }

    /// A restore gives the database another history, in which the same revision means something else.
    @Test func aTagOfAnotherHistoryNamesNothing() async throws {
        let tag = try await house.ask("today", at: Self.noon).tag
        try await house.database.write("UPDATE instance SET epoch = \(Identifier.random())")
        #expect(try await house.ask("today", at: Self.noon, holding: tag).status == 200)
    }

    /// Another process changed the account's zone: what this one remembers of it is found out by the view's own
    /// statement.
    @Test func settingsThatChangedElsewhereAreFoundOut() async throws {
        try await house.change([task("a", on: "2026-02-12")])
        let evening = Instant("2026-02-11T20:00:00.000Z")!
        let before = try await house.ask("today", at: evening)
        #expect(before.words == "" && before["date"] == "2026-02-11")
        let elsewhere = try ViewHouse(sharing: house)
        #expect(try await elsewhere.ask("today", at: evening).words == "")
        try await house.change([
            SyncOperation(
                opId: Identifier(high: 5, low: 5), entity: .settings, id: house.account,
                at: HybridTime(.now(), device: Identifier(high: 0xD, low: 1)),
                fields: [JSONMember("timeZone", "Pacific/Auckland")])
        ])
        for place in [house, elsewhere] {
            let after = try await place.ask("today", at: evening, holding: before.tag)
            #expect(after.status == 200 && after.words == "a" && after["date"] == "2026-02-12")
            #expect(try await place.ask("today", at: evening, holding: after.tag).status == 304)
        }
    }

    @Test func whatCannotBeReadIsRefused() async throws {
        let asked = [
            "inbox?rule=other", "today?limit=0", "today?limit=1001", "today?cursor=x", "upcoming?cursor=x.active.a0.y",
            "past?now=2026-02-11T12:00:00Z", "widget?size=huge", "widget?list=none", "completed?from=yesterday",
            "completed?from=2026-02-12&to=2026-02-11", "completed?cursor=x", "lists/x", "board?limit=1",
            "upcoming?cursor=tomorrow.active.a0.550e8400-e29b-41d4-a716-446655440000",
            "backlog?cursor=a.active.a0.550e8400-e29b-41d4-a716-446655440000",
        ]
        for view in asked {
            let answer = try await house.ask(view, at: Self.noon)
            #expect(answer.status == 400 && answer["code"] == "malformed_parameter", "\(view)")
        }
        let unknown = "lists/550e8400-e29b-41d4-a716-446655440000"
        #expect(try await house.ask(unknown, at: Self.noon).status == 404)
    }
}
