import TestReceivers
import TestWire
import Testing
import WebClient

@testable import Notifying

@Suite struct APNsTests {
    private struct Told: Decodable {
        var fields: [String: String]?
        var body: String?
        var trouble: String?
        var connection: String?
    }

    private let key = SigningKey()
    private let message = Notification(
        id: "0193AB52-0000-7000-8000-000000000001", tag: "task-1", title: "Water the plants", body: "Today",
        actions: [.init(title: "Done", address: "https://todo.example/act/1")], secondsToLive: 600)

    private func apple() async throws -> (Receiver, APNsSender) {
        let file = try KeyFile(publicHalfOf: key)
        let receiver = try await Receiver("apns.py", file.path, "KEY1234567", "TEAM123456", "example.todo")
        withExtendedLifetime(file) {}
        var settings = WebSettings.bounded
        settings.trust = receiver.trust
        // Many tests share two cores: what takes its time is not what they are about.
        (settings.patience, settings.time) = (120, 240)
        let sender = APNsSender(
            WebClient(settings), key: key, keyID: "KEY1234567", team: "TEAM123456",
            servers: { _ in "https://localhost:\(receiver.port)" })
        return (receiver, sender)
    }

    private func address(_ token: String) -> APNsAddress {
        APNsAddress(token: token, topic: "example.todo", environment: .production)
    }

    @Test func appleTakesEveryKindOfPushOverOneConnection() async throws {
        let (receiver, sender) = try await apple()
        var withdrawal = message
        withdrawal.isWithdrawal = true
        #expect(await sender.send(message, to: address("ab00cd10")) == .delivered)
        #expect(await sender.send(withdrawal, to: address("ab00cd10")) == .delivered)
        #expect(await sender.wake(message, to: address("ab00cd10")) == .delivered)

        #expect(try await receiver.next(Told.self).connection == "begun")
        let shown = try await receiver.next(Told.self)
        #expect(shown.trouble == nil)
        #expect(shown.fields?[":path"] == "/3/device/ab00cd10")
        #expect(shown.fields?["apns-id"] == "0193ab52-0000-7000-8000-000000000001")
        #expect(shown.fields?["apns-collapse-id"] == "task-1")
        #expect(shown.fields?["apns-push-type"] == "alert")
        #expect(
            shown.body
                == #"{"aps":{"alert":{"title":"Water the plants","body":"Today"},"sound":"default","category":"task"},"id":"0193AB52-0000-7000-8000-000000000001","tag":"task-1","actions":[{"title":"Done","url":"https://todo.example/act/1"}]}"#
        )
        let taken = try await receiver.next(Told.self)
        #expect(taken.trouble == nil)
        #expect(taken.fields?["apns-push-type"] == "background")
        #expect(taken.body?.contains(#""withdrawn":"task-1""#) == true)
        let woken = try await receiver.next(Told.self)
        #expect(woken.trouble == nil)
        #expect(woken.fields?["authorization"] == shown.fields?["authorization"])
    }

    @Test(arguments: [
        ("ab1", "gone"), ("ab2", "gone"), ("ab3", "gone"), ("ab4", "retry"), ("ab5", "retry"), ("ab6", "retry"),
        ("ab7", "refused"), ("xyz0", "refused"), ("", "refused"),
    ])
    func anAnswerOfApplesIsOneOfFour(end: String, expected: String) async throws {
        let (_, sender) = try await apple()
        #expect(await sender.send(message, to: address(end.isEmpty ? "" : "0123456789" + end)).word == expected)
    }

    @Test func hundredsGoOverAFewConnections() async throws {
        let (receiver, sender) = try await apple()
        await atOnce(0..<500) { [message] number in
            var one = message
            one.id = "delivery \(number)"
            #expect(await sender.send(one, to: address("ab00cd10")) == .delivered)
        }
        var (connections, pushes, ids) = (0, 0, Set<String>())
        while pushes < 500 {
            let told = try await receiver.next(Told.self)
            #expect(told.trouble == nil)
            if told.connection != nil { connections += 1 } else { pushes += 1 }
            if let id = told.fields?["apns-id"] { ids.insert(id) }
        }
        #expect(ids.count == 500)
        #expect(connections <= 8)
    }

    @Test func theTokenIsMadeAnewWithinTheHourAndNotSooner() {
        let token = ProviderToken(key: key, keyID: "KEY1234567", team: "TEAM123456")
        let first = token.text(now: 1_000_000)
        #expect(token.text(now: 1_000_000 + 1_799) == first)
        #expect(token.text(now: 1_000_000 + 1_800) != first)
        #expect(token.text(now: 999_000) != first)
    }

    @Test func aLongTextIsCutToWhatAppleTakes() async throws {
        let (receiver, sender) = try await apple()
        var long = message
        long.title = String(repeating: "\u{1}", count: 5_000)
        long.tag = String(repeating: "ä", count: 100)
        #expect(await sender.send(long, to: address("ab00cd10")) == .delivered)
        _ = try await receiver.next(Told.self)
        #expect(try await receiver.next(Told.self).trouble == nil)
    }
}
