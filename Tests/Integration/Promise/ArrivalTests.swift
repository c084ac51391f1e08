import Testing

/// Changes that arrive before what they rest on, over real HTTP.
@Suite(.closing) struct ArrivalTests {
    private let api: API

    init() async throws { api = try await API.serving() }

    @Test func anEditMayArriveBeforeItsTask() async throws {
        var phone = try await Hand.several(api, ahead: [0])[0]
        let task = Hand.name()
        #expect(
            try await phone.sync([phone.change(task, at: -10_000, #"{"category":"life"}"#)]).outcomes == ["waiting"]
        )
        #expect(try await api.ask("GET", "/v1/tasks/\(task)", token: phone.token).status == 404)
        let waiting = try await api.ask("GET", "/v1/history?task=\(task)", token: phone.token).json
        #expect(waiting["entries"][0]["outcome"].text == "waiting")
        let made = #"{"title":"Tea","notes":"green","category":"work"}"#
        #expect(try await phone.sync([phone.change(task, at: -20_000, made)]).outcomes != ["rejected"])
        let row = try await phone.task(task)
        #expect(row["title"].text == "Tea" && row["notes"].text == "green" && row["category"].text == "life")
    }

    @Test func aTitleThatArrivesFirstWipesNothing() async throws {
        var phone = try await Hand.several(api, ahead: [0])[0]
        let task = Hand.name()
        try await phone.sync([phone.change(task, at: -10_000, #"{"title":"Later"}"#)])
        try await phone.sync([phone.change(task, at: -20_000, #"{"title":"Tea","notes":"green"}"#)])
        let row = try await phone.task(task)
        #expect(row["title"].text == "Later" && row["notes"].text == "green")
    }

    @Test func aDeletionMayArriveBeforeItsTask() async throws {
        var phone = try await Hand.several(api, ahead: [0])[0]
        let task = Hand.name()
        #expect(try await phone.sync([phone.change(task, at: -10_000, kind: "delete")]).outcomes == ["waiting"])
        try await phone.sync([phone.change(task, at: -20_000, #"{"title":"Tea"}"#)])
        #expect(try await api.ask("GET", "/v1/tasks/\(task)", token: phone.token).status == 410)
    }

    @Test(arguments: [true, false]) func aTaskMayArriveBeforeItsList(together: Bool) async throws {
        var phone = try await Hand.several(api, ahead: [0])[0]
        let (task, list) = (Hand.name(), Hand.name())
        let operations = [
            phone.change(task, at: -10_000, #"{"title":"Tea","listId":"\#(list)"}"#),
            phone.change(list, at: -20_000, #"{"name":"Kitchen"}"#, entity: "list"),
        ]
        for push in together ? [operations] : operations.map({ [$0] }) { try await phone.sync(push) }
        #expect(try await phone.task(task)["listId"].text == list)
    }

    /// Deleted at -25 s, completed at -20 s: the next occurrence is there whichever came first.
    @Test(arguments: [true, false]) func aSeriesGoesOnInEitherOrder(deletionFirst: Bool) async throws {
        var hands = try await Hand.several(api, ahead: [0, 0])
        let (phone, laptop, task) = (hands[0], hands[1], Hand.name())
        let series = #"{"title":"Run","scheduledDate":"2026-06-01","recurrence":{"rrule":"FREQ=DAILY"}}"#
        try await hands[0].sync([phone.change(task, at: -30_000, series)])
        let changes = [
            (0, phone.change(task, at: -25_000, kind: "delete")),
            (1, laptop.change(task, at: -20_000, #"{"state":"completed"}"#)),
        ]
        for (hand, change) in deletionFirst ? changes : changes.reversed() { try await hands[hand].sync([change]) }
        let next = try await api.ask("GET", "/v1/tasks?scheduledDate=2026-06-02", token: phone.token).json
        #expect(next["tasks"].list.count == 1 && next["tasks"][0]["title"].text == "Run")
    }

    /// A task of a part of the day has a day, and one in the backlog has neither day nor size, however it came there.
    @Test func placesAreTheSameHoweverATaskCameThere() async throws {
        var phone = try await Hand.several(api, ahead: [0], account: #"{"timeZone":"\#(Daylight.zone)"}"#)[0]
        let (morning, backlog) = (Hand.name(), Hand.name())
        try await phone.sync([
            phone.change(morning, at: 0, #"{"title":"Tea","region":"morning","bucket":"mustDo"}"#),
            phone.change(
                backlog, at: 0,
                #"{"title":"Some day","region":"backlog","bucket":"mustDo","scheduledDate":"2026-06-01"}"#),
        ])
        let today = try await api.ask("GET", "/v1/views/today", token: phone.token).json["date"].text
        let row = try await phone.task(morning)
        #expect(row["scheduledDate"].text == today && row["bucket"].text == "mustDo", "\(row.shown)")
        let kept = try await phone.task(backlog)
        #expect(kept["region"].text == "backlog" && kept["bucket"].text == "none", "\(kept.shown)")
        #expect(kept["scheduledDate"].isNull, "\(kept.shown)")
    }
}
