import TestWire
import Testing

@testable import HTTP

@Suite struct KeepAliveTests {
    @Test func answersOneRequestAfterTheOtherOnOneConnection() async throws {
        try await withWire(handler: echo) { wire, server throws in
            for number in 0..<100 {
                let answer = try wire.ask("GET /\(number)?q=\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(answer.status == 200)
                #expect(answer.text == "GET /\(number) q=\(number) ")
                #expect(answer.field("connection") == nil)
                #expect(answer.field("date")?.hasSuffix(" GMT") == true)
            }
            #expect(server.statistics.acceptedConnections == 1)
            #expect(server.statistics.requests == 100)
        }
    }

    @Test func closesWhenAsked() async throws {
        try await withWire(handler: echo) { wire, _ throws in
            let answer = try wire.ask("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(answer.field("connection") == "close")
            #expect(wire.isEnded())
        }
    }

    @Test func http10ClosesUnlessAskedToStay() async throws {
        try await withClients(handler: echo) { server throws in
            let once = try Wire(port: server.port)
            #expect(try once.ask("GET / HTTP/1.0\r\n\r\n").field("connection") == "close")
            #expect(once.isEnded())
            let stays = try Wire(port: server.port)
            for _ in 0..<2 {
                let answer = try stays.ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(answer.field("connection") == "keep-alive")
            }
        }
    }

    @Test func answersPipelinedRequestsInOrder() async throws {
        try await withWire(handler: echo) { wire, _ throws in
            let requests = (0..<500).map { "POST /\($0) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" }
            try wire.send(requests.joined())
            for number in 0..<500 { #expect(try wire.receiveAnswer().text == "POST /\(number) - abc") }
        }
    }

    @Test func headHasTheLengthAndNoBody() async throws {
        try await withWire(handler: { _ in .text("content") }) { wire, _ throws in
            try wire.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try wire.receiveAnswer(toHead: true).field("content-length") == "7")
            #expect(try wire.ask(get()).text == "content")
        }
    }
}
