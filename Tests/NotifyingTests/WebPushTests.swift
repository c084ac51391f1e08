import Addresses
import TestReceivers
import Testing
import WebClient

@testable import Notifying

@Suite struct WebPushTests {
    /// RFC 8291, appendix A: every byte of it.
    @Test func theExampleOfTheRFCIsEncryptedAsItSays() throws {
        func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.url.decode(text)) }
        let sender = SigningKey(
            secret: try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
            point: try bytes(
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"))
        let keys = try #require(
            WebPushKeys(
                p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                auth: "BTBZMqHH6r4Tts7J_aSIgg"))
        let sealed = keys.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"),
            as: sender)
        #expect(
            Base64.url.encode(try #require(sealed))
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test(arguments: [
        ("", ""), ("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"),
        // No point of the curve.
        (
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw0",
            "BTBZMqHH6r4Tts7J_aSIgg"
        ),
        ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4T"),
    ])
    func whatIsNoSubscriptionIsNotRead(p256dh: String, auth: String) {
        #expect(WebPushKeys(p256dh: p256dh, auth: auth) == nil)
    }

    private let device = SigningKey()
    private let auth = Base64.url.encode([UInt8](repeating: 7, count: 16))
    private let key = SigningKey()
    private let message = Notification(
        id: "delivery-1", tag: "task-1", title: "Water \"the\" plants\n", body: "Today 🌱",
        link: "https://todo.example/1",
        actions: [.init(title: "Done", address: "https://todo.example/act/1")], isUrgent: true, secondsToLive: 600)

    private func address(_ receiver: Receiver) throws -> WebPushAddress {
        WebPushAddress(
            endpoint: "https://localhost:\(receiver.port)/push/\(Base64.url.encode(device.secret))/\(auth)",
            keys: try #require(WebPushKeys(p256dh: device.publicText, auth: auth + "==")))
    }

    private func client(_ receiver: Receiver) -> WebClient {
        var settings = WebSettings.outbound(besides: [Network("127.0.0.0/8")!, Network("::1")!])
        settings.trust = receiver.trust
        return WebClient(settings)
    }

    @Test func onlyTheBrowserReadsItAndTheServiceKnowsWhoSent() async throws {
        let receiver = try await Receiver("web.py", "--tls")
        let sender = WebPushSender(client(receiver), key: key, contact: "mailto:operator@todo.example")
        #expect(await sender.send(message, to: try address(receiver)) == .delivered)
        let told = try await receiver.next()
        #expect(told.trouble == nil)
        #expect(
            told.text
                == #"{"id":"delivery-1","tag":"task-1","title":"Water \"the\" plants\n","body":"Today 🌱","urgent":true,"link":"https://todo.example/1","actions":[{"title":"Done","url":"https://todo.example/act/1"}]}"#
        )
        #expect(told.claims?.aud == "https://localhost:\(receiver.port)")
        #expect(told.claims?.sub == "mailto:operator@todo.example")
        let now = WallClock.seconds()
        #expect((now...now + 86_400).contains(try #require(told.claims?.exp)))
        #expect(told.key == key.publicText)
        let fields = try #require(told.fields)
        #expect(fields["ttl"] == "600")
        #expect(fields["urgency"] == "high")
        #expect(fields["content-encoding"] == "aes128gcm")
        #expect(fields["topic"]?.count == 32)

        var withdrawal = message
        withdrawal.isWithdrawal = true
        #expect(await sender.send(withdrawal, to: try address(receiver)) == .delivered)
        let taken = try await receiver.next()
        #expect(taken.text == #"{"id":"delivery-1","tag":"task-1","withdrawn":true}"#)
        // So a device that has not got it yet never shows it.
        #expect(taken.fields?["topic"] == fields["topic"])
    }

    @Test func whatIsTooLongIsCutBetweenCharacters() async throws {
        let receiver = try await Receiver("web.py", "--tls")
        var long = message
        long.title = String(repeating: "👩‍👩‍👧", count: 300)
        long.body = String(repeating: "ä", count: 10_000)
        let sender = WebPushSender(client(receiver), key: key, contact: "mailto:operator@todo.example")
        #expect(await sender.send(long, to: try address(receiver)) == .delivered)
        let told = try await receiver.next()
        #expect(told.trouble == nil)
        #expect(told.text?.contains("👩‍👩‍👧…\"") == true)
        #expect(try #require(told.text).utf8.count <= WebPushKeys.longestText)
        long.link = "https://todo.example/" + String(repeating: "x", count: 5_000)
        #expect(await sender.send(long, to: try address(receiver)).word == "refused")
    }

    @Test func aDistributorWithoutKeysGetsPlainJSON() async throws {
        let receiver = try await Receiver("web.py", "--tls")
        let sender = UnifiedPushSender(client(receiver), key: key, contact: "mailto:operator@todo.example")
        let plain = UnifiedPushAddress(endpoint: "https://localhost:\(receiver.port)/up", keys: nil)
        #expect(await sender.send(message, to: plain) == .delivered)
        #expect(try await receiver.next().content.hasPrefix(#"{"id":"delivery-1","tag":"task-1","title":"#))
        let sealed = try address(receiver)
        let encrypted = UnifiedPushAddress(endpoint: sealed.endpoint, keys: sealed.keys)
        #expect(await sender.send(message, to: encrypted) == .delivered)
        #expect(try await receiver.next().text?.hasPrefix(#"{"id":"delivery-1""#) == true)
    }
}
