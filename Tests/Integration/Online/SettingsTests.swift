import Foundation
import Testing

@Suite(.closing) struct SettingsTests {
    @Test func theAccountSaysWhatItsInboxIs() async throws {
        try await converse(
            """
            > POST /v1/tasks {"title":"Someday"}
            < 201
            > POST /v1/tasks {"title":"Dated","scheduledDate":"2030-01-01"}
            < 201
            > GET /v1/views/inbox
            < 200 {"rule":"unscheduled","tasks":[{"title":"Someday"}]}
            > PATCH /v1/account/settings {"inboxRule":"unlisted"}
            < 200 {"inboxRule":"unlisted"}
            > GET /v1/views/inbox
            < 200 {"rule":"unlisted","tasks":[{"title":"Someday"},{"title":"Dated"}]}
            > GET /v1/views/inbox?rule=unscheduled
            < 200 {"rule":"unscheduled","tasks":[{"title":"Someday"}]}
            """)
    }

    /// R 1.2: none at first. What comes from a device or over a rollover is never refused.
    @Test func theBacklogIsFullWhereTheAccountSaysSo() async throws {
        try await converse(
            """
            > PATCH /v1/account/settings {"backlogLimit":2}
            < 200 {"backlogLimit":2}
            > POST /v1/tasks {"title":"One","region":"backlog"}
            < 201 {"id":"$one"}
            > POST /v1/tasks {"title":"Two","region":"backlog"}
            < 201
            > POST /v1/tasks {"title":"Three","region":"backlog"}
            < 409 {"code":"region_full","detail":"Backlog full (2 tasks)"}
            > POST /v1/tasks {"title":"Three","region":"backlog"}
            + Accept-Language: de
            < 409 {"code":"region_full","detail":"Der Vorrat ist voll (2 Aufgaben)"}
            > PATCH /v1/tasks/$one {"title":"Still one"}
            < 200 {"region":"backlog"}
            > POST /v1/tasks/$one/complete
            < 200
            > POST /v1/tasks {"title":"Three","region":"backlog"}
            < 201
            > POST /v1/tasks/$one/reopen
            < 409 {"code":"region_full"}
            > PATCH /v1/account/settings {"backlogLimit":null}
            < 200 {"backlogLimit":null}
            > POST /v1/tasks/$one/reopen
            < 200
            """)
    }

    /// Sentences are in the client's language, and a tag of one language says nothing of the other.
    @Test func viewsSpeakTheClientsLanguage() async throws {
        try await converse(
            """
            > GET /v1/views/board
            < 200 {"regions":[{"mustDoTitle":"No must-do yet"},{},{}]}
            = ETag: $english
            > GET /v1/views/board
            + Accept-Language: de
            + If-None-Match: $english
            < 200 {"regions":[{"region":"morning","mustDoTitle":"Noch kein Muss"},{},{}]}
            = ETag: $german
            > GET /v1/views/board
            + Accept-Language: de
            + If-None-Match: $german
            < 304
            > GET /v1/views/board
            + Accept-Language: fr
            + If-None-Match: $english
            < 304
            > GET /v1/views/widget
            + Accept-Language: de
            < 200 {"entries":[{"placeholder":"Heute ist nichts fällig"}],"createLink":"todoapp://create-task"}
            > GET /v1/analytics/summary
            + Accept-Language: de
            < 200 {"sentence":"Noch keine Daten","sentences":{"today":"Heute 0 Aufgaben erledigt"}}
            > GET /v1/views/regions/backlog
            < 404 {"code":"not_found"}
            > GET /v1/views/regions/backlog
            + Accept-Language: de
            < 404 {"code":"not_found","title":"Hier ist nichts"}
            """)
    }

