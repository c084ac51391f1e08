import TestWire
import Testing

@testable import HTTP

/// A client may leave at every step. Its handler is told, nothing is left open, and the server serves the next.
@Suite struct DisconnectTests {
    enum Leaving: CaseIterable { case politely, byReset }

    /// Runs a client that leaves, then checks that its connection is gone and that others are served.
    private func leave(
        _ how: Leaving, handler: @escaping Handler = echo,
        after step: @escaping @Sendable (Wire, HTTPServer) throws -> Void
    ) async throws {
        try await withServer(
            { $0.halfCloseGrace = .zero }, handler: { try await $0.path == "/alive" ? .text("yes") : handler($0) }
        ) { server in
            try await onThread {
                let wire = try Wire(port: server.port)
                try step(wire, server)
                if how == .byReset { wire.resetOnClose() }
            }
            await eventually { server.statistics.openConnections == 0 }
            await eventually { server.statistics.requestsInFlight == 0 }
            try await onThread {
                let next = try Wire(port: server.port)
                #expect(try next.ask(get("/alive")).status == 200)
            }
        }
    }

    /// The same when its request is in the hands of the handler.
    private func leave(
        _ how: Leaving, handler: @escaping Handler, whileItHandles request: String
    ) async throws {
        try await leave(how, handler: handler) { wire, server throws in
            try wire.send(request)
            while server.statistics.requestsInFlight == 0 { rest() }
        }
    }

    /// The same when the answer has begun.
    private func leave(_ how: Leaving, whileItSends handler: @escaping Handler) async throws {
        try await leave(how, handler: handler) { wire, _ throws in
            try wire.send(get())
            _ = try wire.receiveHead()
            _ = try wire.receiveChunk()
        }
    }

    @Test(arguments: Leaving.allCases) func beforeAnything(_ how: Leaving) async throws {
        try await leave(how) { _, _ in }
    }

    @Test(arguments: Leaving.allCases) func inTheHead(_ how: Leaving) async throws {
        try await leave(how) { wire, server throws in
            try wire.send("GET / HTTP/1.1\r\nHost")
            while server.statistics.bytesRead == 0 { rest() }
        }
    }

    @Test(arguments: Leaving.allCases) func inTheBody(_ how: Leaving) async throws {
        let failure = Kept<RequestBodyError>()
        let handler: Handler = { request in
            do { return .text("\(try await request.body.collect().count)") } catch {
                failure.value = error as? RequestBodyError
                throw error
            }
        }
        let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nonly this"
        try await leave(how, handler: handler, whileItHandles: request)
        #expect(failure.value == .peerLeft)
    }

    @Test func whoStillListensIsToldThatTheBodyWasCut() async throws {
        try await withWire(handler: echo) { wire, _ throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nonly this")
            wire.finishSending()
            #expect(try wire.receiveRefusal() == "400 incomplete_body")
        }
    }

    @Test(arguments: Leaving.allCases) func inTheHandler(_ how: Leaving) async throws {
        let cancelled = Gate()
        let handler: Handler = { _ in
            try? await Task.sleep(for: .seconds(3_600))
            if Task.isCancelled { cancelled.open() }
            throw CancellationError()
        }
        try await leave(how, handler: handler, whileItHandles: get())
        #expect(cancelled.isOpen)
    }

    /// What a module throws when it is cancelled is its own; nobody is told that something broke.
    @Test(arguments: Leaving.allCases) func inAHandlerWhoseErrorNobodyKnows(_ how: Leaving) async throws {
        struct Stopped: Error {}
        let reported = Gate()
        let problems = problemAnswers(ProblemAnswers(report: { _, _ in reported.open() }))
        let handler: Handler = { _ in
            try? await Task.sleep(for: .seconds(3_600))
            throw Stopped()
        }
        try await leave(how, handler: { try await problems($0, handler) }, whileItHandles: get())
        #expect(!reported.isOpen)
    }

    @Test(arguments: Leaving.allCases) func inTheHandlerWithAnotherRequestBehind(_ how: Leaving) async throws {
        let handler: Handler = { _ in
            try? await Task.sleep(for: .seconds(3_600))
            throw CancellationError()
        }
        try await leave(how, handler: handler, whileItHandles: get() + get("/2") + "GET /3")
    }

    @Test(arguments: Leaving.allCases) func whileTheAnswerIsStreamed(_ how: Leaving) async throws {
        let ended = Gate()
        let handler: Handler = { _ in
            .stream { writer in
                defer { ended.open() }
                while true {
                    try await writer.write("tick\n")
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
        }
        try await leave(how, whileItSends: handler)
        await ended.wait()
    }

    @Test(arguments: Leaving.allCases) func whileAStreamIsSilent(_ how: Leaving) async throws {
        let handler: Handler = { _ in
            .stream { writer in
                try await writer.write("hello")
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        try await leave(how, whileItSends: handler)
    }

    @Test(arguments: Leaving.allCases) func whileAStreamWaitsForRoom(_ how: Leaving) async throws {
        let failed = Gate()
        let handler: Handler = { _ in
            .stream { writer in
                defer { failed.open() }
                while true { try await writer.write([UInt8](repeating: 0, count: 1 << 20)) }
            }
        }
        try await leave(how, handler: handler) { wire, server throws in
            try wire.send(get())
            _ = try wire.receiveHead()
            while server.statistics.bytesWritten < 100_000 { rest() }
        }
        await failed.wait()
    }

    @Test(arguments: Leaving.allCases) func whileALargeAnswerIsSent(_ how: Leaving) async throws {
        let handler: Handler = { _ in Response(type: .bytes, [UInt8](repeating: 1, count: 50_000_000)) }
        try await leave(how, handler: handler) { wire, server throws in
            try wire.send(get())
            while server.statistics.bytesWritten < 100_000 { rest() }
        }
    }

    @Test(arguments: Leaving.allCases) func whileItsUnreadBodyIsDropped(_ how: Leaving) async throws {
        try await leave(how, handler: { .text($0.path) }) { wire, _ throws in
            let answer = try wire.ask("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\nbegun")
            #expect(answer.status == 200)
        }
    }

    @Test(arguments: Leaving.allCases) func betweenRequests(_ how: Leaving) async throws {
        try await leave(how) { wire, _ throws in
            #expect(try wire.ask(get()).status == 200)
        }
    }

    // MARK: Half-closed connections

    @Test func whoOnlyClosesItsSendingSideGetsItsAnswers() async throws {
        try await withWire(handler: echo) { wire, _ throws in
            try wire.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            wire.finishSending()
            #expect(try wire.receiveAnswer().text.hasPrefix("GET /1"))
            #expect(try wire.receiveAnswer().text.hasPrefix("GET /2"))
            #expect(wire.isEnded())
        }
    }

    @Test func butItsHandlerIsCancelledAfterAWhile() async throws {
        let handler: Handler = { _ in
            try? await Task.sleep(for: .seconds(3_600))
            return .text(Task.isCancelled ? "cancelled" : "slept")
        }
        try await withWire({ $0.halfCloseGrace = .milliseconds(20) }, handler: handler) { wire, _ throws in
            try wire.send(get("/1"))
            wire.finishSending()
            #expect(try wire.receiveAnswer().text == "cancelled")
            #expect(wire.isEnded())
        }
    }
}
