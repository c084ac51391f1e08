import Addresses
import TestReceivers
import TestWire
import Testing

@testable import WebClient

@Suite struct OutboundTests {
    static let loopback = [Network("127.0.0.0/8")!, Network("::1")!]

    /// Many tests share two cores: what takes its time is not what they are about.
    private static var patient: WebSettings {
        var settings = WebSettings.outbound(besides: loopback)
        (settings.time, settings.patience) = (600, 600)
        return settings
    }

    private func trouble(_ client: WebClient, _ address: String) async -> WebTrouble.Kind? {
        do {
            _ = try await client.ask(WebRequest("POST", address, body: []))
            return nil
        } catch {
            return (error as? WebTrouble)?.kind
        }
    }

    @Test(arguments: [
        "http://127.0.0.1", "https://127.0.0.1", "http://localhost", "https://localhost", "http://[::ffff:127.0.0.1]",
        "http://[::ffff:7f00:1]", "http://2130706433", "http://0177.0.0.1", "http://0x7f000001", "http://127.1",
        "http://0", "http://[::]", "http://[::1]", "http://user@127.0.0.1",
        "http://[0:0:0:0:0:ffff:127.0.0.1]", "HTTPS://LOCALHOST",
    ])
    func thisMachineIsNotReachedUnderAnyName(address: String) async throws {
        let receiver = try await Receiver("web.py")
        let whole = address + ":\(receiver.port)/hook"
        #expect(await trouble(WebClient(.outbound()), whole) == .forbidden)
        try await expectNothing(at: receiver)
    }

    /// What libcurl and the resolver make of these may differ by their version.
    @Test(arguments: [
        "http://127.0.0.1.", "http://①②⑦.0.0.1", "127.0.0.1", "localhost", "//localhost", "https:127.0.0.1",
    ])
    func norWhereItIsHardlyAName(address: String) async throws {
        let receiver = try await Receiver("web.py")
        #expect(await trouble(WebClient(.outbound()), address + ":\(receiver.port)/hook") != nil)
        try await expectNothing(at: receiver)
    }

    private func expectNothing(at receiver: Receiver) async throws {
        // The receiver is there, and what was allowed is the first that it gets.
        let allowed = WebClient(.outbound(besides: Self.loopback))
        let answer = try await allowed.ask(WebRequest("POST", "http://127.0.0.1:\(receiver.port)/first", body: []))
        #expect(answer.status == 204)
        #expect(try await receiver.next().path == "/first")
    }

