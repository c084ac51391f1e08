import Foundation
import TestPostgres
import TestReceivers
import TestWire
import Testing

/// A reminder from the task to the device and back, over real sockets.
@Suite(.closing) struct ReminderJourneyTests {
    /// By a name that the server knows as its own, so that the links in what it tells lead there.
    private func ask(_ api: API, _ method: String, _ path: String, _ token: String?, _ body: String? = nil) async throws
        -> API.Answer
    {
        try await api.ask(method, path, token: token, body, host: "localhost:\(api.port)")
    }

    private func inSeconds(_ seconds: Double) -> String {
        Date(timeIntervalSinceNow: seconds).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private func path(_ link: String) -> String { "/" + link.split(separator: "/").dropFirst(2).joined(separator: "/") }

    @Test func aReminderArrivesAndItsLinkActs() async throws {
        let (api, token) = try await API.withAccount(nil, ["DAYBOOK_OUTBOUND_NETWORKS": "127.0.0.0/8"])
        let receiver = try await Receiver("web.py")
        let channel = try await ask(
            api, "POST", "/v1/channels", token,
            #"{"kind":"webhook","name":"Home","address":{"url":"http://127.0.0.1:\#(receiver.port)/in"}}"#)
        #expect(channel.status == 201 && channel.json["secret"].text?.hasPrefix("whsec_") == true)
        #expect(channel.json["address"]["host"].text == "127.0.0.1:\(receiver.port)")
        // The same once more is the same.
        let again = try await ask(
            api, "POST", "/v1/channels", token,
            #"{"kind":"webhook","name":"Home","address":{"url":"http://127.0.0.1:\#(receiver.port)/in"}}"#)
        #expect(again.status == 200 && again.json["id"].text == channel.json["id"].text)
        #expect(again.json["secret"].text == nil)

        let task = try await ask(
            api, "POST", "/v1/tasks", token, #"{"title":"Call mum","reminderAt":"\#(inSeconds(3600))"}"#)
        let id = try #require(task.json["id"].text)
        let next = try await ask(api, "GET", "/v1/reminders", token)
        #expect(next.json["reminders"][0]["taskId"].text == id)
        let sooner = try await ask(api, "PATCH", "/v1/tasks/\(id)", token, #"{"reminderAt":"\#(inSeconds(1))"}"#)
        #expect(sooner.status == 200)
        let told = try await receiver.next()
        let data = JSON(told.content)["data"]
        #expect(data["title"].text == "Call mum" && data["taskId"].text == id)
        let link = try #require(data["actions"]["done"].text)

        // A preview of the link does nothing, and a forged one leads nowhere.
        #expect(try await ask(api, "GET", path(link), nil).status == 200)
        #expect(try await ask(api, "GET", "/v1/tasks/\(id)", token).json["state"].text == "notStarted")
        let forged = String(link.dropLast(2)) + (link.hasSuffix("AA") ? "BB" : "AA")
        #expect(try await ask(api, "POST", path(forged), nil).status == 404)

        let done = try await ask(api, "POST", path(link), nil)
        #expect(done.status == 200 && done.json["action"].text == "done")
        #expect(try await ask(api, "GET", "/v1/tasks/\(id)", token).json["state"].text == "completed")
        let withdrawal = JSON(try await receiver.next().content)
        #expect(withdrawal["type"].text == "reminder.withdrawn" && withdrawal["data"]["taskId"].text == id)

        // It stands in the history, where it is undone; the link acts no second time.
        let history = try await ask(api, "GET", "/v1/history?task=\(id)", token)
        let operation = try #require(history.json["entries"][0]["opId"].text)
        #expect(try await ask(api, "POST", "/v1/history/\(operation)/undo", token).status == 200)
        #expect(try await ask(api, "POST", path(link), nil).status == 200)
        #expect(try await ask(api, "GET", "/v1/tasks/\(id)", token).json["state"].text == "notStarted")

        // Written once the receiver has answered.
        await eventually {
            let log = try? await ask(api, "GET", "/v1/channels/\(channel.json["id"].text ?? "")/deliveries", token)
            return log?.json["deliveries"][0]["state"].text == "delivered"
        }
    }

    @Test func aDeviceThatListensIsTold() async throws {
        let (api, token) = try await API.withAccount()
        #expect(
            try await ask(api, "POST", "/v1/channels", token, #"{"kind":"live","name":"Laptop"}"#).status == 201)
        var stream = Client(api.port)
        stream?.send("GET /v1/live HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n\r\n")
        _ = try await ask(api, "POST", "/v1/tasks", token, #"{"title":"Call mum","reminderAt":"\#(inSeconds(1))"}"#)
        let text = await stream?.bytes {
            $0.contains("event: reminder\n") && $0.contains("mum")
        }
        #expect(text?.components(separatedBy: "event: reminder\n").count == 2)
        stream = nil

        // What comes while nobody listens waits for the device.
        let channels = try await ask(api, "GET", "/v1/channels", token)
        let log = "/v1/channels/\(channels.json["channels"][0]["id"].text ?? "")/deliveries"
        _ = try await ask(
            api, "POST", "/v1/tasks", token, #"{"title":"Water plants","reminderAt":"\#(inSeconds(0.2))"}"#)
        try await eventually { try await ask(api, "GET", log, token).json["deliveries"][1]["id"].text != nil }
        let other = try #require(Client(api.port))
        other.send("GET /v1/live HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n\r\n")
        #expect(await other.bytes { $0.contains("Water plants") } != nil)
    }

    @Test func whatCannotBeIsRefused() async throws {
        let (api, token) = try await API.withAccount()
        for body in [
            #"{"kind":"pigeon","name":"x"}"#, #"{"kind":"webhook","name":"x"}"#,
            #"{"kind":"webhook","name":"x","address":{"url":"ftp://example.org"}}"#,
            #"{"kind":"webhook","name":"x","address":{"url":"https://example.org","more":"x"}}"#,
            #"{"kind":"email","name":"x","address":{"email":"ada@example.org"}}"#,
        ] {
            let answer = try await ask(api, "POST", "/v1/channels", token, body)
            #expect(answer.status == 422 && answer.code == "invalid_fields", "\(body)")
        }
        // Nothing goes to this machine unless the operator says so.
        let receiver = try await Receiver("web.py", "--quiet")
        let channel = try await ask(
            api, "POST", "/v1/channels", token,
            #"{"kind":"webhook","name":"x","address":{"url":"http://127.0.0.1:\#(receiver.port)/in"}}"#)
        let id = try #require(channel.json["id"].text)
        let test = try await ask(api, "POST", "/v1/channels/\(id)/test", token)
        #expect(test.status == 200 && test.json["state"].text == "failed")
        #expect(test.json["reason"].text?.contains("not allowed") == true)
        let (_, _, stranger) = try await api.newAccount()
        #expect(try await ask(api, "DELETE", "/v1/channels/\(id)", stranger).status == 404)
        #expect(try await ask(api, "DELETE", "/v1/channels/\(id)", token).status == 204)
    }

    /// A server that takes requests only, and one that sends: it hears of what is due without looking.
    @Test func anotherServerSendsWhatThisOneTook() async throws {
        let database = try await migratedDatabase.copy()
        let started = ContinuousClock.now
        let sender = try await API.serving(
            database,
            ["DAYBOOK_OUTBOUND_NETWORKS": "127.0.0.0/8", "DAYBOOK_PUBLIC_URL": "https://tasks.example.org"])
        let desk = try await API.serving(database, ["DAYBOOK_REMINDERS": "no"])
        let (_, _, token) = try await desk.newAccount()
        let receiver = try await Receiver("web.py")
        let body = #"{"kind":"webhook","name":"x","address":{"url":"http://127.0.0.1:\#(receiver.port)/in"}}"#
        let channel = try await ask(desk, "POST", "/v1/channels", token, body)
        let id = try #require(channel.json["id"].text)
        // Whatever the sender had to look at, it has.
        try await eventually { try await ask(sender, "GET", "/readyz", nil).status == 200 }
        // Without hearing, it would look again a minute after its start.
        _ = try await ask(
            desk, "POST", "/v1/tasks", token, #"{"title":"Call mum","reminderAt":"\#(inSeconds(1))"}"#)
        let data = JSON(try await receiver.next().content)["data"]
        #expect(data["title"].text == "Call mum")
        measured { #expect(ContinuousClock.now - started < .seconds(55)) }
        // The operator has given the server this address since; it counts for links.
        #expect(data["actions"]["done"].text?.hasPrefix("https://tasks.example.org/v1/act/") == true)
        let change = try await ask(desk, "PATCH", "/v1/channels/\(id)", token, #"{"wants":["changes"]}"#)
        #expect(change.status == 200)
        _ = try await ask(desk, "POST", "/v1/tasks", token, #"{"title":"Water plants"}"#)
        let told = JSON(try await receiver.next().content)
        #expect(told["type"].text?.hasPrefix("task") == true)
        measured { #expect(ContinuousClock.now - started < .seconds(55)) }
    }

    /// Whatever comes with the request: the link says what is done.
    @Test func aLinkActsOnceHoweverItIsFollowed() async throws {
        let (api, token) = try await API.withAccount(nil, ["DAYBOOK_OUTBOUND_NETWORKS": "127.0.0.0/8"])
        let receiver = try await Receiver("web.py")
        _ = try await ask(
            api, "POST", "/v1/channels", token,
            #"{"kind":"webhook","name":"x","address":{"url":"http://127.0.0.1:\#(receiver.port)/in"}}"#)
        let task = try await ask(
            api, "POST", "/v1/tasks", token, #"{"title":"Call mum","reminderAt":"\#(inSeconds(1))"}"#)
        let id = try #require(task.json["id"].text)
        let link = path(try #require(JSON(try await receiver.next().content)["data"]["actions"]["done"].text))
        #expect(try await ask(api, "POST", link, nil).status == 200)
        #expect(try await ask(api, "POST", "/v1/tasks/\(id)/reopen", token).status == 200)
        #expect(try await ask(api, "POST", link, nil, #"{"again":true}"#).status == 200)
        #expect(try await api.ask("POST", link, fields: "Idempotency-Key: mine\r\n").status == 200)
        #expect(try await ask(api, "GET", "/v1/tasks/\(id)", token).json["state"].text == "notStarted")
    }
}
