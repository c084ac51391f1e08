import Testing

@Suite(.closing) struct HistoryTests {
    @Test func everyChangeIsToldAndCanBeUndone() async throws {
        try await converse(
            account: #"{"deviceName":"Phone"}"#,
            """
            > POST /v1/tasks {"title":"A"}
            < 201 {"id":"$a"}
            > PATCH /v1/tasks/$a {"title":"B","notes":"n"}
            < 200
            > POST /v1/tasks/$a/complete
            < 200
            > GET /v1/history?task=$a
            < 200 {"entries":[{"revision":3,"opId":"$complete","kind":"set","outcome":"applied","cause":null,"device":{"name":"Phone"},"changes":[{"field":"state","old":"notStarted","new":"completed"},{"field":"completedAt","old":null,"new":"*"}]},{"revision":2,"opId":"$rename","changes":[{"field":"title","old":"A","new":"B"},{"field":"notes","old":null,"new":"n"}]},{"revision":1,"opId":"$create","kind":"create","changes":[{"field":"title","old":null,"new":"A"}]}],"nextCursor":null}
            > GET /v1/history?limit=1
            < 200 {"entries":[{"revision":3}],"nextCursor":"3"}
            > GET /v1/history?limit=1&cursor=3
            < 200 {"entries":[{"revision":2}],"nextCursor":"2"}
            > PATCH /v1/tasks/$a {"notes":"m"}
            < 200
            > POST /v1/history/$rename/undo
            + Idempotency-Key: u
            < 200 {"revision":5,"tasks":[{"title":"A","notes":"m","state":"completed"}],"undone":[{"opId":"$undo","entity":"task","id":"$a"}],"kept":[{"entity":"task","id":"$a","field":"notes"}]}
            > PATCH /v1/tasks/$a {"category":"c"}
            < 200
            > POST /v1/history/$rename/undo
            + Idempotency-Key: u
            < 200 {"revision":5,"tasks":[{"title":"A","category":null}],"undone":[{"opId":"$undo"}],"kept":[{"field":"notes"}]}
            > POST /v1/history/$undo/undo
            < 200 {"tasks":[{"title":"B","notes":"m"}],"kept":[]}
            > POST /v1/history/$complete/undo
            < 200 {"tasks":[{"state":"notStarted","completedAt":null}],"kept":[]}
            > POST /v1/history/$create/undo
            < 200 {"tasks":[],"undone":[],"kept":[{"field":"deletedAt"}]}
            > POST /v1/history/00000000-0000-4000-8000-000000000000/undo
            < 404
            > GET /v1/history?since=2100-01-01T00:00:00Z
            < 200 {"entries":[]}
            > GET /v1/history?until=2000-01-01T00:00:00Z
            < 200 {"entries":[]}
            > GET /v1/history?device=00000000-0000-4000-8000-000000000000
            < 200 {"entries":[]}
            > GET /v1/history?tsk=x
            < 400 {"parameter":"tsk"}
            """)
    }

