import TestWire
import Testing

@testable import HTTP

@Suite struct RequestBodyTests {
    static let counted = "POST /a?b HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nhello world"
    static let chunked =
        "POST /a?b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nx-t: 1\r\n\r\n"

    @Test(arguments: [counted, chunked])
    func meansTheSameWhereverItIsCut(_ message: String) async throws {
        let bytes = Array(message.utf8)
        try await withWire(handler: echo) { wire, server throws in
            var before: UInt64 = 0
            for cut in 1..<bytes.count {
                try wire.send(Array(bytes[..<cut]))
                before += UInt64(cut)
                let expected = before
                // The rest is sent only when the server has read the first part by itself.
                while server.statistics.bytesRead < expected { rest() }
                try wire.send(Array(bytes[cut...]))
                before += UInt64(bytes.count - cut)
                #expect(try wire.receiveAnswer().text == "POST /a b hello world", "cut at \(cut)")
            }
        }
    }

    @Test(arguments: [counted, chunked])
    func comesByteByByte(_ message: String) async throws {
        try await withWire(handler: echo) { wire, server throws in
            var sent: UInt64 = 0
            for byte in message.utf8 {
                try wire.send([byte])
                sent += 1
                let expected = sent
                while server.statistics.bytesRead < expected { rest() }
            }
            #expect(try wire.receiveAnswer().text == "POST /a b hello world")
        }
    }

    @Test func isStreamedWithoutBeingKept() async throws {
        // Far more than the server may collect.
        let size = 24 << 20
        let handler: Handler = { request in
            var count = 0
            var largest = 0
            for try await chunk in request.body {
                count += chunk.count
                largest = max(largest, chunk.count)
            }
            return .text("\(count) \(largest <= 65_536)")
        }
        try await withWire(handler: handler) { wire, _ throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
            let block = [UInt8](repeating: 0x61, count: 1 << 20)
            for _ in 0..<24 { try wire.send(block) }
            #expect(try wire.receiveAnswer().text == "\(size) true")
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<24 { try wire.send(Array("100000\r\n".utf8) + block + [13, 10]) }
            try wire.send("0\r\n\r\n")
            #expect(try wire.receiveAnswer().text == "\(size) true")
        }
    }

    @Test func isNotReadAheadOfItsReader() async throws {
        let gate = Gate()
        let handler: Handler = { request in
            await gate.wait()
            var count = 0
            for try await chunk in request.body { count += chunk.count }
            return .text("\(count)")
        }
        try await withWire(handler: handler) { wire, server throws in
            let size = 64 << 20
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
            // The client can push only what the kernel's buffers and the server's small one hold.
            let sent = try wire.sendUntilBlocked(atMost: size)
            let read = server.statistics.bytesRead
            #expect(read <= 2 * UInt64(Connection.bodyAhead) + 100, "\(read) bytes were read ahead")
            gate.open()
            try wire.send([UInt8](repeating: 0, count: size - sent))
            #expect(try wire.receiveAnswer().text == "\(size)")
        }
    }

    @Test func tooLongByItsLengthIsRefusedBeforeItIsSent() async throws {
        try await withClients({ ($0.collectedBody, $0.maximumBody) = (10, 1_000) }, handler: echo) { server throws in
            for length in [11, 1_001, 9_000_000_000_000] {
                let wire = try Wire(port: server.port)
                try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\nExpect: 100-continue\r\n\r\n")
                #expect(try wire.receiveRefusal() == "413 content_too_large")
            }
        }
    }

    @Test func tooLongInChunksIsRefusedAsItComes() async throws {
        try await withWire({ $0.collectedBody = 10 }, handler: echo) { wire, _ throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n")
            try wire.send("hello world\r\n")
            #expect(try wire.receiveRefusal() == "413 content_too_large")
        }
    }

    @Test func aStreamedBodyHasALimitToo() async throws {
        let handler: Handler = { request in
            for try await _ in request.body {}
            return .text("taken")
        }
        try await withWire({ $0.maximumBody = 100 }, handler: handler) { wire, _ throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<11 { try wire.send("a\r\n0123456789\r\n") }
            #expect(try wire.receiveRefusal() == "413 content_too_large")
        }
    }

