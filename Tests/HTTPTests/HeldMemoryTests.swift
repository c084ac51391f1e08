import TestWire
import Testing

@testable import HTTP

/// Memory that is kept for clients slower than the server. Kernels take megabytes of an answer off our hands, so
/// answers are longer.
@Suite struct HeldMemoryTests {
    private static let length = 20_000_000
    private let answer = [UInt8](repeating: 7, count: length)

    /// Clients that ask and read nothing, one after the other.
    private func unread(_ count: Int, _ server: HTTPServer) throws -> [Wire] {
        try (0..<count).map { _ in
            let wire = try Wire(port: server.port, receiveBuffer: 4096)
            try wire.send(get())
            return wire
        }
    }

    @Test func aHolderHasAQuarter() async throws {
        let held = HeldMemory(most: 5 * Self.length)
        let handler: Handler = { [answer] _ in
            var response = Response(type: .bytes, answer)
            response.holder = Holder(high: 0, low: 1)
            return response
        }
        try await withServer({ $0.held = held }, handler: handler) { [self] server in
            let wires = try await onThread { try unread(5, server) }
            // A second one of the same holder would be too much, so four are cut.
            await eventually { server.statistics.requests == 5 && server.statistics.openConnections == 1 }
            #expect(held.isFull(for: Holder(high: 0, low: 1)) && !held.isFull(for: Holder(high: 0, low: 2)))
            #expect(held.share(of: Holder(high: 0, low: 1)) >= Self.length)
            withExtendedLifetime(wires) {}
        }
        #expect(held.all == 0)
    }

    @Test func allOfThemHaveABoundAndTheSlowestGoFirst() async throws {
        // Two reactors, each with room for two answers.
        let held = HeldMemory(most: 4 * Self.length + 1_000_000)
        let handler: Handler = { [answer] _ in Response(type: .bytes, answer) }
        try await withServer({ $0.held = held }, handler: handler) { [self] server in
            let wires = try await onThread { try unread(12, server) }
            await eventually { server.statistics.requests == 12 && server.statistics.openConnections <= 4 }
            #expect(held.all <= 4 * Self.length + 1_000_000)
            // Whoever reads gets it all the same.
            let whole = try await onThread {
                let wire = try Wire(port: server.port)
                try wire.send(get())
                return try wire.receiveAnswer().body.count
            }
            #expect(whole == Self.length)
            withExtendedLifetime(wires) {}
        }
        #expect(held.all == 0)
    }

    @Test func contentThatIsKeptWhileItIsCodedCounts() async throws {
        let held = HeldMemory(most: 40_000_000)
        let handler: Handler = { _ in
            var response = Response(
                body: .stream(
                    StreamedBody(held: 9_500_000) { writer in
                        while true { try await writer.write([UInt8](repeating: 7, count: 100_000)) }
                    }))
            response.holder = Holder(high: 0, low: 1)
            return response
        }
        try await withServer({ $0.held = held }, handler: handler) { [self] server in
            let first = try await onThread { try unread(1, server) }
            await eventually { held.all > 0 }
            let second = try await onThread { try Wire(port: server.port).ask(get()) }
            #expect(second.status == 503 && second.code == "answers_unread")
            #expect(second.field("retry-after") == "5")
            withExtendedLifetime(first) {}
        }
        #expect(held.all == 0)
    }

    @Test func bodiesThatDoNotEndHaveABound() async throws {
        let held = HeldMemory(most: 8 << 20)
        try await withServer({ ($0.held, $0.collectedBody) = (held, 4_000_000) }, handler: echo) { server in
            let wires = try await onThread {
                try (0..<10).map { _ in
                    let wire = try Wire(port: server.port)
                    try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n")
                    try wire.send([UInt8](repeating: 0x20, count: 3_900_000))
                    return wire
                }
            }
            await eventually { server.statistics.requests == 10 && server.statistics.openConnections <= 2 }
            #expect(held.all <= 8 << 20)
            withExtendedLifetime(wires) {}
        }
        #expect(held.all == 0)
    }
}
