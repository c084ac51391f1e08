import TestReceivers
import TestWire
import Testing
import WebClient

@testable import Notifying

@Suite struct EmailTests {
    struct Told: Decodable {
        var sender: String
        var recipients: [String]
        var isSecure: Bool
        var login: String
        var fields: [[String]]
        var subject: String
        var parts: [[String]]
        var defects: [String]
        var longest: Int
        var isAscii: Bool
        var bareEnds: Int

        func field(_ name: String) -> [String] { fields.filter { $0[0] == name }.map { $0[1] } }
    }

    private let message = Notification(
        id: "delivery-1", tag: "task-1", title: "Water the plants", body: "Today, 9:00\n.\nFrom here on = fine",
        link: "https://todo.example/?a=1&b=2", actions: [.init(title: "Done", address: "https://todo.example/act/1")])

    private func server(
        _ receiver: Receiver, scheme: String = "smtp", needsTLS: Bool = true, password: String = "s3cret"
    )
        throws -> MailServer
    {
        MailServer(
            address: "\(scheme)://localhost:\(receiver.port)", user: needsTLS ? "daybook" : nil,
            password: needsTLS ? password : nil, needsTLS: needsTLS,
            from: try #require(EmailAddress("daybook@todo.example")), fromName: "Tägliches, \"Daybook\"")
    }

    private func client(_ receiver: Receiver, patience: Int = 120) -> WebClient {
        var settings = WebSettings.bounded
        settings.trust = receiver.trust
        (settings.patience, settings.time) = (patience, 2 * patience)
        return WebClient(settings)
    }

    private func to(_ address: String) throws -> EmailRecipient {
        EmailRecipient(
            address: try #require(EmailAddress(address)), unsubscribe: "https://todo.example/v1/unsubscribe/1234")
    }

    @Test(arguments: ["smtp", "smtps", "plain"]) func aMailProgramReadsIt(way: String) async throws {
        let receiver: Receiver =
            switch way {
            case "smtps": try await Receiver("mail.py", "--tls")
            case "plain": try await Receiver("mail.py", "--plain")
            default: try await Receiver("mail.py")
            }
        let server = try server(receiver, scheme: way == "smtps" ? "smtps" : "smtp", needsTLS: way != "plain")
        let sender = EmailSender(client(receiver), server: server) { 1_700_000_000 }
        #expect(await sender.send(message, to: try to("person@home.example")) == .delivered)
        let told = try await receiver.next(Told.self)
        #expect(told.isSecure == (way != "plain"))
        #expect(told.login == (way == "plain" ? "" : "daybook"))
        #expect(told.sender == "daybook@todo.example")
        #expect(told.recipients == ["person@home.example"])
        #expect(told.subject == "Water the plants")
        #expect(told.field("From") == ["\"Tägliches, \\\"Daybook\\\"\" <daybook@todo.example>"])
        #expect(told.field("To") == ["person@home.example"])
        #expect(told.field("Date") == ["Tue, 14 Nov 2023 22:13:20 +0000"])
        #expect(told.field("Message-ID") == ["<delivery-1@todo.example>"])
        #expect(told.field("List-Unsubscribe") == ["<https://todo.example/v1/unsubscribe/1234>"])
        #expect(told.field("List-Unsubscribe-Post") == ["List-Unsubscribe=One-Click"])
        #expect(told.field("Auto-Submitted") == ["auto-generated"])
        #expect(told.defects == [])
        #expect(told.isAscii)
        #expect(told.bareEnds == 0)
        #expect(told.longest <= 78)
        #expect(told.parts.map { $0[0] } == ["text/plain", "text/html"])
        #expect(
            told.parts[0][1].replacing("\r\n", with: "\n") == """
                Water the plants

                Today, 9:00
                .
                From here on = fine

                https://todo.example/?a=1&b=2

                Done: https://todo.example/act/1

                """)
        #expect(told.parts[1][1].contains("<a href=\"https://todo.example/?a=1&amp;b=2\">Water the plants</a>"))
    }

    @Test(arguments: [
        "x\r\nBcc: victim@home.example", "x\nSubject: other", "\u{0}\u{7}x\u{2028}y", "=?UTF-8?Q?fake?=", " x ", "",
        "Zahnarzt – Müller & Söhne (10:30), über die Brücke, dann links, dann bei der großen Linde rechts, 2. Stock",
        "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 " + String(repeating: "日本語", count: 30),
        String(repeating: "x", count: 400),
    ])
    func anyTitleIsOneSubject(title: String) async throws {
        let receiver = try await Receiver("mail.py", "--plain")
        let sender = EmailSender(client(receiver), server: try server(receiver, needsTLS: false))
        var message = message
        (message.id, message.title) = ("<a>\r\n\(title)", title)
        message.body = "<script>\(title)</script>"
        #expect(await sender.send(message, to: try to("person@home.example")) == .delivered)
        let told = try await receiver.next(Told.self)
        #expect(told.subject.filter { $0 != " " && !$0.isNewline } == title.cut(toBytes: 500).filter(Self.isShown))
        #expect(told.recipients == ["person@home.example"])
        #expect(told.field("Bcc") == [])
        #expect(told.field("Subject").count == 1)
        #expect(told.defects == [])
        #expect(told.longest <= 78)
        #expect(told.bareEnds == 0)
        #expect(!told.parts[1][1].contains("<script>"))
    }

    private static func isShown(_ character: Character) -> Bool {
        character != " " && !character.isNewline && character.asciiValue.map { $0 >= 0x20 && $0 != 0x7F } != false
    }

    @Test(arguments: [
        ("unknown@home.example", "gone"), ("full@home.example", "retry"), ("relay@home.example", "retry"),
        ("spam@home.example", "refused"),
    ])
    func anAnswerOfAMailServerIsOneOfFour(address: String, expected: String) async throws {
        let receiver = try await Receiver("mail.py")
        let sender = EmailSender(client(receiver), server: try server(receiver))
        #expect(await sender.send(message, to: try to(address)).word == expected)
    }

    @Test func whatTheOperatorGotWrongIsNobodyElsesFault() async throws {
        let receiver = try await Receiver("mail.py")
        let wrong = EmailSender(client(receiver), server: try server(receiver, password: "wrong"))
        #expect(await wrong.send(message, to: try to("person@home.example")).word == "retry")
        // A server that offers no TLS gets neither password nor message.
        let plain = try await Receiver("mail.py", "--plain")
        let downgraded = EmailSender(client(plain), server: try server(plain))
        #expect(await downgraded.send(message, to: try to("person@home.example")).word == "retry")
        // Nor one whose certificate is nobody's.
        let stranger = EmailSender(WebClient(WebSettings()), server: try server(receiver))
        #expect(await stranger.send(message, to: try to("person@home.example")).word == "retry")
        // Nor one that never says anything, which is waited for to the end.
        let web = try await Receiver("web.py", "--quiet")
        let other = EmailSender(client(web, patience: 1), server: try server(web, needsTLS: false))
        #expect(await other.send(message, to: try to("person@home.example")).word == "retry")
    }

    @Test func manyGoOverAFewConnections() async throws {
        let receiver = try await Receiver("mail.py")
        let sender = EmailSender(client(receiver), server: try server(receiver))
        let recipient = try to("person@home.example")
        let outcomes = await atOnce(0..<60) { [message] _ in await sender.send(message, to: recipient) }
        #expect(outcomes == Array(repeating: .delivered, count: 60))
    }

    @Test(arguments: [
        "", "@", "a@", "@b", "a@b@c", "a b@c.d", "a@b c", "a@b\r\nRCPT TO:<x@y>", "<a@b.c>", "a,b@c.d", "a..b@c.d",
        ".a@c.d",
        "a@-c.d", "a@c..d", "\"a\"@c.d", "a@[127.0.0.1]", "ä@c.d", "a>b@c.d",
    ])
    func whatIsNoAddressIsNotRead(text: String) { #expect(EmailAddress(text) == nil) }

    @Test(arguments: ["a@b.c", "first.last+tag@sub.home.example", "o'neil@home.example", "a@localhost"])
    func anAddressIsRead(text: String) { #expect(EmailAddress(text)?.text == text) }
}
