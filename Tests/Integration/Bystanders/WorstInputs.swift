import Foundation

/// What a client may send that makes the server work hardest, for every operation of the API document. A new operation
/// has to name its own here before the test passes.
enum WorstInputs {
    struct Input: Sendable {
        let name: String
        var query = ""
        var body: String?
        var type = "application/json"
        var fields = ""
    }

    /// By method and path, as the document has them; nil where nobody has thought of it yet.
    static func of(_ operation: Document.Operation) -> [Input]? {
        if let own = special[operation.name] { return own }
        if let text = texts[operation.name] { return documents(longIn: text) }
        return small.contains(operation.name) ? [Input(name: "as it is")] : nil
    }

    // MARK: Pieces

    static let megabyte = 1_000_000
    static let prose = "On Tuesday we met at the garden; the roof (still wet) has to be mended before Éloïse's winter. "
    static let notes = String(repeating: prose, count: 9_000)

    static func operation(_ fields: String) -> String {
        let (operation, id) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
        return
            #"{"opId":"\#(operation)","entity":"task","id":"\#(id)","at":"2026-11-21T09:15:00.000Z","fields":{\#(fields)}}"#
    }

    private static func push(_ operations: [String], isMeant: Bool = false) -> String {
        #"{"confirmMassDelete":\#(isMeant),"ops":[\#(operations.joined(separator: ","))]}"#
    }

    /// One row, of which everything is told.
    private static func operation(
        _ kind: String, _ entity: String, _ id: String, minute: Int, _ fields: String = ""
    ) -> String {
        let opId = UUID().uuidString.lowercased()
        let time = String(format: "2026-11-21T%02d:%02d:00.000Z", 10 + minute / 60, minute % 60)
        return
            #"{"opId":"\#(opId)","entity":"\#(entity)","id":"\#(id)","kind":"\#(kind)","at":"\#(time)","fields":{\#(fields)}}"#
    }

