import Testing

/// What is not kept is refused or told, what was accepted is told, and a full account goes on, over real HTTP.
@Suite(.closing) struct ToldTests {
    @Test func aFullAccountIsWorkedWith() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_TASKS_PER_ACCOUNT": "2"])
        var phone = try await Hand.several(api, ahead: [0])[0]
        let (series, other, extra) = (Hand.name(), Hand.name(), Hand.name())
        let run = #"{"title":"Run","scheduledDate":"2026-06-01","recurrence":{"rrule":"FREQ=DAILY"}}"#
        try await phone.sync([
            phone.change(series, at: -30_000, run), phone.change(other, at: -29_000, #"{"title":"Tea"}"#),
        ])
        let answer = try await phone.sync([
            phone.change(extra, at: -20_000, #"{"title":"One too many"}"#),
            phone.change(series, at: -19_000, #"{"state":"completed"}"#),
            phone.change(other, at: -18_000, #"{"title":"Green tea"}"#),
            phone.change(other, at: -17_000, kind: "delete"),
        ])
        #expect(answer.outcomes == ["quota", "applied", "applied", "applied"])
        #expect(try await phone.task(series)["state"].text == "completed")
        // Of the series there are two now, so one has to go first.
        let later = phone.change(extra, at: -20_000, #"{"title":"Now"}"#)
        #expect(try await phone.sync([later]).outcomes == ["quota"])
        let gone = phone.change(series, at: -1_000, kind: "delete")
        #expect(try await phone.sync([gone]).outcomes == ["applied"])
        #expect(try await phone.sync([later]).outcomes == ["applied"])
    }

    @Test func whatCannotBeKeptIsRefusedByName() async throws {
        let api = try await API.serving()
        var phone = try await Hand.several(api, ahead: [0])[0]
        let task = Hand.name()
        let nul = try await phone.sync([phone.change(task, at: -9_000, #"{"title":"a\u0000b"}"#)])
        #expect(nul.outcomes == ["rejected"])
        #expect(nul.json["outcomes"][0]["fields"][0]["field"].text == "title")
        try await phone.sync([
            phone.change(task, at: -8_000, #"{"title":"Tea"}"#),
            phone.change(task, at: -7_000, #"{"state":"completed"}"#),
        ])
        let base = #","base":"\#(try #require(phone.cursor))""#
        try await phone.sync([phone.change(task, at: -6_000, #"{"completedAt":null}"#, base)])
        #expect(try await phone.task(task)["state"].text != "completed")
        let carried = try await api.ask("PATCH", "/v1/tasks/\(task)", token: phone.token, #"{"carryCount":3}"#)
        #expect(carried.status == 422 && carried.json["fields"][0]["field"].text == "carryCount")
    }

    @Test func membersThatAreNotUnderstoodAreTold() async throws {
        let api = try await API.serving()
        var phone = try await Hand.several(api, ahead: [0])[0]
        let task = Hand.name()
        let odd = #"{"title":"Run","recurrence":{"days":[1],"colour":"red"}}"#
        let told = try await phone.sync([phone.change(task, at: 0, odd, #","urgency":{"deep":[1]}"#)])
        #expect(told.outcomes == ["applied"])
        #expect(told.json["ignored"].list.compactMap(\.text) == ["urgency", "recurrence.colour"])
        let quiet = try await phone.sync([phone.change(task, at: 0, #"{"title":"Walk","newer":1}"#)])
        #expect(quiet.json["ignored"].isNull, "a field of a newer app is kept")
        // Whoever waits for an answer can say what they mean.
        for (method, path, body, field) in [
            ("POST", "/v1/accounts", #"{"timezone":"Europe/Berlin"}"#, "timezone"),
            ("POST", "/v1/tokens", #"{"label":"x","scope":"read","expires":"2030"}"#, "expires"),
            ("PATCH", "/v1/tasks/\(task)", odd, "recurrence.colour"),
            ("PATCH", "/v1/tasks/\(task)", #"{"recurrence":{"days":[1],"rrule":"FREQ=DAILY"}}"#, "recurrence.days"),
            ("PATCH", "/v1/account/settings", #"{"regionLimits":{"mustDo":1,"huge":2}}"#, "regionLimits.huge"),
        ] {
            let answer = try await api.ask(method, path, token: phone.token, body)
            #expect(answer.status == 422 && answer.code == "invalid_fields", "\(path)")
            #expect(answer.json["fields"][0]["field"].text == field)
            #expect(answer.json["fields"][0]["code"].text == "unknown_field")
        }
    }

    /// Also what came too late to change anything, and values as they were stored.
    @Test func theHistoryTellsEveryAcceptedOperation() async throws {
        let api = try await API.serving()
        var phone = try await Hand.several(api, ahead: [0])[0]
        let task = Hand.name()
        try await phone.sync([
            phone.change(task, at: -9_000, #"{"title":"  Tea  ","dueAt":"2026-06-01T10:00:00+02:00"}"#)
        ])
        try await phone.sync([phone.change(task, at: -8_000, #"{"title":"Green tea"}"#)])
        let late = try await phone.sync([phone.change(task, at: -60_000, #"{"title":"Too late"}"#)])
        #expect(late.outcomes == ["superseded"])
        let same = try await phone.sync([phone.change(task, at: -1_000, #"{"title":"Green tea"}"#)])
        #expect(same.outcomes.count == 1)
        let entries = try await api.ask("GET", "/v1/history?task=\(task)", token: phone.token).json["entries"].list
        #expect(entries.count == 4)
        #expect(entries.contains { $0["outcome"].text == "superseded" })
        let changes = try #require(entries.last)["changes"].list
        #expect(changes.first { $0["field"].text == "title" }?["new"].text == "Tea")
        #expect(changes.first { $0["field"].text == "dueAt" }?["new"].text == "2026-06-01T08:00:00.000Z")
    }
}