    @Test func settingsAreReadChangedAndTakenBack() async throws {
        try await converse(
            account: #"{"deviceName":"Phone"}"#,
            """
            > GET /v1/account/settings
            < 200 {"timeZone":"UTC","firstWeekday":1,"dayStart":"00:00","rollover":"off","regionLimits":{"mustDo":1,"complementary":3,"misc":5},"complementaryAfterMustDo":false,"reviewTime":"18:00","quickAdd":"inbox","linkScheme":"todoapp","backlogLimit":null,"inboxRule":"unscheduled","captureLanguage":null,"morningTime":null,"weeklyReview":false,"regionNudges":false,"overdueAlerts":false,"quietFrom":null,"quietUntil":null,"privateReminders":false,"revision":0}
            = ETag: $untouched
            > PATCH /v1/account/settings {"timeZone":"Europe/Berlin","firstWeekday":7,"dayStart":"04:00","rollover":"backlog","complementaryAfterMustDo":true,"quickAdd":"today","linkScheme":"my-tasks"}
            + If-Match: $untouched
            < 200 {"timeZone":"Europe/Berlin","firstWeekday":7,"dayStart":"04:00","rollover":"backlog","complementaryAfterMustDo":true,"reviewTime":"18:00","quickAdd":"today","linkScheme":"my-tasks","revision":1}
            > PATCH /v1/account/settings {"reviewTime":null}
            + If-Match: $untouched
            < 412 {"code":"precondition_failed"}
            > PATCH /v1/account/settings {"reviewTime":null}
            + Idempotency-Key: quiet
            < 200 {"reviewTime":null,"timeZone":"Europe/Berlin","revision":2}
            > PATCH /v1/account/settings {"regionLimits":{"mustDo":2}}
            < 200 {"regionLimits":{"mustDo":2,"complementary":3,"misc":5},"reviewTime":null,"revision":3}
            > PATCH /v1/account/settings {"reviewTime":null}
            + Idempotency-Key: quiet
            < 200 {"regionLimits":{"mustDo":1},"reviewTime":null,"revision":2}
            > PATCH /v1/account/settings {}
            < 200 {"revision":3}
            > GET /v1/account/settings
            < 200 {"revision":3}
            = ETag: $tag
            > GET /v1/account/settings
            + If-None-Match: $tag
            < 304
            > GET /v1/history?limit=2
            < 200 {"entries":[{"opId":"$limits","entity":"settings","kind":"set","device":{"name":"Phone"},"changes":[{"field":"regionLimits","old":{"mustDo":1,"complementary":3,"misc":5},"new":{"mustDo":2,"complementary":3,"misc":5}}]},{"opId":"$review","changes":[{"field":"reviewTime","old":"18:00","new":null}]}]}
            > POST /v1/history/$review/undo
            < 200 {"kept":[]}
            > GET /v1/account/settings
            < 200 {"reviewTime":"18:00","regionLimits":{"mustDo":2}}
            > POST /v1/history/$limits/undo
            < 200 {"kept":[]}
            > GET /v1/account/settings
            < 200 {"reviewTime":"18:00","regionLimits":{"mustDo":1}}
            """)
    }

    @Test func whatRemindsIsChosen() async throws {
        try await converse(
            account: #"{"deviceName":"Phone"}"#,
            """
            > PATCH /v1/account/settings {"morningTime":"07:30","weeklyReview":true,"regionNudges":true,"overdueAlerts":true}
            < 200 {"morningTime":"07:30","weeklyReview":true,"regionNudges":true,"overdueAlerts":true,"quietFrom":null,"privateReminders":false,"revision":1}
            > PATCH /v1/account/settings {"quietFrom":"22:00","quietUntil":"07:00","privateReminders":true}
            < 200 {"morningTime":"07:30","quietFrom":"22:00","quietUntil":"07:00","privateReminders":true,"revision":2}
            > GET /v1/history?limit=1
            < 200 {"entries":[{"opId":"$quiet","entity":"settings"}]}
            > PATCH /v1/account/settings {"morningTime":null,"weeklyReview":false}
            < 200 {"morningTime":null,"weeklyReview":false,"regionNudges":true,"revision":3}
            > POST /v1/history/$quiet/undo
            < 200 {"kept":[]}
            > GET /v1/account/settings
            < 200 {"morningTime":null,"weeklyReview":false,"regionNudges":true,"overdueAlerts":true,"quietFrom":null,"quietUntil":null,"privateReminders":false}
            """)
    }

    /// The address is the same for everybody, so a browser that two people share sends one's tag for the other.
    @Test func nobodysTagHoldsForAnother() async throws {
        let api = try await API.serving()
        var one = try await Conversation(api)
        try await one.say(
            """
            > GET /v1/account/settings
            < 200 {"revision":0}
            = ETag: $tag
            """)
        var other = try await Conversation(api)
        other.names["tag"] = one.names["tag"]
        try await other.say(
            """
            > GET /v1/account/settings
            + If-None-Match: $tag
            < 200 {"revision":0}
            > PATCH /v1/account/settings {"firstWeekday":7}
            + If-Match: $tag
            < 412 {"code":"precondition_failed"}
            """)
    }