    private static var endedSeries: [String] {
        let id = UUID().uuidString.lowercased()
        let rule = #"{"rrule":"FREQ=DAILY;UNTIL=20200101","onSchedule":true}"#
        let made = operation(
            "set", "task", id, minute: 0, #""title":"T","scheduledDate":"0001-01-01","recurrence":\#(rule)"#)
        return [made] + (1..<100).map { operation("delete", "task", id, minute: $0) }
    }

    private static var restlessList: [String] {
        let list = UUID().uuidString.lowercased()
        let tasks = (0..<300).map { _ in operation(#""title":"T","listId":"\#(list)""#) }
        let turns = (0..<600).map { operation($0 % 2 == 0 ? "delete" : "restore", "list", list, minute: $0) }
        return [operation("set", "list", list, minute: 0, #""name":"L""#)] + tasks + turns
    }

    private static func repeated(_ piece: String, upTo bytes: Int = megabyte) -> String {
        String(repeating: piece, count: bytes / piece.utf8.count)
    }

    private static let unknownNames = (0..<17_000).map { #""n\#($0)":1"# }.joined(separator: ",")
    private static let deep = String(repeating: "[", count: 500_000)

    /// A body that is read as a document: too deep, with names that nobody knows, and with a text as long as a body may
    /// be.
    private static func documents(longIn field: String) -> [Input] {
        [
            Input(name: "deep JSON", body: #"{"\#(field)":\#(deep)"#),
            Input(name: "unknown names", body: "{\(unknownNames)}"),
            Input(name: "a long text", body: #"{"\#(field)":"\#(repeated(prose))"}"#),
            Input(name: "escapes", body: #"{"\#(field)":"\#(repeated("\\u00e9", upTo: 900_000))"}"#),
            Input(name: "white space", body: repeated(" ")),
        ]
    }

    private static func pages(_ limit: Int, _ more: String = "") -> [Input] {
        [
            Input(name: "the largest page", query: "?limit=\(limit)\(more)"),
            Input(
                name: "the largest page, packed", query: "?limit=\(limit)\(more)", fields: "Accept-Encoding: gzip\r\n"),
        ]
    }

    private static func ranges(_ more: String = "") -> [Input] {
        [Input(name: "ten years", query: "?from=2017-01-01&to=2026-12-31\(more)")]
    }

    // MARK: Operations

    /// Operations with a document, and a text in it.
    private static let texts: [String: String] = [
        "POST /v1/accounts": "deviceName", "POST /v1/feeds": "label", "POST /v1/channels": "name",
        "PATCH /v1/channels/{channel}": "name",
        "DELETE /v1/account": "password", "POST /v1/tokens": "label",
        "PATCH /v1/devices/{device}": "name", "POST /v1/pairing/{pairing}/confirmation": "number",
        "POST /v1/pairing/claim": "code", "POST /v1/pairing/token": "secret", "POST /v1/login": "email",
        "POST /v1/account/merge": "into", "POST /v1/account/claim": "email", "PUT /v1/account/password": "password",
        "PUT /v1/account/email": "email", "POST /v1/account/recovery-codes": "password",
        "POST /v1/account/second-factor": "password", "DELETE /v1/account/second-factor": "password",
        "POST /v1/account/second-factor/confirmation": "code",
        "POST /v1/account/passkeys": "name", "PATCH /v1/account/passkeys/{passkey}": "name",
        "DELETE /v1/account/passkeys/{passkey}": "password", "POST /v1/login/passkey": "deviceName",
        "POST /v1/identity/{provider}/token": "idToken", "POST /v1/identity/{provider}/authorization": "deviceName",
        "POST /v1/identity/session": "session", "POST /v1/account/identities": "session",
        "POST /v1/account/identities/{provider}/token": "idToken",
        "POST /v1/account/identities/{provider}/authorization": "password",
        "DELETE /v1/account/identities/{identity}": "password", "POST /v1/tasks": "notes",
        "PUT /v1/tasks/{id}": "notes",
        "PATCH /v1/tasks/{id}": "notes", "POST /v1/tasks/{id}/complete": "completedAt",
        "POST /v1/tasks/{id}/reopen": "state",
        "POST /v1/tasks/{id}/schedule": "to", "POST /v1/tasks/{id}/move": "after",
        "POST /v1/tasks/{id}/restoration": "at",
        "POST /v1/capture": "notes", "POST /v1/lists": "name", "PUT /v1/lists/{id}": "name",
        "PATCH /v1/lists/{id}": "name",
        "POST /v1/lists/{id}/move": "after", "POST /v1/lists/{id}/restoration": "at",
        "PATCH /v1/account/settings": "timeZone",
        "POST /v1/history/{opId}/undo": "force", "POST /v1/conflicts/{opId}/resolution": "value",
        "POST /v1/account/restoration": "at", "POST /v1/history/takeback": "since",
        "POST /v1/proposals/{proposal}/application": "tag",
    ]

    /// Operations that take neither a document nor a page, and work on one row or on none.
    private static let small: Set<String> = [
        "GET /v1/account", "GET /v1/tokens", "POST /v1/tokens/current/rotation", "DELETE /v1/tokens/{token}",
        "GET /v1/devices", "DELETE /v1/devices/others", "DELETE /v1/devices/{device}", "POST /v1/pairing",
        "POST /v1/devices/{device}/deletion-consent",
        "GET /v1/pairing/{pairing}", "DELETE /v1/pairing/{pairing}", "POST /v1/logout", "GET /v1/account/login",
        "GET /v1/identity/providers", "POST /v1/identity/nonce", "GET /v1/account/identities", "DELETE /v1/tasks/{id}",
        "GET /v1/account/passkeys", "POST /v1/account/passkeys/options", "POST /v1/account/passkeys/proof",
        "POST /v1/login/passkey/options",
        "GET /v1/tasks/{id}", "POST /v1/tasks/{id}/start", "POST /v1/tasks/{id}/restore", "POST /v1/tasks/{id}/erasure",
        "GET /v1/lists",
        "GET /v1/lists/{id}", "DELETE /v1/lists/{id}", "POST /v1/lists/{id}/restore", "GET /v1/account/settings",
        "GET /v1", "GET /v1/openapi.json", "GET /v1/limits", "GET /v1/feeds", "DELETE /v1/feeds/{feed}",
        "GET /v1/views/regions/{region}", "GET /feeds/{address}", "GET /v1/channels", "DELETE /v1/channels/{channel}",
        "POST /v1/channels/{channel}/test", "POST /v1/channels/{channel}/replay", "GET /v1/push", "GET /v1/act/{link}",
        "POST /v1/act/{link}", "GET /v1/proposals", "GET /v1/proposals/{proposal}", "DELETE /v1/proposals/{proposal}",
    ]

    private static let special: [String: [Input]] = [
        "POST /v1/sync": documents(longIn: "cursor") + [
            Input(
                name: "1,000 new tasks",
                body: push((0..<1000).map { operation(#""title":"Task \#($0)","notes":"\#(prose)\#(prose)""#) })),
            Input(
                name: "1,000 completed series that never match",
                body: push(
                    (0..<1000).map { _ in
                        operation(
                            #""title":"T","state":"completed","recurrence":{"rrule":"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"}"#
                        )
                    })),
            Input(
                name: "1,000 completed series that seldom match",
                body: push(
                    (0..<1000).map { _ in
                        operation(
                            #""title":"T","state":"completed","recurrence":{"rrule":"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO"}"#
                        )
                    })),
            Input(name: "a series that ended long ago, deleted 99 times", body: push(endedSeries)),
            Input(name: "a list that goes and comes again and again", body: push(restlessList, isMeant: true)),
            Input(name: "unreadable operations", body: "{\"ops\":[" + repeated("0,") + "0]}"),
            Input(name: "unreadable objects", body: "{\"ops\":[" + repeated("{},") + "{}]}"),
            Input(name: "unknown names", body: push([operation(unknownNames)])),
            Input(name: "long notes", body: push([operation(#""title":"T","notes":"\#(notes)""#)])),
            Input(name: "everything", body: "{\"limit\":1000}"),
            Input(name: "everything, packed", body: "{\"limit\":1000}", fields: "Accept-Encoding: gzip\r\n"),
        ],
        "POST /v1/tasks/batch": documents(longIn: "tasks") + [
            Input(
                name: "500 tasks",
                body:
                    #"{"tasks":[\#(Array(repeating: #"{"action":"create","fields":{"title":"T"}}"#, count: 500).joined(separator: ","))]}"#
            )
        ],
        "POST /v1/proposals": documents(longIn: "note") + [
            Input(
                name: "500 tasks",
                body:
                    #"{"actions":[\#(Array(repeating: #"{"action":"create","fields":{"title":"T"}}"#, count: 500).joined(separator: ","))]}"#
            )
        ],
        "GET /v1/tasks": pages(500) + [
            Input(name: "a filter that reads the account", query: "?limit=500&filter=not%20xyzzy"),
            Input(name: "a filter that finds nothing in long notes", query: "?limit=500&filter=xyzzy"),
            Input(
                name: "a filter of a hundred tests",
                query: "?filter=" + Array(repeating: "%23xyzzy", count: 100).joined(separator: "%7C")),
            Input(
                name: "a filter of ten words",
                query: "?filter=" + Array(repeating: "xyzzy", count: 10).joined(separator: "%7C")),
            Input(name: "a filter that is sorted", query: "?limit=500&filter=list%3Aany&sort=title,-updated"),
        ], "GET /v1/history": pages(200), "GET /v1/conflicts": pages(200),
        "GET /v1/search": [
            Input(name: "in long notes", query: "?q=needle&limit=100"),
            Input(name: "misspelt", query: "?q=tuesady%20gradenn%20wnitre&limit=100"),
            Input(
                name: "24 words",
                query:
                    "?q=a%20b%20c%20d%20e%20f%20g%20h%20i%20j%20k%20l%20m%20n%20o%20p%20q%20r%20s%20t%20u%20v%20w%20x"),
            Input(name: "one long word", query: "?q=" + String(repeating: "o", count: 500)),
        ],
        "GET /v1/views/inbox": pages(1000), "GET /v1/views/today": pages(1000), "GET /v1/views/upcoming": pages(1000),
        "GET /v1/views/past": pages(1000), "GET /v1/views/overdue": pages(1000),
        "GET /v1/views/lists/{id}": pages(1000),
        "GET /v1/views/backlog": pages(1000), "GET /v1/views/board": [Input(name: "as it is")],
        "GET /v1/views/widget": [Input(name: "as it is")], "GET /v1/views/completed": pages(1000),
        "GET /v1/analytics/summary": [Input(name: "as it is")], "GET /v1/analytics/daily": ranges(),
        "GET /v1/analytics/distribution": ranges(), "GET /v1/analytics/rhythm": ranges(),
        "GET /v1/analytics/postponements": ranges(), "GET /v1/analytics/completion-time": ranges(),
        "GET /v1/analytics/review": [Input(name: "as it is")], "GET /v1/analytics/daily.svg": ranges(),
        "GET /v1/analytics/year.svg": [Input(name: "as it is")], "GET /v1/analytics/balance.svg": ranges(),
        "GET /v1/identity/callback": [
            Input(name: "long state", query: "?state=" + String(repeating: "s", count: 6_000))
        ],
        // A stream has no end; what it costs is measured with the live streams.
        "GET /v1/live": [],
        "GET /v1/reminders": pages(500), "GET /v1/channels/{channel}/deliveries": pages(500),
        "GET /v1/export": ["json", "csv", "ndjson", "ics"].map { Input(name: $0, query: "?format=\($0)") },
        "POST /v1/import": WorstFiles.all,
    ]
}
