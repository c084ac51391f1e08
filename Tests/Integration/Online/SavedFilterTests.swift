import Testing

/// Saved filters, as a client without a replica sees them.
@Suite(.closing) struct SavedFilterTests {
    @Test func aSavedFilterShowsWhatItFinds() async throws {
        try await converse(
            """
            > POST /v1/lists {"name":"Home"}
            < 201 {"id":"$home","filter":null}
            > POST /v1/lists {"name":"Soon","filter":"open priority <= 2 sort:priority"}
            < 201 {"id":"$soon","filter":"open priority <= 2 sort:priority"}
            > POST /v1/tasks {"title":"Tea","priority":2,"listId":"$home"}
            < 201 {"id":"$tea"}
            > POST /v1/tasks {"title":"Coffee","priority":1}
            < 201 {"id":"$coffee"}
            > POST /v1/tasks {"title":"Juice"}
            < 201
            > GET /v1/views/lists/$soon
            < 200 {"list":{"name":"Soon"},"tasks":[{"title":"Coffee"},{"title":"Tea"}],"nextCursor":null,"readsAccount":true}
            > GET /v1/views/lists/$soon?limit=1
            < 200 {"tasks":[{"title":"Coffee"}],"nextCursor":"$next"}
            > GET /v1/views/lists/$soon?limit=1&cursor=$next
            < 200 {"tasks":[{"title":"Tea"}],"nextCursor":null}
            > GET /v1/views/lists/$home?limit=1&cursor=$next
            < 400 {"code":"malformed_parameter"}
            > PATCH /v1/lists/$soon {"filter":"open list:home"}
            < 200 {"filter":"open list:home"}
            > GET /v1/views/lists/$soon
            < 200 {"tasks":[{"title":"Tea"}],"readsAccount":false}
            > DELETE /v1/lists/$home?confirmMassDelete=true
            < 204
            > GET /v1/views/lists/$soon
            < 422 {"code":"filter_broken","reason":"filter_unknown_list","offset":10}
            """)
    }

    @Test func whatCannotBeIsRefused() async throws {
        try await converse(
            """
            > POST /v1/lists {"name":"Soon","filter":"due < someday"}
            < 422 {"fields":[{"field":"filter","code":"malformed"}]}
            > POST /v1/lists {"name":"Soon","filter":"open list:Nowhere"}
            < 201 {"id":"$soon"}
            > POST /v1/tasks {"title":"Tea","listId":"$soon"}
            < 422 {"fields":[{"field":"listId","code":"unknown_value"}]}
            > PATCH /v1/lists/$soon {"filter":null}
            < 422 {"fields":[{"field":"filter","code":"immutable"}]}
            > POST /v1/lists {"name":"Home"}
            < 201 {"id":"$home"}
            > PATCH /v1/lists/$home {"filter":"open"}
            < 422 {"fields":[{"field":"filter","code":"immutable"}]}
            > DELETE /v1/lists/$soon
            < 204
            > GET /v1/views/lists/$soon
            < 410
            """)
    }
}
