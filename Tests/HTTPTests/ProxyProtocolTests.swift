import TestWire
import Testing

@testable import HTTP

@Suite struct ProxyProtocolTests {
    static let line = Array("PROXY TCP4 192.0.2.7 198.51.100.1 56324 443\r\n".utf8)
    static let block: [UInt8] =
        [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, 0x21, 0x11, 0x00, 0x0C]
        + [192, 0, 2, 7, 198, 51, 100, 1, 0xDC, 0x04, 0x01, 0xBB]

    private let who: Handler = { .text("\($0.client) of \($0.peer.address)") }

    @Test(arguments: [line, block]) func theClientIsWhomTheProxyNames(_ header: [UInt8]) async throws {
        try await withWire({ $0.proxyProtocol = true }, handler: who) { wire, _ throws in
            try wire.send(header + get().utf8)
            #expect(try wire.receiveAnswer().text == "192.0.2.7:56324 of 127.0.0.1")
            // Of the whole connection, not of its first request.
            #expect(try wire.ask(get()).text.hasPrefix("192.0.2.7"))
        }
    }

    @Test(arguments: [line, block]) func theHeaderMayComeInPieces(_ header: [UInt8]) async throws {
        try await withWire({ $0.proxyProtocol = true }, handler: who) { wire, _ throws in
            for byte in header {
                try wire.send([byte])
                rest()
            }
            #expect(try wire.ask(get()).text.hasPrefix("192.0.2.7"))
        }
    }

    @Test func withoutAHeaderNothingIsAnswered() async throws {
        try await withServer({ $0.proxyProtocol = true }, handler: who) { server in
            try await onThread {
                let wire = try Wire(port: server.port)
                try wire.send(get())
                #expect(wire.isEnded())
                let silent = try Wire(port: server.port)
                try silent.send("PROXY TCP4")
                silent.finishSending()
                #expect(silent.isEnded())
            }
            await eventually { server.statistics.openConnections == 0 }
        }
    }

    @Test func addressesCountAsTheProxyNamesThem() async throws {
        try await withClients(
            { ($0.proxyProtocol, $0.maximumConnectionsPerAddress) = (true, 1) }, handler: who
        ) { server throws in
            let one = try Wire(port: server.port)
            try one.send(Self.line + get().utf8)
            #expect(try one.receiveAnswer().status == 200)
            let same = try Wire(port: server.port)
            try same.send(Self.block + get().utf8)
            #expect(try same.receiveAnswer().code == "too_many_connections_of_address")
            let other = try Wire(port: server.port)
            try other.send(Array("PROXY TCP4 192.0.2.8 198.51.100.1 1 2\r\n".utf8) + get().utf8)
            #expect(try other.receiveAnswer().status == 200)
        }
    }

    @Test func aServerThatExpectsNoHeaderRefusesOne() async throws {
        try await withWire(handler: who) { wire, _ throws in
            try wire.send(Self.line + get().utf8)
            #expect(try wire.receiveAnswer().status == 400)
        }
    }
}
