import Testing

@Suite(.closing) struct ListTests {
    @Test func aListTakesItsTasksAlongAndBringsThemBack() async throws {
        try await converse(
            """
            > POST /v1/lists {"name":" Home ","colorHex":"#aabbcc"}
            < 201 {"id":"$home","name":"Home","colorHex":"#AABBCC","deletedAt":null,"revision":1}
            = Location: /v1/lists/$home
            = ETag: $made
            > POST /v1/tasks {"title":"A","listId":"$home"}
            < 201 {"id":"$a","listId":"$home"}
            > POST /v1/tasks {"title":"B"}
            < 201 {"id":"$b"}
            > PATCH /v1/lists/$home {"name":"House","colorHex":null}
            < 200 {"name":"House","colorHex":null}
            > PATCH /v1/lists/$home {"name":"  ","colorHex":"red"}
            < 422 {"fields":[{"field":"name","code":"empty"},{"field":"colorHex","code":"malformed"}]}
            > DELETE /v1/lists/$home
            + If-Match: $made
            < 412
            > DELETE /v1/lists/$home
            < 204
            > GET /v1/lists/$home
            < 410 {"code":"gone"}
            > GET /v1/tasks/$a
            < 410
            > GET /v1/tasks
            < 200 {"tasks":[{"title":"B"}]}
            > GET /v1/lists
            < 200 {"lists":[]}
            > GET /v1/lists?deleted=true
            < 200 {"lists":[{"name":"House"}]}
            > PATCH /v1/tasks/$b {"listId":"$home"}
            < 422 {"fields":[{"field":"listId","code":"unknown_value"}]}
            > POST /v1/lists/$home/restore
            < 200 {"name":"House","deletedAt":null}
            > GET /v1/tasks/$a
            < 200 {"listId":"$home"}
            > POST /v1/tasks/$b/move {"listId":"$home"}
            < 200 {"listId":"$home"}
            > POST /v1/tasks/$b/move {"listId":null}
            < 200 {"listId":null}
            > GET /v1/lists/00000000-0000-4000-8000-000000000000
            < 404
            > DELETE /v1/lists/00000000-0000-4000-8000-000000000000
            < 404
            > POST /v1/lists {"colorHex":"#aabbcc"}
            < 422 {"fields":[{"field":"name","code":"required"}]}
            """)
    }

    @Test func theIdIsThatOfTheAddress() async throws {
        try await converse(
            """
            > POST /v1/lists {"name":"A"}
            < 201 {"id":"$a","revision":1}
            > PATCH /v1/lists/$a {"id":"nope","name":"x"}
            < 422 {"code":"invalid_fields","fields":[{"field":"id","code":"immutable"}]}
            > PUT /v1/lists/aaaaaaaa-0000-4000-8000-000000000001 {"id":"$a","name":"B"}
            < 422 {"fields":[{"field":"id","code":"immutable"}]}
            > GET /v1/lists
            < 200 {"lists":[{"name":"A"}],"revision":1}
            > PUT /v1/lists/aaaaaaaa-0000-4000-8000-000000000001 {"id":"aaaaaaaa-0000-4000-8000-000000000001","name":"B"}
            < 201 {"name":"B"}
            > PATCH /v1/lists/$a {"id":"$a","revision":99,"modifiedAt":5,"name":"A"}
            < 200 {"id":"$a","name":"A","revision":1}
            """)
    }

    @Test func listsHaveAnOrder() async throws {
        try await converse(
            """
            > PUT /v1/lists/aaaaaaaa-0000-4000-8000-000000000001 {"name":"A"}
            < 201 {"id":"$a"}
            > PUT /v1/lists/aaaaaaaa-0000-4000-8000-000000000002 {"name":"B"}
            < 201 {"id":"$b"}
            > PUT /v1/lists/aaaaaaaa-0000-4000-8000-000000000003 {"name":"C"}
            < 201 {"id":"$c"}
            > POST /v1/lists/$c/move {"after":"$a"}
            < 200 {"name":"C"}
            > POST /v1/lists/$a/move {"before":"$b"}
            < 200 {"name":"A"}
            > GET /v1/lists
            < 200 {"lists":[{"name":"C"},{"name":"A"},{"name":"B"}]}
            > POST /v1/lists/$c/move {"after":"$c"}
            < 422 {"fields":[{"field":"after","code":"unknown_value"}]}
            > POST /v1/lists/$c/move {}
            < 422 {"fields":[{"field":"before","code":"required"}]}
            """)
    }

    @Test func manyDeletionsAtOnceAreConfirmed() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api)
        try await client.say(
            """
            > POST /v1/lists {"name":"Home"}
            < 201 {"id":"$home"}
            """)
        let items = (0..<60).map {
            #"{"action":"create","fields":{"title":"T\#($0)","listId":"\#(client.names["home"] ?? "")"}}"#
        }
        try await client.say(
            """
            > POST /v1/tasks/batch {"tasks":[\(items.joined(separator: ","))]}
            < 200 {"revision":61}
            > DELETE /v1/lists/$home
            < 409 {"code":"mass_delete_unconfirmed","deletions":60,"of":60}
            > GET /v1/tasks?list=$home&limit=1
            < 200 {"tasks":[{"title":"T0"}],"revision":61}
            > DELETE /v1/lists/$home?confirmMassDelete=true
            < 204
            > GET /v1/tasks
            < 200 {"tasks":[]}
            """)
    }
}
