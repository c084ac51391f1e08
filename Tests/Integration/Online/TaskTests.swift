import Foundation
import Testing

@Suite struct TaskTests {
    @Test func aTaskIsMadeFromATitleAndChanged() async throws {
        try await withAPI { api in
            var client = try await Conversation(api)
            try await client.say(
                """
                > POST /v1/tasks {"title":"  Buy milk "}
                < 201 {"id":"$milk","title":"Buy milk","notes":null,"state":"notStarted","completedAt":null,"scheduledDate":null,"listId":null,"region":null,"bucket":"none","carryCount":0,"deletedAt":null,"revision":1}
                = Location: /v1/tasks/$milk
                = ETag: "1"
                > GET /v1/tasks/$milk
                < 200 {"id":"$milk","title":"Buy milk","revision":1}
                = ETag: "1"
                > GET /v1/tasks/$milk
                + If-None-Match: "1"
                < 304
                > PATCH /v1/tasks/$milk {"notes":"two litres","category":"home"}
                < 200 {"title":"Buy milk","notes":"two litres","category":"home","revision":2}
                > PATCH /v1/tasks/$milk {"notes":null}
                < 200 {"notes":null,"category":"home","revision":3}
                > PATCH /v1/tasks/$milk {"title":"Buy milk","notes":null}
                < 200 {"revision":3}
                > PATCH /v1/tasks/$milk {"title":"Buy bread"}
                + If-Match: "2"
                < 412 {"code":"precondition_failed"}
                = ETag: "3"
                > PATCH /v1/tasks/$milk {"title":"Buy bread"}
                + If-Match: "3"
                < 200 {"title":"Buy bread","revision":4}
                > DELETE /v1/tasks/$milk
                < 204
                > DELETE /v1/tasks/$milk
                < 204
                > GET /v1/tasks/$milk
                < 410 {"code":"gone"}
                > PATCH /v1/tasks/$milk {"title":"x"}
                < 410 {"code":"gone"}
                > POST /v1/tasks/$milk/restore
                < 200 {"title":"Buy bread","deletedAt":null}
                > GET /v1/tasks/$milk
                < 200 {"title":"Buy bread"}
                > GET /v1/tasks/00000000-0000-4000-8000-000000000000
                < 404 {"code":"not_found"}
                > PATCH /v1/tasks/00000000-0000-4000-8000-000000000000 {"title":"x"}
                < 404 {"code":"not_found"}
                > DELETE /v1/tasks/00000000-0000-4000-8000-000000000000
                < 404 {"code":"not_found"}
                """)
        }
    }

    @Test func badInputIsToldFieldByFieldAndChangesNothing() async throws {
        try await withAPI { api in
            var client = try await Conversation(api)
            try await client.say(
                """
                > POST /v1/tasks {"title":"A"}
                < 201 {"id":"$a"}
                > POST /v1/tasks {"title":"  "}
                < 422 {"code":"invalid_fields","fields":[{"field":"title","code":"empty","sentence":"title must not be empty."}]}
                > POST /v1/tasks {}
                < 422 {"code":"invalid_fields","fields":[{"field":"title","code":"required"}]}
                > POST /v1/tasks {"title":7,"state":"done","dueAt":"soon"}
                < 422 {"fields":[{"field":"title","code":"wrong_type"},{"field":"state","code":"unknown_value"},{"field":"dueAt","code":"malformed"}]}
                > POST /v1/tasks {"title":"A","titel":"B"}
                < 422 {"fields":[{"field":"titel","code":"unknown_field"}]}
                > POST /v1/tasks {"title":"A","listId":"00000000-0000-4000-8000-000000000000"}
                < 422 {"fields":[{"field":"listId","code":"unknown_value"}]}
                > POST /v1/tasks {"title":"A"
                < 400 {"code":"malformed_json","reason":"json_truncated"}
                > POST /v1/tasks {"title":"A","title":"B"}
                < 400 {"code":"malformed_json"}
                > PATCH /v1/tasks/$a {"createdAt":"2020-01-01T00:00:00Z"}
                < 422 {"fields":[{"field":"createdAt","code":"immutable"}]}
                > PATCH /v1/tasks/$a {"title":null}
                < 422 {"fields":[{"field":"title","code":"required"}]}
                > PATCH /v1/tasks/nonsense {"title":"B"}
                < 400 {"code":"malformed_parameter","parameter":"id"}
                > POST /v1/tasks/$a/schedule {"to":"someday"}
                < 422 {"fields":[{"field":"to","code":"unknown_value"}]}
                > POST /v1/tasks/$a/move {}
                < 422 {"fields":[{"field":"before","code":"required"}]}
                > POST /v1/tasks/$a/move {"after":"00000000-0000-4000-8000-000000000000"}
                < 422 {"fields":[{"field":"after","code":"unknown_value"}]}
                > GET /v1/tasks?lst=inbox
                < 400 {"code":"malformed_parameter","parameter":"lst"}
                > GET /v1/tasks?limit=0
                < 400 {"code":"malformed_parameter","parameter":"limit"}
                > GET /v1/tasks
                < 200 {"tasks":[{"id":"$a","title":"A","revision":1}],"nextCursor":null,"revision":1}
                """)
        }
    }

