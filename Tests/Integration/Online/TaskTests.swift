import Testing

@Suite(.closing) struct TaskTests {
    @Test func aTaskIsMadeFromATitleAndChanged() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"  Buy milk "}
            < 201 {"id":"$milk","title":"Buy milk","notes":null,"state":"notStarted","completedAt":null,"scheduledDate":null,"listId":null,"region":null,"bucket":"none","carryCount":0,"deletedAt":null,"revision":1}
            = Location: /v1/tasks/$milk
            = ETag: $made
            > GET /v1/tasks/$milk
            < 200 {"id":"$milk","title":"Buy milk","revision":1}
            = ETag: $made
            > GET /v1/tasks/$milk
            + If-None-Match: $made
            < 304
            > PATCH /v1/tasks/$milk {"notes":"two litres","category":"home"}
            < 200 {"title":"Buy milk","notes":"two litres","category":"home","revision":2}
            = ETag: $noted
            > PATCH /v1/tasks/$milk {"notes":null}
            < 200 {"notes":null,"category":"home","revision":3}
            = ETag: $cleared
            > PATCH /v1/tasks/$milk {"title":"Buy milk","notes":null}
            < 200 {"revision":3}
            > PATCH /v1/tasks/$milk {"title":"Buy bread"}
            + If-Match: $noted
            < 412 {"code":"precondition_failed"}
            = ETag: $cleared
            > PATCH /v1/tasks/$milk {"title":"Buy bread"}
            + If-Match: $cleared
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

    @Test func theIdIsThatOfTheAddress() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"A"}
            < 201 {"id":"$a","revision":1}
            > POST /v1/tasks {"title":"B"}
            < 201 {"id":"$b","revision":2}
            > PATCH /v1/tasks/$a {"id":"nope","title":"x"}
            < 422 {"code":"invalid_fields","fields":[{"field":"id","code":"immutable"}]}
            > PATCH /v1/tasks/$a {"id":"$b","title":"x"}
            < 422 {"fields":[{"field":"id","code":"immutable"}]}
            > PATCH /v1/tasks/$a {"id":null,"title":"x"}
            < 422 {"fields":[{"field":"id","code":"immutable"}]}
            > PUT /v1/tasks/aaaaaaaa-0000-4000-8000-000000000001 {"id":"aaaaaaaa-0000-4000-8000-000000000002","title":"C"}
            < 422 {"fields":[{"field":"id","code":"immutable"}]}
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"A"},{"title":"B"}],"revision":2}
            > PUT /v1/tasks/aaaaaaaa-0000-4000-8000-000000000001 {"id":"AAAAAAAA-0000-4000-8000-000000000001","title":"C"}
            < 201 {"id":"aaaaaaaa-0000-4000-8000-000000000001","title":"C"}
            > PATCH /v1/tasks/$a {"id":"$a","revision":99,"updatedAt":5,"title":"A"}
            < 200 {"id":"$a","title":"A","revision":1}
            > POST /v1/tasks/batch {"tasks":[{"action":"update","id":"$a","fields":{"id":"$b","title":"x"}}]}
            < 200 {"outcomes":[{"outcome":"refused","problem":{"fields":[{"field":"id","code":"immutable"}]}}]}
            """)
    }

    @Test func badInputIsToldFieldByFieldAndChangesNothing() async throws {
        try await converse(
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
            > POST /v1/tasks ["A"]
            < 422 {"code":"invalid_fields","detail":"The body must be an object.","fields":[{"field":"","code":"wrong_type","sentence":"The body must be an object."}]}
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

    @Test func statesAndDatesGoFromAnyToAny() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api, account: #"{"timeZone":"\#(Daylight.zone)"}"#)
        client.names["today"] = day(0, in: Daylight.zone)
        client.names["next"] = day(1, in: Daylight.zone)
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

    @Test func captureUnderstandsPlainWordsIfItIsAskedTo() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api)
        client.names["today"] = day(0, in: Daylight.zone)
        client.names["tomorrow"] = day(1, in: Daylight.zone)
        try await client.say(
            """
            > PATCH /v1/account/settings {"timeZone":"\(Daylight.zone)"}
            < 200
            > POST /v1/lists {"name":"Family"}
            < 201 {"id":"$family"}
            > POST /v1/capture {"title":"Call mum tomorrow 9am +family #phone","parse":true}
            + Idempotency-Key: once
            < 201 {"sentence":"Added 'Call mum' to Family for tomorrow at 09:00","id":"$call","place":"upcoming","title":"Call mum","understood":[{"kind":"when","text":"tomorrow 9am","from":9,"to":21,"scheduledDate":"$tomorrow"},{"kind":"list","text":"+family"},{"kind":"tag","text":"#phone"}]}
            > GET /v1/tasks/$call
            < 200 {"title":"Call mum","tags":["phone"],"scheduledDate":"$tomorrow","listId":"$family"}
            > POST /v1/capture {"title":"Call mum tomorrow 9am +family #phone","parse":true}
            + Idempotency-Key: once
            < 201 {"sentence":"Added 'Call mum' to Family for tomorrow at 09:00","id":"$call","understood":[{"kind":"when"},{"kind":"list"},{"kind":"tag"}]}
            > POST /v1/capture {"title":"Milch jeden Tag +Nirgends","parse":true,"language":"de"}
            < 201 {"id":"$milk","title":"Milch +Nirgends","place":"today","understood":[{"kind":"recurrence","text":"jeden Tag","recurrence":{"days":[1,2,3,4,5,6,7]}}]}
            > GET /v1/tasks/$milk
            < 200 {"scheduledDate":"$today","listId":null,"recurrence":{"days":[1,2,3,4,5,6,7]}}
            > POST /v1/capture {"title":"sat on the chair","parse":true}
            < 201 {"sentence":"Added 'sat on the chair' to your Inbox","place":"inbox","understood":[]}
            > POST /v1/capture {"title":"Buy milk tomorrow"}
            < 201 {"sentence":"Added 'Buy milk tomorrow' to your Inbox","place":"inbox"}
            > PATCH /v1/account/settings {"captureLanguage":"de"}
            < 200
            > POST /v1/capture {"title":"Milch morgen"}
            + Accept-Language: de
            < 201 {"sentence":"„Milch“ steht für morgen","place":"upcoming","title":"Milch"}
            > POST /v1/capture {"title":"Milch morgen","parse":false}
            < 201 {"sentence":"Added 'Milch morgen' to your Inbox","place":"inbox"}
            > POST /v1/capture {"title":"A","parse":"yes"}
            < 422 {"fields":[{"field":"parse","code":"unknown_value"}]}
            > POST /v1/capture {"title":"A","parse":true,"language":"tlh"}
            < 422 {"fields":[{"field":"language","code":"unknown_value"}]}
            > POST /v1/capture {"title":"","parse":true}
            < 422 {"fields":[{"field":"title","code":"empty"}]}
            """)
    }

    @Test func captureAnswersTheSentenceToSpeak() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api, account: #"{"timeZone":"\#(Daylight.zone)"}"#)
        client.names["today"] = day(0, in: Daylight.zone)
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
            > POST /v1/capture {"title":"Milch"}
            + Accept-Language: de-DE,de;q=0.9,en;q=0.4
            < 201 {"sentence":"„Milch“ steht bei Heute"}
            > POST /v1/capture {"title":""}
            < 422 {"fields":[{"field":"title","code":"empty"}]}
            > POST /v1/capture {"title":"A","listId":null}
            < 422 {"fields":[{"field":"listId","code":"unknown_field"}]}
            """)
    }
}
