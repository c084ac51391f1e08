import TestWire
import Testing

@testable import HTTP

@Suite struct StreamedAnswerTests {
    @Test func everyWriteIsAChunkAtOnce() async throws {
        let gates = [Gate(), Gate()]
        let handler: Handler = { _ in
            .stream { writer in
                try await writer.write("one")
                await gates[0].wait()
                try await writer.write("two two")
                await gates[1].wait()
            }
        }
        try await withWire(handler: handler) { wire, _ throws in
            try wire.send(get())
            let head = try wire.receiveHead()
            #expect(head.contains("\r\ntransfer-encoding: chunked\r\n"))
            #expect(!head.contains("content-length"))
            #expect(try wire.receiveChunk() == Array("one".utf8))
            gates[0].open()
            #expect(try wire.receiveChunk() == Array("two two".utf8))
            gates[1].open()
            #expect(try wire.receiveChunk().isEmpty)
            #expect(try wire.ask("HEAD / HTTP/1.0\r\n\r\n").status == 200)
        }
    }

    @Test func aKnownLengthIsSaidAndKept() async throws {
        let handler: Handler = { request in
            .stream(length: 10) { writer in
                try await writer.write("01234")
                if request.path != "/short" { try await writer.write("56789") }
                if request.path == "/long" { try await writer.write("x") }
            }
        }
        try await withClients(handler: handler) { server throws in
            let wire = try Wire(port: server.port)
            let whole = try wire.ask(get())
            #expect(whole.field("content-length") == "10")
            #expect(whole.text == "0123456789")
            // Too much is an error of the producer, and never gets onto the wire.
            #expect(try wire.ask(get("/long")).text == "0123456789")
            #expect(wire.isEnded())
            // Too little must not be mistaken for all of it.
            let short = try Wire(port: server.port)
            try short.send(get("/short"))
            #expect(throws: Wire.Broken.self) { try short.receiveAnswer() }
        }
    }