    @Test func statesAndDatesGoFromAnyToAny() async throws {
        try await withAPI { api in
            var client = try await Conversation(api, account: #"{"timeZone":"Pacific/Kiritimati"}"#)
            client.names["today"] = day(0, in: "Pacific/Kiritimati")
            client.names["next"] = day(1, in: "Pacific/Kiritimati")
            try await client.say(
                """
                > POST /v1/tasks {"title":"A"}
                < 201 {"id":"$a"}
                > POST /v1/tasks/$a/start
                < 200 {"state":"active"}
                > POST /v1/tasks/$a/complete
                < 200 {"state":"completed","completedAt":"$done","revision":4}
                > POST /v1/tasks/$a/complete
                < 200 {"state":"completed","completedAt":"$done","revision":4}
                > POST /v1/tasks/$a/reopen
                < 200 {"state":"notStarted","completedAt":null}
                > POST /v1/tasks/$a/reopen
                < 200 {"state":"notStarted","revision":5}
                > PATCH /v1/tasks/$a {"state":"completed"}
                < 200 {"state":"completed"}
                > POST /v1/tasks/$a/reopen {"state":"active"}
                < 200 {"state":"active","completedAt":null}
                > PATCH /v1/tasks/$a {"state":"completed","completedAt":"2026-01-02T03:04:05.678Z"}
                < 200 {"state":"completed","completedAt":"2026-01-02T03:04:05.678Z"}
                > POST /v1/tasks/$a/start
                < 200 {"state":"active"}
                > PATCH /v1/tasks/$a {"state":"completed"}
                < 200 {"state":"completed"}
                > PATCH /v1/tasks/$a {"state":"notStarted"}
                < 200 {"state":"notStarted","completedAt":null}
                > POST /v1/tasks/$a/schedule {"to":"today"}
                < 200 {"scheduledDate":"$today"}
                > POST /v1/tasks/$a/schedule {"to":"tomorrow"}
                < 200 {"scheduledDate":"$next"}
                > POST /v1/tasks/$a/schedule {"to":"2030-12-24"}
                < 200 {"scheduledDate":"2030-12-24"}
                > POST /v1/tasks/$a/schedule {"to":"inbox"}
                < 200 {"scheduledDate":null}
                """)
        }
    }

    @Test func aFullRegionIsRefusedWithItsSentence() async throws {
        try await withAPI { api in
            var client = try await Conversation(api)
            client.names["today"] = day(0, in: "UTC")
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
    }

    @Test func complementaryTasksWaitWhereTheAccountSaysSo() async throws {
        try await withAPI { api in
            var client = try await Conversation(api)
            try await client.say(
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
    }

    @Test func aTaskGoesNextToItsNeighbour() async throws {
        try await withAPI { api in
            var client = try await Conversation(api)
            try await client.say(
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

    @Test func pagesAreStableAndFiltersCombine() async throws {
        try await withAPI { api in
            var client = try await Conversation(api)
            try await client.say(
                """
                > POST /v1/lists {"name":"Home","colorHex":"#aabbcc"}
                < 201 {"id":"$home"}
                > POST /v1/tasks {"title":"A"}
                < 201 {"id":"$a"}
                > POST /v1/tasks {"title":"B","listId":"$home","state":"active"}
                < 201 {"id":"$b"}
                > POST /v1/tasks {"title":"C","listId":"$home","scheduledDate":"2030-01-01"}
                < 201 {"id":"$c"}
                > GET /v1/tasks?limit=2
                < 200 {"tasks":[{"title":"A"},{"title":"B"}],"nextCursor":"$next","revision":4}
                = ETag: $tag
                > GET /v1/tasks?limit=2
                + If-None-Match: $tag
                < 304
                > POST /v1/tasks/$a/complete
                < 200
                > GET /v1/tasks?limit=2
                + If-None-Match: $tag
                < 200 {"revision":5}
                > GET /v1/tasks?limit=2&cursor=$next
                < 200 {"tasks":[{"title":"C"}],"nextCursor":null}
                > GET /v1/tasks?list=$home
                < 200 {"tasks":[{"title":"B"},{"title":"C"}]}
                > GET /v1/tasks?list=inbox
                < 200 {"tasks":[{"title":"A"}]}
                > GET /v1/tasks?list=$home&state=active
                < 200 {"tasks":[{"title":"B"}]}
                > GET /v1/tasks?state=active&state=completed
                < 200 {"tasks":[{"title":"A"},{"title":"B"}]}
                > GET /v1/tasks?scheduledDate=2030-01-01
                < 200 {"tasks":[{"title":"C"}]}
                > GET /v1/tasks?scheduledDate=none&list=$home
                < 200 {"tasks":[{"title":"B"}]}
                > GET /v1/tasks?updatedSince=2100-01-01T00:00:00Z
                < 200 {"tasks":[],"nextCursor":null,"revision":5}
                > DELETE /v1/tasks/$b
                < 204
                > GET /v1/tasks?deleted=true
                < 200 {"tasks":[{"title":"B","deletedAt":"*"}]}
                > GET /v1/tasks?cursor=nonsense
                < 400 {"parameter":"cursor"}
                """)
        }
    }

    @Test func captureAnswersTheSentenceToSpeak() async throws {
        try await withAPI { api in
            var client = try await Conversation(api)
            client.names["today"] = day(0, in: "UTC")
            try await client.say(
                """
                > POST /v1/capture {"title":" Buy milk"}
                < 201 {"sentence":"Added 'Buy milk' to your Inbox","id":"$milk","place":"inbox"}
                > GET /v1/tasks/$milk
                < 200 {"title":"Buy milk","scheduledDate":null}
                > PATCH /v1/account/settings {"quickAdd":"today"}
                < 200
                > POST /v1/capture {"title":"Call Ada"}
                < 201 {"sentence":"Added 'Call Ada' to Today","id":"$call","place":"today"}
                > GET /v1/tasks/$call
                < 200 {"scheduledDate":"$today"}
                > POST /v1/capture {"title":""}
                < 422 {"fields":[{"field":"title","code":"empty"}]}
                > POST /v1/capture {"title":"A","listId":null}
                < 422 {"fields":[{"field":"listId","code":"unknown_field"}]}
                """)
        }
    }
}

/// A date so many days from now, where it is already or still that date.
func day(_ offset: Int, in zone: String) -> String {
    let formatter = DateFormatter()
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: zone)
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter.string(from: Date(timeIntervalSinceNow: Double(offset) * 86_400))
}
