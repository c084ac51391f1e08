import Addresses
import Notifying
import TestReceivers
import Testing
import WebClient

/// ntfy and Gotify, by their published forms.
@Suite struct AppsSendingTests {
    private let client = WebClient(.outbound(besides: [Network("127.0.0.0/8")!]))
    private let message = Notification(
        id: "delivery-1", tag: "task-1", title: "Water the plants", body: "Today", link: "https://todo.example/1",
        actions: ["Done", "1 hour", "Dismiss", "More"].map {
            .init(title: $0, address: "https://todo.example/act/\($0.count)")
        },
        isUrgent: true)

    @Test func ntfyShowsItWithThreeButtons() async throws {
        let receiver = try await Receiver("web.py")
        let address = NtfyAddress(url: "http://127.0.0.1:\(receiver.port)/my-topic", token: "tk_1")
        #expect(await NtfySender(client).send(message, to: address) == .delivered)
        let told = try await receiver.next()
        #expect(told.path == "/")
        #expect(told.fields?["authorization"] == "Bearer tk_1")
        #expect(
            told.content
                == #"{"topic":"my-topic","message":"Today","sequence_id":"task-1","priority":5,"title":"Water the plants","click":"https://todo.example/1","actions":[{"action":"http","label":"Done","url":"https://todo.example/act/4","method":"POST","clear":true},{"action":"http","label":"1 hour","url":"https://todo.example/act/6","method":"POST","clear":true},{"action":"http","label":"Dismiss","url":"https://todo.example/act/7","method":"POST","clear":true}]}"#
        )
    }

    @Test func ntfyTakesItBackWhereItCan() async throws {
        let receiver = try await Receiver("web.py")
        var withdrawal = message
        withdrawal.isWithdrawal = true
        let address = NtfyAddress(url: "http://127.0.0.1:\(receiver.port)/my-topic", token: nil)
        #expect(await NtfySender(client).send(withdrawal, to: address) == .delivered)
        let told = try await receiver.next()
        #expect(told.method == "DELETE")
        #expect(told.path == "/my-topic/task-1")
        #expect(told.fields?["authorization"] == nil)
        // A server that is too old for it does not make the channel a dead one.
        let old = NtfyAddress(url: "http://127.0.0.1:\(receiver.port)/status", token: nil)
        withdrawal.tag = "404"
        #expect(await NtfySender(client).send(withdrawal, to: old) == .delivered)
    }

    @Test(arguments: [
        "https://ntfy.example", "https://ntfy.example/", "https://ntfy.example/a/b", "x", "https://ntfy.example/a b",
    ])
    func ntfyNeedsATopic(url: String) async {
        #expect(await NtfySender(client).send(message, to: NtfyAddress(url: url, token: nil)).word == "refused")
    }

    @Test func gotifyShowsItWithLinks() async throws {
        let receiver = try await Receiver("web.py")
        let address = GotifyAddress(url: "http://127.0.0.1:\(receiver.port)/gotify/", token: "A1")
        #expect(await GotifySender(client).send(message, to: address) == .delivered)
        let told = try await receiver.next()
        #expect(told.path == "/gotify/message")
        #expect(told.fields?["x-gotify-key"] == "A1")
        #expect(
            told.content
                == #"{"message":"Today\nDone: https://todo.example/act/4\n1 hour: https://todo.example/act/6\nDismiss: https://todo.example/act/7\nMore: https://todo.example/act/4","priority":8,"title":"Water the plants","extras":{"client::notification":{"click":{"url":"https://todo.example/1"}}}}"#
        )
        var withdrawal = message
        withdrawal.isWithdrawal = true
        #expect(await GotifySender(client).send(withdrawal, to: address).word == "refused")
    }

    @Test func aTokenCannotAddAField() async {
        let address = GotifyAddress(url: "http://127.0.0.1:1", token: "A1\r\nx: y")
        #expect(await GotifySender(client).send(message, to: address).word == "refused")
    }
}
