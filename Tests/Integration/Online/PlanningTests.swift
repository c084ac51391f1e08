import TestWire
import Testing

/// Series and rollovers as clients meet them.
@Suite(.closing) struct PlanningTests {
    @Test func completingAnOccurrenceMakesTheNextWhicheverWayItIsDone() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api, account: #"{"timeZone":"Europe/Berlin"}"#)
        client.names["now"] = time(0)
        let daily = #""recurrence":{"rrule":"FREQ=DAILY"},"scheduledDate":"2026-06-01""#
        try await client.say(
            """
            > POST /v1/tasks {"title":"Run",\(daily),"dueAt":"2026-06-01T06:00:00Z"}
            < 201 {"id":"$run","parentRecurringId":null}
            > POST /v1/tasks/$run/complete
            < 200 {"state":"completed"}
            > GET /v1/tasks?scheduledDate=2026-06-02
            < 200 {"tasks":[{"id":"$second","title":"Run","state":"notStarted","parentRecurringId":"$run","dueAt":"*","recurrence":{"rrule":"FREQ=DAILY"}}]}
            > GET /v1/history?task=$second
            < 200 {"entries":[{"kind":"create","device":null,"cause":"$completing"}]}
            > POST /v1/tasks/batch {"tasks":[{"action":"complete","id":"$second"}]}
            < 200
            > GET /v1/tasks?scheduledDate=2026-06-03
            < 200 {"tasks":[{"id":"$third","parentRecurringId":"$run"}]}
            > POST /v1/sync {"sentAt":"$now","ops":[{"opId":"aaaaaaaa-0000-4000-8000-000000000001","entity":"task","id":"$third","at":"$now","fields":{"state":"completed"}}]}
            < 200 {"outcomes":[{"outcome":"applied"}]}
            > POST /v1/sync {"sentAt":"$now","ops":[{"opId":"aaaaaaaa-0000-4000-8000-000000000002","entity":"task","id":"$third","at":"$now","fields":{"state":"completed"}}]}
            < 200
            > GET /v1/tasks?scheduledDate=2026-06-04
            < 200 {"tasks":[{"id":"$fourth","parentRecurringId":"$run"}]}
            > POST /v1/history/aaaaaaaa-0000-4000-8000-000000000001/undo
            < 200
            > GET /v1/tasks?scheduledDate=2026-06-04
            < 200 {"tasks":[]}
            > POST /v1/history/$completing/undo
            < 200
            > GET /v1/tasks/$run
            < 200 {"state":"notStarted"}
            """)
    }

    @Test func aSeriesGoesOnAfterItsCompletionWasTakenBack() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api)
        let daily = #""recurrence":{"rrule":"FREQ=DAILY"},"scheduledDate":"2026-06-01""#
        try await client.say(
            """
            > POST /v1/tasks {"title":"Run",\(daily)}
            < 201 {"id":"$run"}
            > POST /v1/tasks/$run/complete
            < 200
            > GET /v1/history?task=$run&limit=1
            < 200 {"entries":[{"opId":"$completing"}]}
            > POST /v1/history/$completing/undo
            < 200 {"kept":[]}
            > GET /v1/tasks?scheduledDate=2026-06-02
            < 200 {"tasks":[]}
            > POST /v1/tasks/$run/complete
            < 200 {"state":"completed"}
            > GET /v1/tasks?scheduledDate=2026-06-02
            < 200 {"tasks":[{"title":"Run","state":"notStarted","parentRecurringId":"$run"}]}
            """)
    }

    @Test func recurrencesThatMakeNoSense() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"a","recurrence":{"days":[1],"onSchedule":true}}
            < 201 {"recurrence":{"days":[1],"onSchedule":true}}
            > POST /v1/tasks {"title":"a","recurrence":{"days":[8]}}
            < 422 {"fields":[{"field":"recurrence","code":"out_of_range"}]}
            > POST /v1/tasks {"title":"a","recurrence":{"onSchedule":true}}
            < 422 {"fields":[{"field":"recurrence","code":"malformed"}]}
            > POST /v1/tasks {"title":"a","recurrence":{"days":[1],"onSchedule":"yes"}}
            < 422 {"fields":[{"field":"recurrence","code":"wrong_type"}]}
            """)
    }

    /// Nobody can wait for midnight: whoever flies to where it is the next day leaves a boundary behind at once.
    @Test func aRolloverIsSeenInTheHistoryAndTakenBack() async throws {
        let api = try await API.serving()
        let (here, there) = Daylight.acrossAMidnight()
        var client = try await Conversation(api, account: #"{"timeZone":"\#(here)"}"#)
        client.names["today"] = day(0, in: here)
        try await client.say(
            """
            > PATCH /v1/account/settings {"rollover":"backlog"}
            < 200
            > POST /v1/tasks {"title":"Run","region":"morning","bucket":"mustDo","scheduledDate":"$today","notes":"n","recurrence":{"rrule":"FREQ=DAILY","onSchedule":true}}
            < 201 {"id":"$run"}
            > POST /v1/tasks {"title":"Stay","region":"morning","scheduledDate":"$today","sticky":true}
            < 201 {"id":"$stay"}
            > PATCH /v1/account/settings {"timeZone":"\(there)"}
            < 200
            """)
        let run = try #require(client.names["run"])
        try await eventually {
            try await api.ask("GET", "/v1/tasks/\(run)", token: client.token).json["carryCount"].number != 0
        }
        client.names["there"] = day(0, in: there)
        try await client.say(
            """
            > GET /v1/tasks/$run
            < 200 {"region":"backlog","bucket":"none","scheduledDate":null,"carryCount":1,"notes":"n","recurrence":{"rrule":"FREQ=DAILY","onSchedule":true,"carriedFrom":{"date":"$today","region":"morning","bucket":"mustDo"}}}
            > GET /v1/tasks/$stay
            < 200 {"region":"morning","scheduledDate":"$today","carryCount":0}
            > GET /v1/tasks?scheduledDate=$there
            < 200 {"tasks":[{"title":"Run","region":"morning","bucket":"mustDo","parentRecurringId":"$run","carryCount":0}]}
            > GET /v1/history?task=$run&limit=2
            < 200 {"entries":[{"device":null,"changes":[{"field":"recurrence"}]},{"opId":"$rollover","device":null,"kind":"set","outcome":"applied"}]}
            > POST /v1/history/$rollover/undo
            < 200 {"tasks":[{"region":"morning","bucket":"mustDo","scheduledDate":"$today","carryCount":0}],"kept":[]}
            """)
    }
}
