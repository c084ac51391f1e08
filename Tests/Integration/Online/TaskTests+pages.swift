import Testing

extension TaskTests {
    @Test func pagesAreStableAndFiltersCombine() async throws {
        try await converse(
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
