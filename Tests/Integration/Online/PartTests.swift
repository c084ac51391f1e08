import Testing

/// Priority, tags and parts of tasks, as a client without a replica sees them.
@Suite(.closing) struct PartTests {
    @Test func priorityAndTags() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"Tea","priority":1,"tags":["home"," buy "]}
            < 201 {"id":"$tea","priority":1,"tags":["buy","home"],"enteredBacklogAt":null,"revision":1}
            > PATCH /v1/tasks/$tea {"tags":{"add":["work"],"remove":["home"]}}
            < 200 {"id":"$tea","tags":["buy","work"],"revision":2}
            > PATCH /v1/tasks/$tea {"tags":["buy","work"],"priority":1,"enteredBacklogAt":"2026-01-01T00:00:00Z"}
            < 200 {"revision":2}
            > PATCH /v1/tasks/$tea {"tags":{"put":["x"]}}
            < 422 {"code":"invalid_fields"}
            > PATCH /v1/tasks/$tea {"priority":10}
            < 422 {"fields":[{"field":"priority","code":"out_of_range"}]}
            > POST /v1/tasks {"title":"Coffee","tags":["buy"]}
            < 201 {"id":"$coffee"}
            > GET /v1/tasks?tag=buy
            < 200 {"tasks":[{"title":"Tea"},{"title":"Coffee"}]}
            > GET /v1/tasks?tag=buy&tag=work
            < 200 {"tasks":[{"title":"Tea"}]}
            > GET /v1/search?q=work
            < 200 {"hits":[{"task":{"title":"Tea"}}]}
            > GET /v1/search?q=tea&tag=home
            < 200 {"hits":[]}
            > GET /v1/history?limit=2
            < 200 {"entries":[{"kind":"create"},{"opId":"$edit","changes":[{"field":"tags","old":["home"],"new":["work"]}]}]}
            > POST /v1/history/$edit/undo
            < 200 {"tasks":[{"title":"Tea","tags":["buy","home"]}],"kept":[]}
            > POST /v1/tasks/$tea/complete
            < 200 {"state":"completed"}
            > GET /v1/analytics/distribution?by=tag
            < 200 {"shares":[{"key":"buy","count":1},{"key":"home","count":1}]}
            """)
    }

    @Test func partsGoWithTheirTaskWhereThatIsAskedFor() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"Move house"}
            < 201 {"id":"$whole","parentId":null}
            > POST /v1/tasks {"title":"Pack","parentId":"$whole"}
            < 201 {"id":"$pack","parentId":"$whole"}
            > POST /v1/tasks {"title":"Books","parentId":"$pack"}
            < 201 {"id":"$books","parentId":"$pack"}
            > PATCH /v1/tasks/$whole {"parentId":"$books"}
            < 409 {"code":"parts_tangled"}
            > PATCH /v1/tasks/$whole {"parentId":"$whole"}
            < 422 {"fields":[{"field":"parentId"}]}
            > GET /v1/tasks?parent=$whole
            < 200 {"tasks":[{"title":"Pack"}]}
            > GET /v1/tasks?parent=none
            < 200 {"tasks":[{"title":"Move house"}]}
            > GET /v1/tasks?filter=parent:$whole
            < 200 {"readsAccount":false,"tasks":[{"title":"Pack"}]}
            > GET /v1/tasks?filter=parent:any
            < 200 {"readsAccount":true,"tasks":[{"title":"Pack"},{"title":"Books"}]}
            > DELETE /v1/tasks/$whole
            < 204
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"Pack"},{"title":"Books"}]}
            > POST /v1/tasks/$whole/restore
            < 200 {"title":"Move house"}
            > POST /v1/tasks/$whole/complete?children=all
            < 400 {"code":"malformed_parameter"}
            > POST /v1/tasks/$whole/complete?children=with
            < 200 {"state":"completed"}
            > GET /v1/tasks?state=completed
            < 200 {"tasks":[{"title":"Move house"},{"title":"Pack"},{"title":"Books"}]}
            > DELETE /v1/tasks/$whole?children=with
            < 204
            > GET /v1/tasks
            < 200 {"tasks":[]}
            > GET /v1/history?limit=3
            < 200 {"entries":[{"cause":"$deed"},{"cause":"$deed"},{"opId":"$deed","cause":null}]}
            > POST /v1/history/$deed/undo
            < 200 {"kept":[]}
            > GET /v1/tasks?state=completed
            < 200 {"tasks":[{"title":"Move house"},{"title":"Pack"},{"title":"Books"}]}
            """)
    }
}
