import Addresses
import Notifying
import TestReceivers
import Testing
import WebClient

@Suite struct WebhookSendingTests {
    static let client = WebClient(.outbound(besides: [Network("127.0.0.0/8")!]))
    private let message = Notification(
        id: "delivery-1", tag: "task-1", title: "Water the plants", payload: Array(#"{"type":"reminder"}"#.utf8))

    @Test func theReceiverCanTellWhoSent() async throws {
        let receiver = try await Receiver("web.py")
        let (old, new) = (WebhookSecret(), WebhookSecret())
        let sender = WebhookSender(Self.client) { 1_700_000_000 }
        for secret in [old, new] {
            // Whoever still holds the old secret takes it as well as who has the new one.
            let url =
                "http://127.0.0.1:\(receiver.port)/hook/\(secret.text.dropFirst(6).replacing("/", with: "_").replacing("+", with: "-"))"
            #expect(await sender.send(message, to: WebhookAddress(url: url, secrets: [new, old])) == .delivered)
            let told = try await receiver.next()
            #expect(told.isSigned == true)
            #expect(told.method == "POST")
            #expect(told.content == #"{"type":"reminder"}"#)
            #expect(told.fields?["content-type"] == "application/json")
            #expect(told.fields?["webhook-id"] == "delivery-1")
            #expect(told.fields?["webhook-timestamp"] == "1700000000")
        }
        let url = "http://127.0.0.1:\(receiver.port)/hook/AAAA"
        _ = await sender.send(message, to: WebhookAddress(url: url, secrets: [new]))
        #expect(try await receiver.next().isSigned == false)
    }

    @Test(arguments: [
        ("/status/200", "delivered"), ("/status/204", "delivered"), ("/status/301", "retry"),
        ("/status/400", "refused"),
        ("/status/401", "retry"), ("/status/403", "retry"), ("/status/404", "gone"), ("/status/408", "retry"),
        ("/status/410", "gone"), ("/status/413", "refused"), ("/status/415", "refused"), ("/status/429", "retry"),
        ("/status/500", "retry"), ("/status/503", "retry"), ("/status/599", "retry"), ("/retry/429/30", "retry 30"),
        ("/retry/503/999999999", "retry 86400"), ("/retry/503/Sun, 06 Nov 1994 08:49:37 GMT", "retry 0"),
        ("/retry/429/never", "retry"), ("/reset", "retry"), ("/garbage", "retry"), ("/endless", "retry"),
        ("/endless-head", "retry"), ("/redirect?http://127.0.0.1:1/", "retry"),
    ])
    func anAnswerIsOneOfFour(path: String, expected: String) async throws {
        let receiver = try await Receiver("web.py", "--quiet")
        let url = "http://127.0.0.1:\(receiver.port)\(path.replacing(" ", with: "%20"))"
        let outcome = await WebhookSender(Self.client).send(message, to: WebhookAddress(url: url, secrets: []))
        #expect(outcome.word == expected)
    }

    @Test func whatIsNotAllowedIsRefused() async throws {
        let sender = WebhookSender(WebClient(.outbound()))
        for url in ["http://127.0.0.1:1/", "https://localhost/", "https://169.254.169.254/latest", "gopher://x", "x"] {
            #expect(await sender.send(message, to: WebhookAddress(url: url, secrets: [])).word == "refused")
        }
    }
}

extension SendOutcome {
    var word: String {
        switch self {
        case .delivered: "delivered"
        case .retry(nil, _): "retry"
        case .retry(let wait?, _): "retry \(wait)"
        case .gone: "gone"
        case .refused: "refused"
        }
    }
}
