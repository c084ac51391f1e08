import Testing

@Suite(.closing) struct ConflictTests {
    @Test func whatADeviceLostIsToldAndCanBeTaken() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api, account: #"{"deviceName":"Phone"}"#)
        client.names["early"] = time(-30)
        client.names["now"] = time(0)
        try await client.say(
            """
            > POST /v1/tasks {"title":"A","notes":null,"category":null}
            < 201 {"id":"$a"}
            > PATCH /v1/tasks/$a {"title":"B"}
            < 200
            > POST /v1/sync {"sentAt":"$now","ops":[{"opId":"aaaaaaaa-0000-4000-8000-000000000001","entity":"task","id":"$a","at":"$early","fields":{"title":"C","notes":"n"}}]}
            < 200 {"outcomes":[{"outcome":"superseded"}]}
            > GET /v1/conflicts
            < 200 {"conflicts":[{"opId":"aaaaaaaa-0000-4000-8000-000000000001","entity":"task","id":"$a","device":{"name":"Phone"},"outcome":"superseded","fields":[{"field":"title","mine":"C","theirs":"B","base":"A","reason":"newer","by":{"name":"Phone"},"byAt":"*"},{"field":"notes"}]}],"nextCursor":null}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000001/resolution {"take":"ours"}
            < 422 {"fields":[{"field":"take","code":"unknown_value"}]}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000001/resolution {"take":"mine"}
            < 200 {"revision":"$taken","tasks":[{"title":"C","notes":"n"}],"undone":[{"opId":"$decision"}]}
            > GET /v1/conflicts
            < 200 {"conflicts":[]}
            > GET /v1/conflicts?status=all
            < 200 {"conflicts":[{"id":"$a"}]}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000001/resolution {"take":"mine"}
            < 200 {"revision":"$taken","tasks":[{"title":"C"}]}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000001/resolution {"take":"theirs"}
            < 409 {"code":"conflict_resolved"}
            > POST /v1/history/$decision/undo
            < 200 {"tasks":[{"title":"B","notes":null}]}
            > POST /v1/conflicts/00000000-0000-4000-8000-000000000000/resolution {"take":"mine"}
            < 404
            > POST /v1/sync {"sentAt":"$now","ops":[{"opId":"aaaaaaaa-0000-4000-8000-000000000002","entity":"task","id":"$a","at":"$early","fields":{"category":"c"}}]}
            < 200 {"outcomes":[{"outcome":"superseded"}]}
            > GET /v1/conflicts
            < 200 {"conflicts":[{"fields":[{"field":"category"}]}]}
            > PATCH /v1/tasks/$a {"category":"d"}
            < 200
            > GET /v1/conflicts
            < 200 {"conflicts":[]}
            """)
    }

    @Test func eachKindOfConflictCanBeTakenBack() async throws {
        let api = try await API.serving()
        var client = try await Conversation(api, account: #"{"timeZone":"\#(Daylight.zone)"}"#)
        client.names["early"] = time(-30)
        client.names["now"] = time(0)
        // Within what a clock may be ahead, and later than what follows.
        client.names["late"] = time(30)
        client.names["today"] = day(0, in: Daylight.zone)
        try await client.say(
            """
            > POST /v1/tasks {"title":"Done","state":"completed"}
            < 201 {"id":"$done"}
            > POST /v1/tasks {"title":"Deleted","notes":null}
            < 201 {"id":"$deleted"}
            > DELETE /v1/tasks/$deleted
            < 204
            > POST /v1/tasks {"title":"Edited"}
            < 201 {"id":"$edited"}
            > POST /v1/tasks {"title":"Must","region":"morning","bucket":"mustDo"}
            < 201 {"id":"$must"}
            > POST /v1/sync {"sentAt":"$now","ops":[{"opId":"aaaaaaaa-0000-4000-8000-000000000001","entity":"task","id":"$done","at":"$early","fields":{"state":"active"}},{"opId":"aaaaaaaa-0000-4000-8000-000000000002","entity":"task","id":"$deleted","at":"$early","fields":{"notes":"kept"}},{"opId":"aaaaaaaa-0000-4000-8000-000000000003","entity":"task","id":"$edited","at":"$early","kind":"delete"},{"opId":"aaaaaaaa-0000-4000-8000-000000000004","entity":"task","id":"aaaaaaaa-0000-4000-8000-000000000009","at":"$late","fields":{"title":"Also","region":"morning","bucket":"mustDo","scheduledDate":"$today"}}]}
            < 200 {"outcomes":[{"outcome":"superseded"},{"outcome":"superseded"},{"outcome":"superseded"},{"outcome":"merged"}]}
            > GET /v1/conflicts
            < 200 {"conflicts":[{"fields":[{"field":"bucket","mine":"mustDo","theirs":"complementary","reason":"regionFull","by":null}]},{"fields":[{"reason":"edited"}]},{"fields":[{"reason":"newer"},{"reason":"deleted"}]},{"fields":[{"reason":"completed"}]}]}
            > GET /v1/conflicts?limit=1
            < 200 {"conflicts":[{"opId":"aaaaaaaa-0000-4000-8000-000000000004"}],"nextCursor":"$next"}
            > GET /v1/conflicts?limit=1&cursor=$next
            < 200 {"conflicts":[{"opId":"aaaaaaaa-0000-4000-8000-000000000003"}]}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000001/resolution {"take":"mine"}
            < 200 {"tasks":[{"state":"active","completedAt":null}]}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000002/resolution {"take":"mine"}
            < 200 {"tasks":[{"deletedAt":null,"notes":"kept"}]}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000003/resolution {"take":"mine"}
            < 200 {"tasks":[{"id":"$edited","deletedAt":"*"}]}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000004/resolution {"take":"mine"}
            < 409 {"code":"region_full"}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000004/resolution {"take":"theirs"}
            < 200 {"undone":[{}]}
            > GET /v1/conflicts
            < 200 {"conflicts":[]}
            """)
    }

    @Test func whatRequestsDidArrivesAtDevices() async throws {
        try await converse(
            """
            > POST /v1/sync {}
            < 200 {"cursor":"$cursor","changes":{"tasks":[]}}
            > POST /v1/lists {"name":"Home"}
            < 201 {"id":"$home"}
            > POST /v1/tasks {"title":"A","listId":"$home"}
            < 201 {"id":"$a"}
            > POST /v1/tasks/$a/complete
            < 200 {"completedAt":"$at"}
            > POST /v1/sync {"cursor":"$cursor"}
            < 200 {"cursor":"$later","changes":{"tasks":[{"id":"$a","title":"A","listId":"$home","state":"completed","completedAt":"$at"}],"lists":[{"id":"$home","name":"Home"}]}}
            > DELETE /v1/lists/$home
            < 204
            > POST /v1/sync {"cursor":"$later"}
            < 200 {"changes":{"tasks":[{"id":"$a","deletedAt":"*"}],"lists":[{"id":"$home","deletedAt":"*"}]}}
            """)
    }
}
