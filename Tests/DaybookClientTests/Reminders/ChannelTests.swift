import DaybookCore
import Synchronization
import Testing

@testable import DaybookClient

/// The words of the protocol about channels, both ways; the server's own tests have its side of them.
@Suite struct ChannelTests {
    let folder = Folder()
    let standIn = StandIn()
    let time = TestTime()

    private static let channel = """
        {"id":"550e8400-e29b-41d4-a716-446655440000","kind":"webhook","name":"Home",
        "deviceId":"550e8400-e29b-41d4-a716-446655440001","wants":["review","reminders","moods"],"state":"on",
        "offReason":null,"language":"de","createdAt":"2026-03-03T12:00:00.000Z","lastDeliveredAt":null,
        "address":{"host":"example.org"},"secret":"whsec_abc"}
        """

    private static let delivery = """
        {"id":"d1","taskId":null,"subject":"test","dueAt":"2026-03-03T12:00:00.000Z","state":"delivered","attempts":2,
        "at":"2026-03-03T12:00:01.000Z","lateMilliseconds":1000,"reason":null}
        """

    private func begun(_ answer: String, _ status: Int = 200) async throws -> (Notebook, Calls) {
        let calls = Calls()
        standIn.state.withLock { state in
            state.others = { call in
                calls.list.withLock { $0.append(call) }
                return HTTPAnswer(status: status, body: Array(answer.utf8))
            }
        }
        let notebook = try Notebook(folder: folder.at("phone"), transport: standIn, time: time.source)
        try await notebook.begin(on: server)
        return (notebook, calls)
    }

    private final class Calls: Sendable {
        let list = Mutex<[HTTPCall]>([])
        var last: String {
            list.withLock {
                $0.last.map { "\($0.method) \($0.path) \(String(decoding: $0.body ?? [], as: UTF8.self))" }
            }
                ?? ""
        }
    }

    @Test func theyAreReadAsTheServerHasThem() async throws {
        let (notebook, calls) = try await begun(#"{"channels":[\#(Self.channel)]}"#)
        let channel = try #require(try await notebook.channels().first)
        #expect(calls.last == "GET /v1/channels ")
        #expect(channel.kind == .webhook && channel.name == "Home" && channel.isOn && channel.offReason == nil)
        #expect(channel.wants == [.review, .reminders, ChannelWant(rawValue: "moods")])
        #expect(channel.language == .german && channel.lastDeliveredAt == nil)
        #expect(channel.address == [JSONMember("host", "example.org")])
    }

    @Test func changesAreToldOnceMore() async throws {
        let told =
            Self.channel.dropLast() + #","changes":{"revision":40,"refused":2,"retryAt":"2026-03-03T12:00:05.000Z"}}"#
        let (notebook, calls) = try await begun(String(told))
        let id = Identifier("550e8400-e29b-41d4-a716-446655440000")!
        let changes = try await notebook.replayChanges(over: id, after: 40).changes
        #expect(calls.last == #"POST /v1/channels/\#(id)/replay {"since":40}"#)
        #expect(changes?.revision == 40 && changes?.refused == 2)
        #expect(changes?.retryAt == Instant("2026-03-03T12:00:05.000Z"))
        try await notebook.replayChanges(over: id, since: Instant("2026-03-03T12:00:00.000Z")!)
        #expect(calls.last == #"POST /v1/channels/\#(id)/replay {"since":"2026-03-03T12:00:00.000Z"}"#)
    }

    @Test func oneIsAddedWithItsAddress() async throws {
        let (notebook, calls) = try await begun(Self.channel, 201)
        let addresses: [(ChannelAddress, String)] = [
            (.live, #""kind":"live","name":"Home","wants":["review"],"language":"de","address":{}"#),
            (
                .webhook(url: "https://a/b"),
                #""kind":"webhook","name":"Home","wants":["review"],"language":"de","address":{"url":"https://a/b"}"#
            ),
            (
                .webPush(endpoint: "https://p", p256dh: "k", auth: "a"),
                #""kind":"webPush","name":"Home","wants":["review"],"language":"de","address":{"endpoint":"https://p","p256dh":"k","auth":"a"}"#
            ),
            (
                .ntfy(url: "https://n/t"),
                #""kind":"ntfy","name":"Home","wants":["review"],"language":"de","address":{"url":"https://n/t"}"#
            ),
            (
                .gotify(url: "https://g", token: "t"),
                #""kind":"gotify","name":"Home","wants":["review"],"language":"de","address":{"url":"https://g","token":"t"}"#
            ),
            (
                .unifiedPush(endpoint: "https://u"),
                #""kind":"unifiedPush","name":"Home","wants":["review"],"language":"de","address":{"endpoint":"https://u"}"#
            ),
            (
                .email("a@example.org"),
                #""kind":"email","name":"Home","wants":["review"],"language":"de","address":{"email":"a@example.org"}"#
            ),
            (
                .apns(token: "ab", topic: "org.example", isSandbox: true),
                #""kind":"apns","name":"Home","wants":["review"],"language":"de","address":{"token":"ab","topic":"org.example","environment":"sandbox"}"#
            ),
        ]
        for (address, body) in addresses {
            let (channel, secret) = try await notebook.addChannel(
                address, name: "Home", wants: [.review], language: .german)
            #expect(calls.last == "POST /v1/channels {\(body)}")
            #expect(secret == "whsec_abc" && channel.name == "Home")
        }
    }

    @Test func oneIsChangedTestedAndRemoved() async throws {
        let (notebook, calls) = try await begun(Self.channel)
        let id = Identifier("550e8400-e29b-41d4-a716-446655440000")!
        try await notebook.changeChannel(id, wants: [.weekly, .morning], isOn: false)
        #expect(calls.last == #"PATCH /v1/channels/\#(id) {"wants":["morning","weekly"],"state":"off"}"#)
        try await notebook.changeChannel(id, name: "Away", language: .english)
        #expect(calls.last == #"PATCH /v1/channels/\#(id) {"name":"Away","language":"en"}"#)
        try await notebook.removeChannel(id)
        #expect(calls.last == "DELETE /v1/channels/\(id) ")
        await #expect(throws: EntryFailure.unreadable) { try await notebook.testChannel(id) }
        #expect(calls.last == "POST /v1/channels/\(id)/test ")
    }

    @Test func deliveriesArePaged() async throws {
        let (notebook, calls) = try await begun(#"{"deliveries":[\#(Self.delivery)],"nextCursor":"c2"}"#)
        let id = Identifier("550e8400-e29b-41d4-a716-446655440000")!
        let (deliveries, next) = try await notebook.deliveries(of: id, limit: 1, after: "c1")
        #expect(calls.last == "GET /v1/channels/\(id)/deliveries?limit=1&cursor=c1 ")
        let delivery = try #require(deliveries.first)
        #expect(next == "c2" && delivery.id == "d1" && delivery.subject == .test && delivery.state == .delivered)
        #expect(delivery.attempts == 2 && delivery.lateMilliseconds == 1000 && delivery.reason == nil)
    }

    @Test func theServersReasonIsTold() async throws {
        let (notebook, _) = try await begun(#"{"status":422,"code":"invalid_fields","title":"Not so"}"#, 422)
        await #expect(throws: EntryFailure.refused(code: "invalid_fields", sentence: "Not so", status: 422)) {
            try await notebook.addChannel(.email("nobody"), name: "Mail")
        }
        let alone = try Notebook(folder: folder.at("alone"), transport: standIn, time: time.source)
        await #expect(throws: EntryFailure.alone) { try await alone.channels() }
    }
}
