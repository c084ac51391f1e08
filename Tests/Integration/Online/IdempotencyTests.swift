import Testing

@Suite(.closing) struct IdempotencyTests {
    @Test func theSameRequestIsAnsweredAsTheFirstTime() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"A"}
            + Idempotency-Key: make-a
            < 201 {"id":"$a","title":"A","updatedAt":"$then","revision":1}
            = ETag: $first
            > POST /v1/tasks {"title":"A"}
            + Idempotency-Key: make-a
            < 201 {"id":"$a","title":"A","updatedAt":"$then","revision":1}
            = Location: /v1/tasks/$a
            = ETag: $first
            > PATCH /v1/tasks/$a {"title":"B"}
            + Idempotency-Key: "rename"
            + If-Match: $first
            < 200 {"title":"B","revision":2}
            = ETag: $second
            > POST /v1/tasks {"title":"A"}
            + Idempotency-Key: make-a
            < 201 {"id":"$a","title":"A","revision":1}
            > DELETE /v1/tasks/$a
            + Idempotency-Key: remove
            < 204
            > PATCH /v1/tasks/$a {"title":"B"}
            + Idempotency-Key: rename
            + If-Match: $first
            < 200 {"title":"B","revision":2,"deletedAt":null}
            = ETag: $second
            > POST /v1/tasks/$a/restore
            < 200
            > DELETE /v1/tasks/$a
            + Idempotency-Key: remove
            < 204
            > GET /v1/tasks/$a
            < 200 {"title":"B"}
            > PATCH /v1/tasks/$a {"title":"C"}
            + Idempotency-Key: rename
            < 422 {"code":"idempotency_key_reused"}
            > POST /v1/tasks/$a/complete
            + Idempotency-Key: rename
            < 422 {"code":"idempotency_key_reused"}
            > POST /v1/tasks {"title":"A"}
            + Idempotency-Key: has a blank
            < 400 {"code":"malformed_idempotency_key"}
            """)
    }

    @Test func whatWasRefusedMayBeTriedAgainUnderItsKey() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"A","region":"morning","bucket":"mustDo"}
            < 201 {"id":"$a"}
            > POST /v1/tasks {"title":"B","region":"morning","bucket":"mustDo"}
            + Idempotency-Key: b
            < 409 {"code":"region_full"}
            > POST /v1/tasks/$a/complete
            + Idempotency-Key: done
            < 200 {"completedAt":"$at"}
            > POST /v1/tasks {"title":"B","region":"morning","bucket":"mustDo"}
            + Idempotency-Key: b
            < 201 {"id":"$b","title":"B"}
            > POST /v1/tasks/$a/complete
            + Idempotency-Key: again
            < 200 {"completedAt":"$at"}
            > POST /v1/tasks/$a/move {"region":"backlog"}
            < 200
            > POST /v1/tasks/$a/reopen
            < 200 {"state":"notStarted"}
            > POST /v1/tasks/$a/complete
            + Idempotency-Key: again
            < 200 {"state":"completed","completedAt":"$at"}
            > GET /v1/tasks/$a
            < 200 {"state":"notStarted"}
            """)
    }

    @Test func anIdOfTheClientsIsAKeyByItself() async throws {
        try await converse(
            """
            > PUT /v1/tasks/aaaaaaaa-0000-4000-8000-000000000001 {"title":"A","notes":"n"}
            < 201 {"id":"$a","title":"A","revision":1}
            > PATCH /v1/tasks/$a {"title":"B"}
            < 200
            > PUT /v1/tasks/$a {"title":"A","notes":"n"}
            < 201 {"id":"$a","title":"A","revision":1}
            > PUT /v1/tasks/$a {"title":"B","notes":"n"}
            < 200 {"title":"B"}
            > PUT /v1/tasks/$a {"title":"C"}
            < 409 {"code":"already_exists"}
            > POST /v1/tasks {"id":"aaaaaaaa-0000-4000-8000-000000000002","title":"D"}
            < 201 {"id":"aaaaaaaa-0000-4000-8000-000000000002","revision":"*"}
            > POST /v1/tasks {"id":"aaaaaaaa-0000-4000-8000-000000000002","title":"D"}
            < 201 {"id":"aaaaaaaa-0000-4000-8000-000000000002"}
            > DELETE /v1/tasks/$a
            < 204
            > PUT /v1/tasks/$a {"title":"E"}
            < 410 {"code":"gone"}
            > PUT /v1/tasks/$a {}
            < 422 {"fields":[{"field":"title","code":"required"}]}
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"D"}]}
            """)
    }

    @Test func aBatchHasAnOutcomeForEachAndIsRemembered() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api)
        let batch =
            #"{"tasks":[{"action":"create","fields":{"title":"A","region":"evening","bucket":"mustDo"}},"#
            + #"{"action":"create","fields":{"title":"B","region":"evening","bucket":"mustDo"}},"#
            + #"{"action":"create","id":"aaaaaaaa-0000-4000-8000-000000000003","fields":{"title":"C"}},"#
            + #"{"action":"complete","id":"aaaaaaaa-0000-4000-8000-000000000003"},"#
            + #"{"action":"delete","id":"aaaaaaaa-0000-4000-8000-000000000009"}]}"#
        try await client.say(
            """
            > POST /v1/tasks/batch \(batch)
            + Idempotency-Key: batch
            < 200 {"revision":3,"outcomes":[{"id":"$a","outcome":"done","task":{"title":"A"}},{"outcome":"refused","problem":{"code":"region_full","status":409}},{"id":"$c","outcome":"done","task":{"state":"completed"}},{"id":"$c","outcome":"done"},{"outcome":"refused","problem":{"code":"not_found"}}]}
            > POST /v1/tasks/$a/complete
            < 200
            > POST /v1/tasks/batch \(batch)
            + Idempotency-Key: batch
            < 200 {"revision":3,"outcomes":[{"id":"$a","outcome":"done","task":{"title":"A","state":"notStarted"}},{"outcome":"refused","problem":{"code":"refused_before"}},{"id":"$c","outcome":"done","task":{"state":"completed"}},{"id":"$c","outcome":"done"},{"outcome":"refused"}]}
            > POST /v1/tasks/batch {"tasks":[{"action":"create","fields":{"title":"X"}},{"action":"fly","id":"$a"}]}
            < 422 {"fields":[{"field":"tasks[1].action","code":"unknown_value"}]}
            > POST /v1/tasks/batch {"tasks":[{"action":"update","id":"$a","fields":{"title":"A2"}},{"action":"reopen","id":"$a"},{"action":"schedule","id":"$c","to":"2030-01-01"},{"action":"start","id":"$c"},{"action":"move","id":"$c","before":"$a"},{"action":"delete","id":"$c"},{"action":"restore","id":"$c"}]}
            < 200 {"outcomes":[{"outcome":"done","task":{"title":"A2","state":"notStarted"}},{"outcome":"done"},{"outcome":"done","task":{"scheduledDate":"2030-01-01","state":"active"}},{"outcome":"done"},{"outcome":"done"},{"outcome":"done"},{"outcome":"done"}]}
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"C"},{"title":"A2"}]}
            """)
    }
}
