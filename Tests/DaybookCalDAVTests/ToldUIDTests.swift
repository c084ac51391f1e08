import DaybookCore
import DaybookHost
import TestPostgres
import TestWire
import Testing

@testable import TestService

/// What a device says over sync that programs should call a task: it can be anything.
@Suite(.closing) struct ToldUIDTests {
    private let phone: Caller
    private let client: CalendarClient

    init() async throws {
        let house = try await openHouse()
        let begun = await house.caller.post("/v1/accounts", "{}")
        let token = begun.string("token")
        phone = house.caller.with(token)
        client = CalendarClient(
            port: house.port, account: begun.string("account.id"), authorization: "Bearer \(token)")
    }

    /// As they stand in JSON.
    private static let noUIDs = ["", #"a\u0001b"#, String(repeating: "u", count: 2_000)]

    @Test func whatCannotBeAUIDStopsNothing() async throws {
        // No program has asked yet, so the first one finds all of them.
        var tasks: [Identifier] = []
        for value in Self.noUIDs { tasks.append(try await newTask("ics:UID", value)) }
        try await series(Self.noUIDs[0])
        await expectShown(tasks, "Water the plants")
        // From now on the index follows each push.
        for value in Self.noUIDs { tasks.append(try await newTask("ics:UID", value)) }
        try await series(Self.noUIDs[2])
        await expectShown(tasks, "Water the plants")
        for task in tasks { try await push(task, #""title":"Feed the cat""#) }
        await expectShown(tasks, "Feed the cat")
        // One that is set on a task that is shown already, and one that counts.
        try await push(tasks[0], #""ics:UID":"cat@example.org""#)
        let named = await client.call("GET", "\(client.inbox)\(tasks[0]).ics")
        #expect(named.status == 200 && named.text.contains("UID:cat@example.org\r\n"), "\(named.text)")
        for value in Self.noUIDs {
            try await push(tasks[0], #""ics:UID":"\#(value)""#)
            await expectShown(tasks, "Feed the cat")
        }
    }

    /// Every task is there under its own identifier.
    private func expectShown(_ tasks: [Identifier], _ title: String) async {
        let all = await client.find(client.inbox, "<D:getetag/>", depth: "1")
        #expect(all.status == 207, "\(all.status) \(all.text)")
        for task in tasks {
            #expect(all.hrefs.contains("\(client.inbox)\(task).ics"), "\(all.hrefs)")
            let shown = await client.call("GET", "\(client.inbox)\(task).ics")
            #expect(shown.status == 200, "\(shown.status)")
            #expect(
                shown.text.contains("UID:\(task)\r\n") && shown.text.contains("SUMMARY:\(title)\r\n"), "\(shown.text)")
        }
    }

    /// The first of it is done, and called so by itself.
    private func series(_ uid: String) async throws {
        let task = Identifier.random()
        try await push(
            task,
            #""title":"Pay the rent","scheduledDate":"2026-11-20","recurrence":{"days":[1]},"ics:this:UID":"\#(uid)""#)
        try await push(task, #""state":"completed""#)
    }

    private func newTask(_ field: String, _ value: String) async throws -> Identifier {
        let task = Identifier.random()
        try await push(task, #""title":"Water the plants","\#(field)":"\#(value)""#)
        return task
    }

    private func push(_ task: Identifier, _ fields: String) async throws {
        let answer = await phone.post(
            "/v1/sync",
            """
            {"cursor":null,"ops":[{"opId":"\(Identifier.random())","entity":"task","id":"\(task)",\
            "at":"\(Instant.now())","fields":{\(fields)}}]}
            """)
        try #require(answer.status == 200, "\(answer.status) \(answer.text)")
    }
}
