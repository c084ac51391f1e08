import Foundation
import TestPostgres
import TestReceivers
import TestWire
import Testing

/// Changes on their way to a program, over real sockets, from servers that share the work and are killed.
@Suite(.closing) struct ChangeWebhookTests {
    private static let settings = ["DAYBOOK_OUTBOUND_NETWORKS": "127.0.0.0/8"]

    private func hook(_ api: API, _ token: String, _ url: String) async throws -> String {
        let channel = try await api.ask(
            "POST", "/v1/channels", token: token,
            #"{"kind":"webhook","name":"Home","wants":["changes"],"address":{"url":"\#(url)"}}"#)
        #expect(channel.status == 201 && channel.json["changes"]["refused"].number == 0)
        return try #require(channel.json["id"].text)
    }

    private func add(_ api: API, _ token: String, _ title: String) async throws {
        let added = try await api.ask("POST", "/v1/tasks", token: token, #"{"title":"\#(title)"}"#)
        #expect(added.status == 201)
    }

    private func told(_ receiver: Receiver) async throws -> (id: String?, type: String?, data: JSON) {
        let told = try await receiver.next()
        let json = JSON(told.content)
        return (told.fields?["webhook-id"], json["type"].text, json["data"])
    }

    @Test(.timeLimit(.minutes(10))) func twoServersTellInOrderAlsoWhileTheReceiverIsAway() async throws {
        let url = try await migratedDatabase.copy()
        let servers = [try await API.serving(url, Self.settings), try await API.serving(url, Self.settings)]
        let (_, _, token) = try await servers[0].newAccount()
        var receiver: Receiver? = try await Receiver("web.py")
        let port = try #require(receiver?.port)
        let channel = try await hook(servers[0], token, "http://127.0.0.1:\(port)/in")
        for number in 1...8 { try await add(servers[number % 2], token, "Task \(number)") }
        var revisions: [Int] = []
        for number in 1...8 {
            let (_, type, data) = try await told(try #require(receiver))
            #expect(type == "task.created" && data["title"].text == "Task \(number)")
            revisions.append(data["revision"].number ?? 0)
        }
        #expect(revisions == revisions.sorted() && Set(revisions).count == 8)
        // What a receiver took and did not answer before it ended would come once more.
        try await eventually {
            let channels = try await servers[0].ask("GET", "/v1/channels", token: token).json["channels"]
            return channels[0]["changes"]["revision"].number == revisions.last
        }

        receiver = nil
        await eventually { Client(UInt16(port)) == nil }
        for number in 9...11 { try await add(servers[number % 2], token, "Task \(number)") }
        try await eventually {
            try await servers[0].ask("GET", "/v1/channels", token: token).json["channels"][0]["changes"]["retryAt"].text
                != nil
        }
        let back = try await Receiver("web.py", "--port", "\(port)")
        for number in 9...11 {
            #expect(try await told(back).data["title"].text == "Task \(number)")
        }

        // And the first of them once more.
        let replay = try await servers[1].ask(
            "POST", "/v1/channels/\(channel)/replay", token: token, #"{"since":\#(revisions[0] - 1)}"#)
        #expect(replay.status == 200 && replay.json["changes"]["revision"].number == revisions[0] - 1)
        #expect(try await told(back).data["revision"].number == revisions[0])
        let metrics = await Client.get("/metrics", servers[0].port)?.body ?? ""
        let other = await Client.get("/metrics", servers[1].port)?.body ?? ""
        #expect((metrics + other).contains(#"daybook_changes_told_total{outcome="delivered"}"#))
    }

    @Test(.timeLimit(.minutes(10))) func whatAKilledServerSentIsSentAgainAsTheSameMessage() async throws {
        let url = try await migratedDatabase.copy()
        // Addresses are sealed with the key, which the second has to have.
        let settings = try BackupDesk().settings(url).merging(Self.settings) { $1 }
        let first = try await API.serving(url, settings)
        let (_, _, token) = try await first.newAccount()
        let receiver = try await Receiver("web.py")
        _ = try await hook(first, token, "http://127.0.0.1:\(receiver.port)/slow")
        try await add(first, token, "Call mum")
        let before = try await told(receiver)
        first.program.signal(SIGKILL)
        _ = await first.program.end()
        // As if the time had passed for which the dead one has the channel.
        try TestPostgres.shared.execute(
            "UPDATE change_cursor SET try_at = now()", database: TestPostgres.shared.name(of: url))
        _ = try await API.serving(url, settings)
        let after = try await told(receiver)
        #expect(before.id != nil && after.id == before.id && after.data == before.data)
    }

    @Test(.timeLimit(.minutes(10))) func aRestoredServerGoesOnAndTellsTheSameChangeAsTheSameMessage() async throws {
        let desk = try BackupDesk()
        let url = try await migratedDatabase.copy()
        let first = try await API.serving(url, desk.settings(url).merging(Self.settings) { $1 })
        let (_, _, token) = try await first.newAccount()
        let receiver = try await Receiver("web.py")
        _ = try await hook(first, token, "http://127.0.0.1:\(receiver.port)/in")
        try await add(first, token, "Before")
        #expect(try await told(receiver).data["title"].text == "Before")
        try await eventually {
            let channel = try await first.ask("GET", "/v1/channels", token: token).json["channels"][0]
            return channel["changes"]["revision"].number ?? 0 > 0
        }
        _ = try await desk.json(url, "backup", "create", desk.path("change.backup"))
        let operation = """
            {"opId":"\(UUID().uuidString.lowercased())","entity":"task","id":"\(UUID().uuidString.lowercased())",
            "at":"\(Date().ISO8601Format())","kind":"set","fields":{"title":"After"}}
            """
        func push(_ api: API) async throws {
            let answer = try await api.ask("POST", "/v1/sync", token: token, #"{"ops":[\#(operation)]}"#)
            #expect(answer.status == 200)
        }
        try await push(first)
        let lost = try await told(receiver)
        #expect(await first.program.stop() == 0)

        let other = try TestPostgres.shared.freshDatabase()
        _ = try await desk.json(other, "backup", "restore", desk.path("change.backup"))
        let second = try await API.serving(other, desk.settings(other).merging(Self.settings) { $1 })
        // The change that the backup did not have comes again from the device that made it.
        try await add(second, token, "Meanwhile")
        try await push(second)
        #expect(try await told(receiver).data["title"].text == "Meanwhile")
        let again = try await told(receiver)
        #expect(again.id == lost.id && again.data["revision"] != lost.data["revision"])
    }

    @Test func whatCannotBeIsRefused() async throws {
        let (api, token) = try await API.withAccount()
        let topic = #"{"kind":"ntfy","name":"x","wants":["changes"],"address":{"url":"https://example.org/t"}}"#
        let refused = try await api.ask("POST", "/v1/channels", token: token, topic)
        #expect(refused.status == 422 && refused.json["fields"][0]["field"].text == "wants")
        let webhook = #"{"kind":"webhook","name":"x","address":{"url":"https://example.org"}}"#
        let channel = try await api.ask("POST", "/v1/channels", token: token, webhook)
        let path = "/v1/channels/\(channel.json["id"].text ?? "")"
        #expect(channel.json["changes"].isNull)
        let unwanted = try await api.ask("POST", "\(path)/replay", token: token, #"{"since":0}"#)
        #expect(unwanted.status == 409 && unwanted.code == "changes_not_wanted")
        let changed = try await api.ask("PATCH", path, token: token, #"{"wants":["changes"]}"#)
        #expect(changed.status == 200 && changed.json["changes"]["retryAt"].isNull)
        for (body, status) in [
            (#"{"since":1000}"#, 422), (#"{"since":"yesterday"}"#, 422), ("{}", 422), (#"{"since":0}"#, 200),
            (#"{"since":"2026-01-01T00:00:00Z"}"#, 200),
        ] {
            #expect(try await api.ask("POST", "\(path)/replay", token: token, body).status == status, "\(body)")
        }
        let (_, _, stranger) = try await api.newAccount()
        #expect(try await api.ask("POST", "\(path)/replay", token: stranger, #"{"since":0}"#).status == 404)
    }
}
