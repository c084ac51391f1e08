import Testing

/// Where tasks may stand, and between which.
extension TaskTests {
    @Test func aFullRegionIsRefusedWithItsSentence() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api, account: #"{"timeZone":"\#(Daylight.zone)"}"#)
        client.names["today"] = day(0, in: Daylight.zone)
        try await client.say(
            """
            > POST /v1/tasks {"title":"First","region":"morning","bucket":"mustDo"}
            < 201 {"id":"$first","region":"morning","bucket":"mustDo","scheduledDate":"$today"}
            > POST /v1/tasks {"title":"Second","region":"morning","bucket":"mustDo"}
            < 409 {"code":"region_full","detail":"Morning region full (1 Must-Do, 3 Complementary, 5 Misc)"}
            > POST /v1/tasks {"title":"Second","region":"morning","bucket":"mustDo","scheduledDate":"2030-01-01"}
            < 201 {"id":"$second","bucket":"mustDo"}
            > POST /v1/tasks/$second/schedule {"to":"today"}
            < 409 {"code":"region_full"}
            > PATCH /v1/tasks/$second {"bucket":"misc","scheduledDate":"$today"}
            < 200 {"bucket":"misc"}
            > PATCH /v1/tasks/$second {"bucket":"mustDo"}
            < 409 {"code":"region_full"}
            > POST /v1/tasks/$first/complete
            < 200 {"state":"completed"}
            > PATCH /v1/tasks/$second {"bucket":"mustDo"}
            < 200 {"bucket":"mustDo"}
            > POST /v1/tasks/$first/reopen
            < 409 {"code":"region_full"}
            > POST /v1/tasks/$second/move {"region":"backlog"}
            < 200 {"region":"backlog","bucket":"none","scheduledDate":null}
            > POST /v1/tasks/$first/reopen
            < 200 {"state":"notStarted","region":"morning"}
            > POST /v1/tasks/$second/move {"region":"evening"}
            < 200 {"region":"evening","bucket":"misc","scheduledDate":"$today"}
            > GET /v1/tasks?scheduledDate=$today
            < 200 {"tasks":[{"id":"$first"},{"id":"$second"}]}
            """)
    }

    @Test func whatIsMovedTakesItsTimesAlong() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api, account: #"{"timeZone":"Europe/Berlin"}"#)
        let times = #""dueAt":"2030-10-26T07:00:00.000Z","reminderAt":"2030-10-25T16:00:00.000Z""#
        let moved = #""dueAt":"2030-10-28T08:00:00.000Z","reminderAt":"2030-10-27T17:00:00.000Z""#
        // Over the end of summer time; one undo takes all of it back.
        try await client.say(
            """
            > POST /v1/tasks {"title":"Dentist","scheduledDate":"2030-10-26",\(times)}
            < 201 {"id":"$task"}
            > POST /v1/tasks/$task/schedule {"to":"2030-10-28"}
            < 200 {"scheduledDate":"2030-10-28",\(moved)}
            > GET /v1/history?task=$task&limit=1
            < 200 {"entries":[{"opId":"$moving"}]}
            > POST /v1/history/$moving/undo
            < 200 {"kept":[]}
            > GET /v1/tasks/$task
            < 200 {"scheduledDate":"2030-10-26",\(times)}
            > POST /v1/tasks/$task/schedule {"to":"inbox"}
            < 200 {"scheduledDate":null,\(times)}
            > POST /v1/tasks/$task/move {"scheduledDate":"2030-10-28"}
            < 200 {"scheduledDate":"2030-10-28",\(moved)}
            > POST /v1/tasks/$task/move {"region":"backlog"}
            < 200 {"scheduledDate":null,\(moved)}
            > PATCH /v1/tasks/$task {"scheduledDate":"2030-10-28"}
            < 200 {"scheduledDate":"2030-10-28",\(moved)}
            > PATCH /v1/tasks/$task {"scheduledDate":"2030-10-26"}
            < 200 {"scheduledDate":"2030-10-26",\(moved)}
            > POST /v1/tasks/$task/schedule {"to":"2030-10-27"}
            < 200 {"scheduledDate":"2030-10-27",\(moved)}
            """)
    }

    /// Each place is looked at under the same lock, however many there are.
    @Test func aBatchFillsAHundredDays() async throws {
        let (api, token) = try await API.withAccount()
        let items = (0..<100).map { number in
            let date = "20\(30 + number / 28)-03-\(number % 28 < 9 ? "0" : "")\(number % 28 + 1)"
            return #"{"action":"create","fields":{"title":"\#(number)","region":"morning","bucket":"mustDo","#
                + #""scheduledDate":"\#(date)"}}"#
        }
        let body = #"{"tasks":[\#((items + items.prefix(3)).joined(separator: ","))]}"#
        let answer = try await api.ask("POST", "/v1/tasks/batch", token: token, body)
        #expect(answer.status == 200)
        let outcomes = answer.json["outcomes"].list.map { $0["outcome"].text }
        #expect(outcomes == Array(repeating: "done", count: 100) + Array(repeating: "refused", count: 3))
    }

    @Test func complementaryTasksWaitWhereTheAccountSaysSo() async throws {
        try await converse(
            """
            > GET /v1/account/settings
            < 200 {"timeZone":"UTC","complementaryAfterMustDo":false,"regionLimits":{"mustDo":1,"complementary":3,"misc":5},"quickAdd":"inbox"}
            > PATCH /v1/account/settings {"complementaryAfterMustDo":true,"firstWeekday":7}
            < 200 {"complementaryAfterMustDo":true,"firstWeekday":7,"timeZone":"UTC"}
            > PATCH /v1/account/settings {"firstWeekday":8,"timeZone":"Moon/Base"}
            < 422 {"fields":[{"field":"firstWeekday","code":"out_of_range"},{"field":"timeZone","code":"unknown_value"}]}
            > PATCH /v1/account/settings {"nonsense":1}
            < 422 {"fields":[{"field":"nonsense","code":"unknown_field"}]}
            > POST /v1/tasks {"title":"Must","region":"morning","bucket":"mustDo"}
            < 201 {"id":"$must"}
            > POST /v1/tasks {"title":"Then","region":"morning","bucket":"complementary"}
            < 201 {"id":"$then"}
            > POST /v1/tasks/$then/start
            < 409 {"code":"complementary_locked"}
            > POST /v1/tasks/$must/complete
            < 200
            > POST /v1/tasks/$then/start
            < 200 {"state":"active"}
            """)
    }

    @Test func aTaskGoesNextToItsNeighbour() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"A"}
            < 201 {"id":"$a"}
            > POST /v1/tasks {"title":"B"}
            < 201 {"id":"$b"}
            > POST /v1/tasks {"title":"C"}
            < 201 {"id":"$c"}
            > POST /v1/tasks {"title":"D"}
            < 201 {"id":"$d"}
            > POST /v1/tasks/$d/move {"after":"$a"}
            < 200
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"A"},{"title":"D"},{"title":"B"},{"title":"C"}]}
            > POST /v1/tasks/$a/move {"before":"$c"}
            < 200
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"D"},{"title":"B"},{"title":"A"},{"title":"C"}]}
            > POST /v1/tasks/$a/move {"after":"$b"}
            < 200
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"D"},{"title":"B"},{"title":"A"},{"title":"C"}]}
            > POST /v1/tasks/$c/move {"before":"$d"}
            < 200
            > POST /v1/tasks/$d/move {"after":"$b","before":"$a"}
            < 200
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"C"},{"title":"B"},{"title":"D"},{"title":"A"}]}
            > POST /v1/tasks/$d/move {"after":"$a","before":"$b"}
            < 422 {"fields":[{"field":"after","code":"out_of_range"}]}
            """)
    }
}