    @Test func brokenChunksAreRefused() async throws {
        try await withWire(handler: echo) { wire, server throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n0\r\n\r\n")
            #expect(try wire.receiveRefusal() == "400 malformed_body")
            #expect(server.statistics.refusedMessages == 1)
        }
    }

    // MARK: Expect: 100-continue

    @Test func continueIsSentWhenTheBodyIsAskedFor() async throws {
        let gate = Gate()
        let handler: Handler = { request in
            await gate.wait()
            return .text(String(decoding: try await request.body.collect(), as: UTF8.self))
        }
        try await withWire(handler: handler) { wire, server throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
            while server.statistics.requestsInFlight == 0 { rest() }
            #expect(server.statistics.bytesWritten == 0)
            gate.open()
            #expect(try wire.receiveHead() == "HTTP/1.1 100 Continue\r\n\r\n")
            try wire.send("hello")
            #expect(try wire.receiveAnswer().text == "hello")
            #expect(try wire.ask(get()).status == 200)
        }
    }

    @Test func continueIsNotSentToWhoDidNotWait() async throws {
        try await withWire(handler: echo) { wire, _ throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\nhello")
            #expect(try wire.receiveAnswer().status == 200)
        }
    }

    @Test func withoutContinueTheConnectionEndsAfterTheAnswer() async throws {
        try await withWire(handler: { _ in .text("no") }) { wire, _ throws in
            let answer = try wire.ask(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
            #expect(answer.text == "no")
            #expect(answer.field("connection") == "close")
            #expect(wire.isEnded())
        }
    }

    // MARK: Bodies nobody reads

    @Test func aShortUnreadBodyIsDroppedAndTheConnectionGoesOn() async throws {
        try await withWire(handler: { .text($0.path) }) { wire, _ throws in
            try wire.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 30000\r\n\r\n")
            let answer = try wire.receiveAnswer()
            #expect(answer.field("connection") == nil)
            try wire.send([UInt8](repeating: 0x47, count: 30_000))
            #expect(try wire.ask(get("/2")).text == "/2")
        }
    }

    @Test func aLongUnreadBodyEndsTheConnectionAndTheAnswerArrives() async throws {
        try await withWire(handler: { .text($0.path) }) { wire, _ throws in
            try wire.send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n")
            // Still sending when the answer comes: without a lingering close this would be a reset.
            try wire.send([UInt8](repeating: 0x47, count: 2_000_000))
            let answer = try wire.receiveAnswer()
            #expect(answer.text == "/1")
            #expect(answer.field("connection") == "close")
            #expect(wire.isEnded())
        }
    }

    @Test func anUnreadChunkedBodyThatHasComeWholeIsDropped() async throws {
        try await withWire(handler: { .text($0.path) }) { wire, _ throws in
            let message = "POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
            #expect(try wire.ask(message).text == "/1")
        }
    }

    @Test func aBodyIsReadFromAnotherExecutorToo() async throws {
        let handler: Handler = { request in
            let body = request.body
            let count = try await Task.detached { try await body.collect().count }.value
            return .text("\(count)")
        }
        try await withWire(handler: handler) { wire, server throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
            while server.statistics.requestsInFlight == 0 { rest() }
            try wire.send("def")
            #expect(try wire.receiveAnswer().text == "6")
        }
    }

    @Test func aBodyKeptTooLongIsUnavailable() async throws {
        let kept = Kept<RequestBody>()
        let handler: Handler = { request in
            if request.method == .post { kept.value = request.body }
            return .text("ok")
        }
        try await withServer(handler: handler) { server in
            let wire = try await onThread {
                let wire = try Wire(port: server.port)
                try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
                _ = try wire.receiveAnswer()
                try wire.send("hello")
                // The next request has the connection now, and its own body.
                _ = try wire.ask(get())
                return wire
            }
            let body = try #require(kept.value)
            await #expect(throws: RequestBodyError.self) {
                if try await body.collect().isEmpty { throw RequestBodyError.unavailable }
            }
            _ = wire
        }
    }
}
