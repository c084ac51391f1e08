import Glibc
import TestWire
import Testing

@testable import HTTP

@Suite struct LimitTests {
    @Test func connectionsInAll() async throws {
        try await withClients({ $0.maximumConnections = 3 }, handler: echo) { server throws in
            var wires: [Wire] = []
            for _ in 0..<3 {
                let wire = try Wire(port: server.port)
                #expect(try wire.ask(get()).status == 200)
                wires.append(wire)
            }
            let fourth = try Wire(port: server.port)
            let answer = try fourth.receiveAnswer()
            #expect(answer.statusAndCode == "503 too_many_connections")
            #expect(answer.field("retry-after") != nil)
            #expect(fourth.isEnded())
            #expect(server.statistics.refusedConnections == 1)
            // A place that is given up is free again.
            wires.removeLast()
            while server.statistics.openConnections > 2 { rest() }
            let fifth = try Wire(port: server.port)
            #expect(try fifth.ask(get()).status == 200)
        }
    }

    @Test func connectionsOfOneAddress() async throws {
        try await withClients({ $0.maximumConnectionsPerAddress = 1 }, handler: echo) { server throws in
            let first = try Wire(port: server.port)
            #expect(try first.ask(get()).status == 200)
            let second = try Wire(port: server.port)
            #expect(try second.receiveAnswer().code == "too_many_connections_of_address")
            let elsewhere = try Wire(port: server.port, from: "127.0.0.2")
            #expect(try elsewhere.ask(get()).status == 200)
            #expect(try first.ask(get()).status == 200)
        }
    }

    @Test func quotaCountsANetworkOfIPv6AndMaySpareThisMachine() {
        let quota = ConnectionQuota(maximum: 100, perAddress: 1, sparesLoopback: true)
        let home = (1...3).map { IPAddress(high: 0x2001_0DB8_0000_0001, low: $0) }
        #expect(quota.admit(home[0]) == .admitted)
        #expect(quota.admit(home[1]) == .tooManyOfAddress)
        #expect(quota.admit(IPAddress(high: 0x2001_0DB8_0000_0002, low: 1)) == .admitted)
        quota.release(home[0])
        #expect(quota.admit(home[2]) == .admitted)
        for address in [IPAddress.loopback, IPAddress(high: 0, low: 1)] {
            for _ in 0..<5 { #expect(quota.admit(address) == .admitted) }
            quota.release(address)
        }
        let strict = ConnectionQuota(maximum: 100, perAddress: 1)
        #expect(strict.admit(.loopback) == .admitted)
        #expect(strict.admit(.loopback) == .tooManyOfAddress)
    }

    @Test func quotaCountsPerAddressAndInAll() {
        let quota = ConnectionQuota(maximum: 3, perAddress: 2)
        let one = IPAddress(v4: 1)
        let two = IPAddress(v4: 2)
        #expect(quota.admit(one) == .admitted)
        #expect(quota.admit(one) == .admitted)
        #expect(quota.admit(one) == .tooManyOfAddress)
        #expect(quota.admit(two) == .admitted)
        #expect(quota.admit(two) == .tooMany)
        quota.release(one)
        #expect(quota.admit(two) == .admitted)
        #expect(quota.admit(one) == .tooMany)
    }

    @Test func sizeAndNumberOfFields() async throws {
        let adjust: (inout HTTPConfiguration) -> Void = {
            $0.headLimits.head = 1_000
            $0.headLimits.fields = 10
            $0.headLimits.target = 100
        }
        try await withClients(adjust, handler: echo) { server throws in
            let target = String(repeating: "a", count: 200)
            let cases: [(String, Int)] = [
                ("GET /\(target) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
                ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "b", count: 1_000))\r\n\r\n", 431),
                ("GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: 1\r\n", count: 10))\r\n", 431),
            ]
            for (request, status) in cases {
                let wire = try Wire(port: server.port)
                let answer = try wire.ask(request)
                #expect(answer.status == status)
                #expect(answer.field("content-type") == "application/problem+json")
                #expect(wire.isEnded())
            }
        }
    }

    @Test func aHandlerThatBreaksAnswers500AndTheConnectionGoesOn() async throws {
        struct Broken: Error {}
        let handler: Handler = { request in
            if request.path == "/" { throw Broken() }
            return .text("fine")
        }
        try await withWire(handler: handler) { wire, _ throws in
            let answer = try wire.ask(get())
            #expect(answer.statusAndCode == "500 internal_error")
            #expect(!answer.text.contains("Broken"))
            #expect(try wire.ask(get("/2")).text == "fine")
        }
    }

    @Test func aPortInUseIsSaid() async throws {
        try await withServer(handler: echo) { server in
            let second = try HTTPServer(
                HTTPConfiguration(host: "127.0.0.1", port: server.port), reactors: testReactors, handler: echo)
            #expect(throws: HTTPServerError.addressInUse("127.0.0.1:\(server.port)")) { try second.start() }
        }
    }

    @Test func aHostThatIsNoneIsSaid() throws {
        let server = try HTTPServer(
            HTTPConfiguration(host: "no such host.invalid", port: 0), reactors: testReactors, handler: echo)
        #expect(throws: HTTPServerError.unknownHost("no such host.invalid")) { try server.start() }
    }

    @Test func bothFamiliesAreServed() async throws {
        try await withWire({ $0.host = "" }, handler: { .text($0.peer.address.description) }) { wire, _ throws in
            #expect(try wire.ask(get()).text == "127.0.0.1")
        }
    }
}
