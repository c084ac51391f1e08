import Glibc
import Seeds
import TestWire
import Testing

@testable import HTTP

/// Many clients at once, some of whom misbehave.
@Suite struct TrafficTests {
    /// Clients that come, ask and leave in the middle, beside others who check that every answer is their own.
    @Test func noAnswerGoesToTheWrongClient() async throws {
        let handler: Handler = { request in
            let body = try await request.body.collect()
            // Some wait, so that answers are made in another order than they were asked for.
            if body.count % 3 == 0 { await Task.yield() }
            if body.count % 7 == 0 { try await Task.sleep(for: .microseconds(300)) }
            if request.query == "stream" {
                return .stream { writer in
                    for byte in body { try await writer.write([byte]) }
                    try await writer.write(request.path)
                }
            }
            return .text("\(String(decoding: body, as: UTF8.self))\(request.path)")
        }
        try await withServer({ $0.halfCloseGrace = .zero }, handler: handler) { server in
            await atOnce(0..<12) { client in
                do { try await onThread { try Self.talk(client, port: server.port) } } catch {
                    Issue.record("client \(client): \(error), \(RandomSeed.current)")
                }
            }
            await eventually { server.statistics.openConnections == 0 && server.statistics.requestsInFlight == 0 }
        }
    }

    private static func talk(_ client: Int, port: UInt16) throws {
        var random = RandomSeed.generator("client \(client) of the traffic")
        var wire = try Wire(port: port)
        for round in 0..<150 {
            let path = "/\(client)-\(round)"
            let body = String(repeating: "b", count: Int(random.next() % 40))
            let query = random.next() % 2 == 0 ? "?stream" : ""
            let length = "Content-Length: \(body.utf8.count)\r\n"
            let request = Array("POST \(path)\(query) HTTP/1.1\r\nHost: a\r\n\(length)\r\n\(body)".utf8)
            switch random.next() % 8 {
            case 0:
                // Leaves somewhere in its request, or with the answer unread.
                try wire.send(Array(request[..<Int(random.next() % UInt64(request.count + 1))]))
                if random.next() % 2 == 0 { wire.resetOnClose() }
                wire = try Wire(port: port)
            case 1:
                try wire.send("BROKEN\n")
                guard try wire.receiveAnswer().status == 400 else { throw Wire.Broken(description: "not refused") }
                wire = try Wire(port: port)
            case 2:
                let cut = Int(random.next() % UInt64(request.count))
                try wire.send(Array(request[..<cut]))
                try wire.send(Array(request[cut...]))
                try check(wire, body + path)
            case 3:
                try wire.send(request + request + request)
                for _ in 0..<3 { try check(wire, body + path) }
            default:
                try wire.send(request)
                try check(wire, body + path)
            }
        }
    }

    private static func check(_ wire: Wire, _ expected: String) throws {
        let answer = try wire.receiveAnswer()
        guard answer.text == expected else { throw Wire.Broken(description: "\(answer.text) instead of \(expected)") }
    }

    /// As many half-open connections as descriptors allow, up to ten thousand for a proof; those beside them are
    /// served, and each of them costs little and nothing when it has gone.
    @Test func manyHalfOpenConnectionsHinderNobody() async throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // Both ends are in this process, beside the other tests'.
        let count = min(Proofs.scale(gate: 1_500, proof: 10_000), (Int(clamping: limit.rlim_cur) - 1_500) / 2)
        try await withServer(
            {
                $0.maximumConnections = 12_000; $0.headTime = .seconds(600)
                $0.bodyPace = Pace(allowance: .seconds(600), bytesPerSecond: 500, atMost: .seconds(900))
            }, handler: echo
        ) { server in
            try await onThread {
                var wires: [Wire] = []
                for number in 0..<count {
                    let wire = try Wire(port: server.port)
                    // Some have said nothing, some half a head, some half a body.
                    switch number % 3 {
                    case 0: break
                    case 1: try wire.send("GET / HTTP/1.1\r\nHost: a\r\nX-Slow")
                    default: try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf")
                    }
                    wires.append(wire)
                }
                while server.statistics.openConnections < count { rest() }
                let wire = try Wire(port: server.port)
                for number in 0..<50 {
                    #expect(try wire.ask("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
                }
                // One of each goes on where it stopped.
                try wires[0].send(get("/first"))
                #expect(try wires[0].receiveAnswer().text == "GET /first - ")
                try wires[1].send(": 1\r\n\r\n")
                #expect(try wires[1].receiveAnswer().status == 200)
                try wires[2].send("-half.")
                #expect(try wires[2].receiveAnswer().text == "POST / - half-half.")
            }
            await eventually { server.statistics.openConnections == 0 && server.statistics.requestsInFlight == 0 }
        }
    }
}
