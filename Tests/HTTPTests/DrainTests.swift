import TestWire
import Testing

@testable import HTTP

@Suite struct DrainTests {
    @Test func requestsInFlightFinishAndIdleConnectionsEnd() async throws {
        let gate = Gate()
        let handler: Handler = { request in
            if request.path == "/slow" { await gate.wait() }
            return .text(request.path)
        }
        try await withServer(handler: handler) { server in
            let idle = try await onThread {
                let idle = try Wire(port: server.port)
                #expect(try idle.ask(get()).status == 200)
                return idle
            }
            let busy = try await server.client(asking: get("/slow"))
            async let cut = server.drain(deadline: .seconds(60))
            try await onThread {
                #expect(try idle.receiveToEnd().isEmpty)
                while (try? Wire(port: server.port)) != nil { rest() }
                gate.open()
                let answer = try busy.receiveAnswer()
                #expect(answer.text == "/slow" && answer.field("connection") == "close")
                #expect(busy.isEnded())
            }
            #expect(await cut == 0)
        }
    }

    @Test func theDeadlineCutsTheRestAndCancelsItsHandlers() async throws {
        let cancelled = Gate()
        let handler: Handler = { _ in
            try? await Task.sleep(for: .seconds(3_600))
            if Task.isCancelled { cancelled.open() }
            return .text("late")
        }
        try await withServer(handler: handler) { server in
            let wire = try await server.client()
            #expect(await server.drain(deadline: .milliseconds(20)) == 1)
            await cancelled.wait()
            let ended = await onThread { wire.isEnded() }
            #expect(ended)
            #expect(server.statistics.openConnections == 0)
        }
    }

    @Test func aRequestThatHasArrivedIsAnswered() async throws {
        // Many rounds: where the drain falls between arrival and reading is chance.
        for _ in 0..<20 {
            try await withServer(handler: echo) { server in
                let wire = try await onThread {
                    let wire = try Wire(port: server.port)
                    #expect(try wire.ask(get("/1")).status == 200)
                    try wire.send(get("/2"))
                    return wire
                }
                await server.drain(deadline: .seconds(30))
                let answer = try await onThread { try wire.receiveAnswer() }
                #expect(answer.text.hasPrefix("GET /2"))
            }
        }
    }

    @Test func whoHasJustConnectedIsStillAnswered() async throws {
        try await withServer({ ($0.firstRequestGrace, $0.headTime) = (.seconds(60), .seconds(60)) }, handler: echo) {
            server in
            let wire = try await onThread { try Wire(port: server.port) }
            async let cut = server.drain(deadline: .seconds(60))
            let answer = try await onThread {
                while (try? Wire(port: server.port)) != nil { rest() }
                return try wire.ask(get("/1"))
            }
            #expect(answer.status == 200)
            #expect(answer.field("connection") == "close")
            _ = await cut
        }
    }

    @Test func streamsWithoutAnEndOfTheirOwnEndWhole() async throws {
        let handler: Handler = { _ in
            .stream(isOpenEnded: true) { writer in
                try await writer.write("hello")
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        try await withServer(handler: handler) { server in
            let wire = try await onThread {
                let wire = try Wire(port: server.port)
                try wire.send(get())
                _ = try wire.receiveHead()
                #expect(try wire.receiveChunk() == Array("hello".utf8))
                return wire
            }
            #expect(await server.drain(deadline: .seconds(60)) == 0)
            let rest = try await onThread { try wire.receiveToEnd() }
            #expect(rest == Array("0\r\n\r\n".utf8))
        }
    }

    @Test func twoMayWaitForTheSameEnd() async throws {
        let gate = Gate()
        let handler: Handler = { _ in
            await gate.wait()
            return .text("done")
        }
        try await withServer(handler: handler) { server in
            let wire = try await server.client()
            async let first = server.drain(deadline: .seconds(60))
            async let second = server.drain(deadline: .seconds(60))
            await onThread { while (try? Wire(port: server.port)) != nil { rest() } }
            gate.open()
            #expect(await first + second == 0)
            #expect(try await onThread { try wire.receiveAnswer().text } == "done")
        }
    }
}