    @Test func anHTTP10ClientReadsUntilTheEnd() async throws {
        let handler: Handler = { _ in
            .stream { writer in for number in 0..<3 { try await writer.write("\(number)") } }
        }
        try await withWire(handler: handler) { wire, _ throws in
            let answer = try wire.ask("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(answer.field("transfer-encoding") == nil)
            #expect(answer.field("connection") == "close")
            #expect(answer.text == "012")
        }
    }

    @Test func headDoesNotRunTheProducer() async throws {
        let ran = Gate()
        let handler: Handler = { _ in .stream { _ in ran.open() } }
        try await withWire(handler: handler) { wire, _ throws in
            try wire.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try wire.receiveAnswer(toHead: true)
            #expect(answer.field("transfer-encoding") == "chunked")
            #expect(!ran.isOpen)
            #expect(try wire.ask(get()).status == 200)
            #expect(ran.isOpen)
        }
    }

    struct Broken: Error {}

    @Test func aProducerThatBreaksCutsTheConnection() async throws {
        let handler: Handler = { _ in
            .stream { writer in
                try await writer.write("begun")
                throw Broken()
            }
        }
        try await withWire(handler: handler) { wire, _ throws in
            try wire.send(get())
            #expect(throws: Wire.Broken.self) { try wire.receiveAnswer() }
        }
    }

    @Test func aSlowReaderSuspendsTheProducer() async throws {
        let written = Kept<Int>()
        let total = 64 << 20
        let handler: Handler = { _ in
            .stream { writer in
                let block = [UInt8](repeating: 0x62, count: 100_000)
                var sum = 0
                while sum < total {
                    try await writer.write(block)
                    sum += block.count
                    written.value = sum
                }
            }
        }
        try await withClients(handler: handler) { server throws in
            let wire = try Wire(port: server.port, receiveBuffer: 16_384)
            try wire.send(get())
            _ = try wire.receiveHead()
            // Nothing is read: the producer comes to a stop where the kernel's buffers are full.
            var last = -1
            var rounds = 0
            while rounds < 100 {
                let now = written.value ?? 0
                rounds = now == last ? rounds + 1 : 0
                last = now
                rest()
                rest()
            }
            #expect(last < 16 << 20, "\(last) bytes were produced for a client that reads nothing")
            var read = 0
            while true {
                let chunk = try wire.receiveChunk()
                if chunk.isEmpty { break }
                read += chunk.count
            }
            #expect(read >= total)
        }
    }

    @Test func largeAnswersArriveWhole() async throws {
        let sizes = [0, 1, 16_383, 16_384, 16_385, 65_536, 1_000_003, 5_000_000]
        // Made beforehand: a handler that computes for long holds up its reactor, and with it the other tests.
        let contents = Dictionary(uniqueKeysWithValues: sizes.map { ($0, pattern($0)) })
        let handler: Handler = { request in
            Response(type: .bytes, contents[Int(request.query ?? "") ?? 0] ?? [])
        }
        try await withWire(handler: handler) { wire, _ throws in
            for size in sizes {
                let answer = try wire.ask("GET /?\(size) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(answer.body == contents[size], "\(size) bytes")
            }
        }
    }

    @Test func largeChunksArriveWhole() async throws {
        let contents = [1, 15, 16, 255, 256, 16_384, 16_385, 3_000_000].map { pattern($0) }
        let handler: Handler = { _ in
            .stream { writer in for content in contents { try await writer.write(content) } }
        }
        try await withWire(handler: handler) { wire, _ throws in
            try wire.send(get())
            _ = try wire.receiveHead()
            for content in contents { #expect(try wire.receiveChunk() == content) }
            #expect(try wire.receiveChunk().isEmpty)
        }
    }

    @Test func anAnswerCanBeStreamedWhileTheBodyIsRead() async throws {
        let handler: Handler = { request in
            .stream { writer in for try await chunk in request.body { try await writer.write(chunk) } }
        }
        try await withWire(handler: handler) { wire, _ throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            _ = try wire.receiveHead()
            for word in ["ping", "pong", "end"] {
                try wire.send("\(String(word.utf8.count, radix: 16))\r\n\(word)\r\n")
                #expect(try wire.receiveChunk() == Array(word.utf8))
            }
            try wire.send("0\r\n\r\n")
            #expect(try wire.receiveChunk().isEmpty)
            #expect(try wire.ask(get()).body.isEmpty)
        }
    }

    @Test func aWriterIsUsedFromAnotherExecutorToo() async throws {
        let handler: Handler = { _ in
            .stream { writer in
                try await Task.detached { for _ in 0..<100 { try await writer.write("abc") } }.value
            }
        }
        try await withWire(handler: handler) { wire, _ throws in
            #expect(try wire.ask(get()).body.count == 300)
        }
    }

    @Test func aWriterKeptTooLongWritesNothing() async throws {
        let kept = Kept<BodyWriter>()
        let handler: Handler = { _ in .stream { writer in kept.value = writer } }
        try await withServer(handler: handler) { server in
            let wire = try await onThread {
                let wire = try Wire(port: server.port)
                #expect(try wire.ask(get()).body.isEmpty)
                return wire
            }
            let writer = try #require(kept.value)
            await #expect(throws: BodyWriterError.ended) { try await writer.write("late") }
            _ = wire
        }
    }

    @Test func statusesWithoutContentHaveNone() async throws {
        let handler: Handler = { request in
            Response(Status(UInt16(request.query ?? "") ?? 200), body: .bytes(Array("no".utf8)))
        }
        try await withWire(handler: handler) { wire, _ throws in
            for status in [204, 304] {
                let answer = try wire.ask("GET /?\(status) HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(answer.status == status)
                #expect(answer.field("content-length") == nil)
            }
            #expect(try wire.ask(get()).text == "no")
        }
    }
}

/// Bytes that show where a piece was lost or doubled.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) } }