    @Test func whatMakesNoSenseIsToldAndChangesNothing() async throws {
        let (api, token) = try await API.withAccount()
        for (body, field, code, words) in [
            (#"{"timeZone":"Europe/Atlantis"}"#, "timeZone", "unknown_value", "IANA name of a time zone"),
            (#"{"timeZone":"GMT+5"}"#, "timeZone", "unknown_value", "IANA name of a time zone"),
            (#"{"timeZone":""}"#, "timeZone", "empty", "must not be empty"),
            (#"{"timeZone":null}"#, "timeZone", "required", "cannot be cleared"),
            (#"{"firstWeekday":0}"#, "firstWeekday", "out_of_range", "from 1 to 7"),
            (#"{"firstWeekday":"monday"}"#, "firstWeekday", "wrong_type", "whole number"),
            (#"{"dayStart":"24:00"}"#, "dayStart", "malformed", "a time such as 18:00"),
            (#"{"dayStart":null}"#, "dayStart", "wrong_type", "a time such as 18:00"),
            (#"{"rollover":"inbox"}"#, "rollover", "unknown_value", "not known"),
            (#"{"regionLimits":{"misc":1001}}"#, "regionLimits", "out_of_range", "from 0 to 1000"),
            (#"{"regionLimits":{"misc":-1}}"#, "regionLimits", "out_of_range", "from 0 to 1000"),
            (#"{"regionLimits":7}"#, "regionLimits", "wrong_type", "an object"),
            (#"{"complementaryAfterMustDo":"yes"}"#, "complementaryAfterMustDo", "wrong_type", "true or false"),
            (#"{"reviewTime":"six"}"#, "reviewTime", "malformed", "a time such as 18:00"),
            (#"{"quickAdd":"upcoming"}"#, "quickAdd", "unknown_value", "not known"),
            (#"{"backlogLimit":1001}"#, "backlogLimit", "out_of_range", "0 to 1000"),
            (#"{"inboxRule":"all"}"#, "inboxRule", "unknown_value", "not known"),
            (#"{"captureLanguage":"xx"}"#, "captureLanguage", "unknown_value", "not known"),
            (#"{"morningTime":"7:30"}"#, "morningTime", "malformed", "a time such as 18:00"),
            (#"{"weeklyReview":"sunday"}"#, "weeklyReview", "wrong_type", "true or false"),
            (#"{"regionNudges":null}"#, "regionNudges", "wrong_type", "true or false"),
            (#"{"overdueAlerts":1}"#, "overdueAlerts", "wrong_type", "true or false"),
            (#"{"quietFrom":22}"#, "quietFrom", "wrong_type", "a time such as 18:00"),
            (#"{"quietUntil":"24:00"}"#, "quietUntil", "malformed", "a time such as 18:00"),
            (#"{"privateReminders":"yes"}"#, "privateReminders", "wrong_type", "true or false"),
            (#"{"linkScheme":"1app"}"#, "linkScheme", "malformed", "URL scheme"),
            (#"{"timezone":"UTC"}"#, "timezone", "unknown_field", ""),
        ] {
            // One that is right beside it is not taken either.
            let both = #"{"firstWeekday":6,"# + body.dropFirst()
            let whole = field == "firstWeekday" ? body : String(both)
            let answer = try await api.ask("PATCH", "/v1/account/settings", token: token, whole)
            #expect(answer.status == 422, "\(body): \(answer.json.shown)")
            #expect(answer.code == "invalid_fields")
            let told = answer.json["fields"].list.first { $0["field"].text == field }
            #expect(told?["code"].text == code, "\(body): \(answer.json.shown)")
            #expect(words.isEmpty || told?["sentence"].text?.contains(words) == true, "\(body): \(answer.json.shown)")
        }
        let settings = try await api.ask("GET", "/v1/account/settings", token: token)
        #expect(settings.json["revision"].number == 0 && settings.json["firstWeekday"].number == 1)
    }

    @Test func devicesShareSettingsFieldByField() async throws {
        let api = try await API.serving()
        let begun = try await api.newAccount(#"{"timeZone":"Europe/Berlin","deviceName":"Phone"}"#)
        var client = Conversation(api, token: begun.token)
        client.names["account"] = begun.account
        client.names["early"] = time(-30)
        client.names["now"] = time(0)
        try await client.say(
            """
            > POST /v1/sync {"cursor":null,"sentAt":"$now"}
            < 200 {"changes":{"settings":{"timeZone":"Europe/Berlin","revision":1}},"cursor":"$cursor"}
            > GET /v1/history
            < 200 {"entries":[{"revision":1,"entity":"settings","device":{"name":"Phone"},"changes":[{"field":"timeZone","old":"UTC","new":"Europe/Berlin"}]}]}
            > PATCH /v1/account/settings {"reviewTime":"20:15"}
            < 200
            > POST /v1/sync {"cursor":"$cursor","sentAt":"$now","ops":[{"opId":"aaaaaaaa-0000-4000-8000-000000000001","entity":"settings","id":"$account","at":"$early","fields":{"reviewTime":null,"firstWeekday":7}}]}
            < 200 {"outcomes":[{"outcome":"merged"}],"changes":{"settings":{"reviewTime":"20:15","firstWeekday":7,"timeZone":"Europe/Berlin"}}}
            > GET /v1/conflicts
            < 200 {"conflicts":[{"entity":"settings","fields":[{"field":"reviewTime","mine":null,"theirs":"20:15"}]}]}
            > POST /v1/conflicts/aaaaaaaa-0000-4000-8000-000000000001/resolution {"take":"mine"}
            < 200
            > GET /v1/account/settings
            < 200 {"reviewTime":null,"firstWeekday":7}
            > GET /v1/conflicts
            < 200 {"conflicts":[]}
            > POST /v1/sync {"sentAt":"$now","ops":[{"opId":"aaaaaaaa-0000-4000-8000-000000000002","entity":"settings","id":"$account","at":"$now","fields":{"timeZone":"Mars/Olympus"}}]}
            < 200 {"outcomes":[{"outcome":"rejected"}]}
            """)
    }
}