    @Test func withoutTLSOnlyTheOperatorsNetworksAreReached() throws {
        let house = WebReach.public(besides: [try #require(Network("10.0.0.0/8"))])
        func allows(_ text: String, isSecure: Bool) throws -> Bool {
            house.allows(try #require(IPAddress(text)), isSecure: isSecure)
        }
        #expect(try allows("8.8.8.8", isSecure: true))
        #expect(try !allows("8.8.8.8", isSecure: false))
        #expect(try allows("10.1.2.3", isSecure: false))
        #expect(try allows("10.1.2.3", isSecure: true))
        #expect(try !allows("192.168.1.1", isSecure: true))
    }

    @Test func aRedirectIsAnAnswer() async throws {
        let (receiver, other) = (try await Receiver("web.py"), try await Receiver("web.py"))
        let client = WebClient(.outbound(besides: Self.loopback))
        let address = "http://127.0.0.1:\(receiver.port)/redirect?http://127.0.0.1:\(other.port)/stolen"
        #expect(try await client.ask(WebRequest("POST", address, body: [])).status == 307)
        _ = try await client.ask(WebRequest("POST", "http://127.0.0.1:\(other.port)/asked", body: []))
        #expect(try await other.next().path == "/asked")
    }

    @Test func anEndlessAnswerEnds() async throws {
        let receiver = try await Receiver("web.py")
        let client = WebClient(.outbound(besides: Self.loopback))
        let answer = try await client.ask(WebRequest("POST", "http://127.0.0.1:\(receiver.port)/endless", body: []))
        #expect(answer.status == 500)
        #expect(!answer.isWhole)
        #expect(answer.body.count <= 64 << 10)
        _ = try await receiver.next()
        // What the kernels' buffers hold besides is not ours.
        #expect(try #require(try await receiver.next().sent) < 32 << 20)
    }

    @Test(arguments: [
        ("/endless-head", WebTrouble.Kind.tooLong), ("/endless-early", .tooLong), ("/reset", .broken),
        ("/garbage", .broken), ("/slow", .late), ("/drip", .late),
    ])
    func whatIsNoAnswerIsATrouble(path: String, kind: WebTrouble.Kind) async throws {
        let receiver = try await Receiver("web.py")
        var settings = WebSettings.outbound(besides: Self.loopback)
        // On a busy machine the others need more than that.
        if kind == .late { settings.time = 2 }
        #expect(await trouble(WebClient(settings), "http://127.0.0.1:\(receiver.port)\(path)") == kind)
    }

    @Test(arguments: [
        ("http://127.0.0.1:1", WebTrouble.Kind.unreachable), ("https://no-such-name.invalid", .unresolved),
        ("ftp://127.0.0.1", .malformed), ("file:///etc/passwd", .malformed), ("http://", .malformed),
        ("http://127.0.0.1/\r\nx: y", .malformed), ("", .malformed),
    ])
    func whatCannotBeSentToIsATrouble(address: String, kind: WebTrouble.Kind) async {
        #expect(await trouble(WebClient(.outbound(besides: Self.loopback)), address) == kind)
    }

    @Test func aFieldCannotAddAnother() async {
        let request = WebRequest("POST", "http://127.0.0.1:1/", fields: [("x", "y\r\nhost: other")], body: [])
        await #expect(throws: WebTrouble.malformed) { try await WebClient(.outbound()).ask(request) }
    }

    @Test func aCertificateOfNobodyIsNotTrusted() async throws {
        let receiver = try await Receiver("web.py", "--tls")
        let address = "https://localhost:\(receiver.port)/"
        var settings = WebSettings.outbound(besides: Self.loopback)
        #expect(await trouble(WebClient(settings), address) == .untrusted)
        settings.trust = receiver.trust
        #expect(await trouble(WebClient(settings), address) == nil)
    }

    @Test func manyAreSentOverAFewConnections() async throws {
        let receiver = try await Receiver("web.py", "--counting")
        let client = WebClient(Self.patient)
        let count = Proofs.scale(gate: 600, proof: 3_000)
        let statuses = await atOnce(0..<count) { number in
            let address = "http://127.0.0.1:\(receiver.port)/\(number)"
            return try? await client.ask(WebRequest("POST", address, body: [])).status
        }
        #expect(statuses.count { $0 == 204 } == count)
        _ = try await client.ask(WebRequest("POST", "http://127.0.0.1:\(receiver.port)/count", body: []))
        #expect(try #require(try await receiver.next().atOnce) <= 8)
    }

    @Test func aSlowHostHoldsUpNobodyElse() async throws {
        let (slow, quick) = (try await Receiver("web.py", "--quiet"), try await Receiver("web.py", "--quiet"))
        var settings = WebSettings.outbound(besides: Self.loopback)
        settings.requestsAtOnce = 16
        let client = WebClient(settings)
        let stuck = (0..<100).map { _ in
            Task { _ = try? await client.ask(WebRequest("POST", "http://127.0.0.1:\(slow.port)/slow", body: [])) }
        }
        for _ in 0..<100 {
            let address = "http://127.0.0.1:\(quick.port)/"
            #expect(try await client.ask(WebRequest("POST", address, body: [])).status == 204)
        }
        for task in stuck { task.cancel() }
        for task in stuck { await task.value }
    }

    @Test func whoLeavesIsNotWaitedFor() async throws {
        let receiver = try await Receiver("web.py")
        let client = WebClient(Self.patient)
        let task = Task { try await client.ask(WebRequest("POST", "http://127.0.0.1:\(receiver.port)/slow", body: [])) }
        _ = try await receiver.next()
        task.cancel()
        await #expect(throws: WebTrouble.gone) { try await task.value }
    }
}