    /// How long it has waited is what the backlog shows of it.
    @Test func aTaskThatGoesBackToTheBacklogHasBeenThereSinceItFirstCame() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"A","region":"backlog"}
            < 201 {"id":"$a","enteredBacklogAt":"$came"}
            > PATCH /v1/tasks/$a {"region":"morning"}
            < 200 {"enteredBacklogAt":null}
            > GET /v1/history?task=$a&limit=1
            < 200 {"entries":[{"opId":"$move"}]}
            > POST /v1/history/$move/undo
            < 200 {"tasks":[{"region":"backlog","enteredBacklogAt":"$came"}],"kept":[]}
            > GET /v1/tasks/$a
            < 200 {"region":"backlog","enteredBacklogAt":"$came"}
            > PATCH /v1/tasks/$a {"title":"B","enteredBacklogAt":"2026-01-01T00:00:00Z"}
            < 200 {"title":"B","enteredBacklogAt":"$came"}
            > POST /v1/tasks {"title":"C","region":"backlog","enteredBacklogAt":"2026-01-01T00:00:00Z"}
            < 201 {"enteredBacklogAt":"2026-01-01T00:00:00.000Z"}
            """)
    }

    @Test func aDeletedListComesBackWithItsTasks() async throws {
        try await converse(
            """
            > POST /v1/lists {"name":"Home"}
            < 201 {"id":"$home"}
            > POST /v1/tasks {"title":"A","listId":"$home"}
            < 201 {"id":"$a"}
            > POST /v1/tasks {"title":"B","listId":"$home"}
            < 201 {"id":"$b"}
            > DELETE /v1/lists/$home
            < 204
            > GET /v1/history?list=$home&limit=3
            < 200 {"entries":[{"entity":"task","kind":"delete","cause":"$gone"},{"entity":"task","cause":"$gone"},{"entity":"list","opId":"$gone","kind":"delete","changes":[{"field":"deletedAt","old":null,"new":"*"}]}],"nextCursor":"4"}
            > POST /v1/history/$gone/undo
            < 200 {"lists":[{"name":"Home","deletedAt":null}],"kept":[]}
            > GET /v1/tasks?list=$home
            < 200 {"tasks":[{"title":"A"},{"title":"B"}]}
            """)
    }

    /// Whoever takes back that a list was made does not mean what others have put into it since, also when it is asked
    /// twice.
    @Test func aListThatOthersUseStaysWhenItsMakingIsTakenBack() async throws {
        try await converse(
            """
            > POST /v1/lists {"name":"Home"}
            < 201 {"id":"$home"}
            > GET /v1/history?limit=1
            < 200 {"entries":[{"opId":"$made"}]}
            > POST /v1/tasks {"title":"A","listId":"$home"}
            < 201 {"id":"$a"}
            > POST /v1/history/$made/undo
            + Idempotency-Key: u
            < 200 {"undone":[],"kept":[{"entity":"list","id":"$home","field":"deletedAt"}]}
            > PATCH /v1/tasks/$a {"listId":null}
            < 200
            > POST /v1/history/$made/undo
            + Idempotency-Key: u
            < 200 {"undone":[],"kept":[{"entity":"list","id":"$home","field":"deletedAt"}]}
            > GET /v1/lists
            < 200 {"lists":[{"name":"Home"}]}
            > POST /v1/history/$made/undo
            < 200 {"undone":[{"entity":"list","id":"$home"}],"kept":[]}
            > GET /v1/lists
            < 200 {"lists":[]}
            """)
    }

    @Test func theWholeAccountGoesBackAndForth() async throws {
        try await converse(
            """
            > POST /v1/lists {"name":"Home"}
            < 201 {"id":"$home"}
            > POST /v1/tasks {"title":"A","listId":"$home","region":"morning","bucket":"mustDo"}
            < 201 {"id":"$a"}
            > POST /v1/tasks {"title":"B"}
            < 201 {"id":"$b","revision":3}
            > POST /v1/tasks/$a/complete
            < 200
            > DELETE /v1/lists/$home
            < 204
            > PATCH /v1/tasks/$b {"title":"B2","region":"morning","bucket":"mustDo"}
            < 200
            > POST /v1/lists {"name":"New"}
            < 201 {"id":"$new"}
            > POST /v1/tasks {"title":"C","listId":"$new"}
            < 201 {"id":"$c","revision":"$last"}
            > PATCH /v1/account/settings {"quickAdd":"today"}
            < 200
            > POST /v1/account/restoration {"to":3,"dryRun":true}
            < 200 {"to":3,"revision":"$before","before":"$before","dryRun":true,"tasks":3,"lists":2,"settings":true,"deletions":1,"kept":[]}
            > GET /v1/tasks/$b
            < 200 {"title":"B2"}
            > POST /v1/account/restoration {"to":3}
            + Idempotency-Key: back
            < 200 {"to":3,"revision":"$restored","before":"$before","dryRun":false,"tasks":3,"lists":2,"settings":true,"kept":[]}
            > GET /v1/tasks
            < 200 {"tasks":[{"id":"$a","title":"A","state":"notStarted","listId":"$home","region":"morning","bucket":"mustDo"},{"id":"$b","title":"B","region":null,"scheduledDate":null}]}
            > GET /v1/lists
            < 200 {"lists":[{"id":"$home"}]}
            > GET /v1/account/settings
            < 200 {"quickAdd":"inbox"}
            > PATCH /v1/tasks/$b {"title":"B3"}
            < 200
            > POST /v1/account/restoration {"to":3}
            + Idempotency-Key: back
            < 200 {"to":3,"revision":"$restored","before":"$before","dryRun":false,"tasks":3,"lists":2,"settings":true}
            > GET /v1/tasks/$b
            < 200 {"title":"B3"}
            > POST /v1/account/restoration {"to":$last}
            < 200 {"kept":[]}
            > GET /v1/tasks
            < 200 {"tasks":[{"id":"$b","title":"B2","region":"morning"},{"id":"$c","title":"C","listId":"$new"}]}
            > POST /v1/account/restoration {"to":100000}
            < 422 {"fields":[{"field":"to","code":"out_of_range"}]}
            > POST /v1/account/restoration {"to":"yesterday"}
            < 422 {"fields":[{"field":"to","code":"malformed"}]}
            > POST /v1/account/restoration {"to":"2000-01-01T00:00:00Z"}
            < 200 {"to":0}
            > GET /v1/tasks
            < 200 {"tasks":[]}
            """)
    }

    @Test func oneTaskOrOneListGoesBackAlone() async throws {
        try await converse(
            """
            > POST /v1/lists {"name":"Home"}
            < 201 {"id":"$home"}
            > POST /v1/tasks {"title":"A","listId":"$home"}
            < 201 {"id":"$a"}
            > POST /v1/tasks {"title":"B"}
            < 201 {"id":"$b","revision":3}
            > PATCH /v1/tasks/$a {"title":"A2","listId":null}
            < 200
            > PATCH /v1/tasks/$b {"title":"B2"}
            < 200
            > PATCH /v1/lists/$home {"name":"House"}
            < 200
            > POST /v1/tasks/$b/restoration {"to":3}
            < 200 {"tasks":1,"lists":0,"kept":[]}
            > GET /v1/tasks/$b
            < 200 {"title":"B"}
            > POST /v1/lists/$home/restoration {"to":3}
            < 200 {"tasks":1,"lists":1}
            > GET /v1/tasks/$a
            < 200 {"title":"A","listId":"$home"}
            > GET /v1/lists/$home
            < 200 {"name":"Home"}
            > POST /v1/tasks/00000000-0000-4000-8000-000000000000/restoration {"to":3}
            < 404
            """)
    }
}
