import Foundation
import TestPostgres
import TestReceivers
import TestWire
import Testing

/// The operator's side of reminders, as real processes beside a running server.
@Suite(.closing) struct ReminderOperationTests {
    private func open(_ more: [String: String] = [:]) async throws -> AdminTests.Desk {
        let folder = try openFolder()
        let settings = [
            "DAYBOOK_DATABASE_URL": try await migratedDatabase.copy(),
            "DAYBOOK_SECRET_KEY": folder.appending(path: "secret.key").path, "DAYBOOK_HOSTS": "test",
            "DAYBOOK_OUTBOUND_NETWORKS": "127.0.0.0/8",
        ].merging(more) { $1 }
        return AdminTests.Desk(
            api: try await .serving(settings["DAYBOOK_DATABASE_URL"], settings), settings: settings, folder: folder)
    }

    private func openWithMail(_ more: [String: String] = [:]) async throws -> (AdminTests.Desk, Receiver) {
        let mail = try await Receiver("mail.py", "--plain")
        return (try await open(try mailing(to: mail.port).merging(more) { $1 }), mail)
    }

    private func mailing(to port: Int) throws -> [String: String] {
        let file = try openFolder().appending(path: "notifications.json")
        let server = "{\"server\":\"smtp://127.0.0.1:\(port)\",\"from\":\"daybook@example.org\",\"tls\":\"none\"}"
        try Data("{\"mail\":\(server)}".utf8).write(to: file)
        return ["DAYBOOK_NOTIFICATIONS_FILE": file.path]
    }

    private func inSeconds(_ seconds: Double) -> String {
        Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    @Test func theOperatorSeesTestsAndHolds() async throws {
        let desk = try await open()
        let token = try await desk.api.newAccount().token
        let receiver = try await Receiver("web.py")
        let body =
            "{\"kind\":\"webhook\",\"name\":\"Kitchen\",\"address\":{\"url\":\"http://127.0.0.1:\(receiver.port)/in\"}}"
        let channel = try await desk.api.ask("POST", "/v1/channels", token: token, body)
        let id = try #require(channel.json["id"].text)

        let test = try await desk.json(["reminders", "test", id])
        #expect(test["state"].text == "delivered" && test["kind"].text == "webhook")
        #expect(JSON(try await receiver.next().content)["data"]["subject"].text == "test")
        let unknown = try await desk.run("reminders", "test", "5f2c6a70-91de-4b6e-8a4f-3c1f9be0d422")
        #expect(unknown.code == 1 && unknown.complaints.contains("there is no channel"))
        #expect(try await desk.run("reminders", "test", "kitchen").code == 1)

        #expect(try await desk.json(["reminders", "pause"])["paused"].flag == true)
        let task = "{\"title\":\"Call mum\",\"reminderAt\":\"\(inSeconds(0.1))\"}"
        #expect(try await desk.api.ask("POST", "/v1/tasks", token: token, task).status == 201)
        await eventually { (try? await desk.json(["reminders", "status"])["due"].number ?? 0) ?? 0 > 0 }
        let metrics = await Client.get("/metrics", desk.api.port)?.body ?? ""
        #expect(metrics.contains("daybook_reminders_paused 1\n"))
        let log = try await desk.api.ask("GET", "/v1/channels/\(id)/deliveries", token: token)
        #expect(log.json["deliveries"].list.map { $0["subject"].text } == ["test"])

        #expect(try await desk.json(["reminders", "resume"])["paused"].flag == false)
        #expect(JSON(try await receiver.next().content)["data"]["title"].text == "Call mum")
        await eventually { (try? await desk.json(["reminders", "status"])["messages"][0]["count"].number) == 2 }
        let status = try await desk.json(["reminders", "status"])
        #expect(status["channels"][0]["kind"].text == "webhook" && status["channels"][0]["state"].text == "on")
        #expect(status["messages"][0]["state"].text == "delivered")
        let shown = try await desk.run("reminders", "status").output
        #expect(shown.contains("MESSAGES OF 24 HOURS") && shown.contains("webhook"))
        for secret in ["Call mum", "Kitchen", "127.0.0.1", "\(receiver.port)"] { #expect(!shown.contains(secret)) }
    }

    @Test func aDeviceThatListensIsTestedFromTheBox() async throws {
        let desk = try await open()
        let token = try await desk.api.newAccount().token
        let channel = try await desk.api.ask(
            "POST", "/v1/channels", token: token, "{\"kind\":\"live\",\"name\":\"Laptop\"}")
        let id = try #require(channel.json["id"].text)
        #expect(try await desk.json(["reminders", "test", id])["state"].text == "waiting")
        let stream = try #require(Client(desk.api.port))
        stream.send("GET /v1/live HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(await stream.bytes { $0.contains("event: reminder\n") } != nil)
        // One that listens already is told at once; on a busy machine perhaps after the command has looked.
        let told = try await desk.json(["reminders", "test", id])["state"].text
        #expect(told == "delivered" || told == "waiting")
        await eventually {
            let log = try? await desk.api.ask("GET", "/v1/channels/\(id)/deliveries", token: token)
            return log?.json["deliveries"].list.allSatisfy { $0["state"].text == "delivered" } == true
        }
    }

    @Test func anAddressIsAskedFirstAndNotTooOften() async throws {
        let (desk, mail) = try await openWithMail()
        defer { withExtendedLifetime(mail) {} }
        let token = try await desk.api.newAccount().token
        func add(_ fields: String = "") async throws -> API.Answer {
            let body = "{\"kind\":\"email\",\"name\":\"Mail\",\"address\":{\"email\":\"ada@example.org\"}}"
            return try await desk.api.ask("POST", "/v1/channels", token: token, body, fields: fields)
        }
        var id = ""
        for _ in 1...3 {
            let made = try await add()
            #expect(made.status == 201 && made.json["offReason"].text == "unconfirmed")
            // The same once more sends nothing, and counts for nothing.
            #expect(try await add().status == 200)
            id = try #require(made.json["id"].text)
            let test = try await desk.api.ask("POST", "/v1/channels/\(id)/test", token: token)
            #expect(test.status == 409 && test.code == "channel_unconfirmed")
            let fromTheBox = try await desk.run("reminders", "test", id)
            #expect(fromTheBox.code == 1 && fromTheBox.complaints.contains("not confirmed"))
            #expect(try await desk.api.ask("DELETE", "/v1/channels/\(id)", token: token).status == 204)
        }
        let refused = try await add()
        #expect(refused.status == 429 && refused.code == "too_many_confirmations")
        #expect((refused.field("retry-after").flatMap { Int($0) } ?? 0) > 80_000)
        #expect(try await desk.api.ask("GET", "/v1/channels", token: token).json["channels"].list.isEmpty)
    }

    /// Nobody could confirm it: the link would lead wherever the request says.
    @Test func anAddressNeedsALinkThatLeadsHere() async throws {
        let (desk, _) = try await openWithMail(["DAYBOOK_HOSTS": "other.example.org"])
        let token = try await desk.api.newAccount().token
        let body = "{\"kind\":\"email\",\"name\":\"Mail\",\"address\":{\"email\":\"ada@example.org\"}}"
        let refused = try await desk.api.ask("POST", "/v1/channels", token: token, body)
        #expect(refused.status == 421 && refused.code == "host_not_allowed")
    }

    /// A channel that nobody can confirm is not made, and says why.
    @Test func aConfirmationThatDoesNotGetOutIsSaid() async throws {
        // Nobody listens there.
        let desk = try await open(try mailing(to: 1))
        let token = try await desk.api.newAccount().token
        let body = "{\"kind\":\"email\",\"name\":\"Mail\",\"address\":{\"email\":\"ada@example.org\"}}"
        let channel = try await desk.api.ask("POST", "/v1/channels", token: token, body)
        #expect(channel.status == 502 && channel.code == "confirmation_not_sent", "\(channel)")
        #expect(try await desk.api.ask("GET", "/v1/channels", token: token).json["channels"].list.isEmpty)
    }
}
