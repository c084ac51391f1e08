import Glibc
import TestWire
import Testing

@testable import HTTP

/// Slow clients, with limits of milliseconds. What is asserted is what happens, never how soon.
@Suite struct TimeoutTests {
    @Test func whoSendsNothingIsLetGoWithoutAWord() async throws {
        try await withWire({ $0.headTime = .milliseconds(30) }, handler: echo) { wire, server throws in
            #expect(try wire.receiveToEnd().isEmpty)
            #expect(server.statistics.requests == 0)
        }
    }

    @Test func anIdleConnectionIsLetGoWithoutAWord() async throws {
        try await withWire({ $0.idleTime = .milliseconds(30) }, handler: echo) { wire, _ throws in
            #expect(try wire.ask(get()).status == 200)
            #expect(try wire.receiveToEnd().isEmpty)
        }
    }

    /// Byte by byte until the server has had enough.
    private func trickle(_ wire: Wire, _ server: HTTPServer) {
        while server.statistics.timeouts == 0, (try? wire.send("X")) != nil { usleep(2_000) }
    }

    @Test func aHeadThatTricklesIsRefused() async throws {
        try await withWire({ $0.headTime = .seconds(2) }, handler: echo) { wire, server throws in
            try wire.send("GET / HTTP/1.1\r\nHost: a\r\n")
            // Every byte comes in time for itself; the head as a whole does not.
            trickle(wire, server)
            #expect(try wire.receiveRefusal() == "408 request_timeout")
        }
    }

    @Test func aLaterHeadThatTricklesIsRefusedToo() async throws {
        try await withWire({ $0.headTime = .seconds(2) }, handler: echo) { wire, _ throws in
            #expect(try wire.ask(get()).status == 200)
            try wire.send("GET / HT")
            #expect(try wire.receiveRefusal() == "408 request_timeout")
        }
    }

    @Test func aBodyThatTricklesIsRefused() async throws {
        let pace = Pace(allowance: .milliseconds(100), bytesPerSecond: 1_000_000, atMost: .seconds(1))
        try await withWire({ $0.bodyPace = pace }, handler: echo) { wire, server throws in
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
            trickle(wire, server)
            #expect(try wire.receiveRefusal() == "408 request_timeout")
        }
    }

    @Test func aSlowReaderOfTheBodyIsNotTheClientsFault() async throws {
        let handler: Handler = { request in
            var count = 0
            for try await chunk in request.body {
                if count == 0 { try await Task.sleep(for: .seconds(3)) }
                count += chunk.count
            }
            return .text("\(count)")
        }
        let pace = Pace(allowance: .seconds(2), bytesPerSecond: 1_000_000_000, atMost: .seconds(2))
        try await withWire({ $0.bodyPace = pace }, handler: handler) { wire, _ throws in
            // The reader rests for longer than the client's patience lasts, while the client could not go on.
            try wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n")
            try wire.send([UInt8](repeating: 0, count: 2_000_000))
            #expect(try wire.receiveAnswer().text == "2000000")
        }
    }

    @Test func whoDoesNotTakeItsAnswerIsCutOff() async throws {
        let pace = Pace(allowance: .milliseconds(50), bytesPerSecond: 1_000_000_000, atMost: .seconds(1))
        let handler: Handler = { _ in Response(type: .bytes, [UInt8](repeating: 7, count: 50_000_000)) }
        try await withWire({ $0.answerPace = pace }, handler: handler) { wire, server throws in
            try wire.send(get())
            while server.statistics.timeouts == 0 { rest() }
            #expect(throws: Wire.Broken.self) { try wire.receiveAnswer() }
        }
    }

    @Test func aStreamIsCutOffTooAndItsProducerTold() async throws {
        let pace = Pace(allowance: .milliseconds(50), bytesPerSecond: 1_000_000_000, atMost: .seconds(1))
        let failure = Kept<BodyWriterError>()
        let told = Gate()
        let handler: Handler = { _ in
            .stream { writer in
                defer { told.open() }
                do {
                    while true { try await writer.write([UInt8](repeating: 7, count: 1_000_000)) }
                } catch let error as BodyWriterError {
                    failure.value = error
                }
            }
        }
        try await withServer({ $0.answerPace = pace }, handler: handler) { server in
            let wire = try await onThread {
                let wire = try Wire(port: server.port)
                try wire.send(get())
                return wire
            }
            await told.wait()
            #expect(server.statistics.timeouts == 1)
            _ = wire
        }
    }

    @Test func whoLingersAfterTheLastAnswerIsCutOff() async throws {
        try await withWire({ $0.lingerTime = .milliseconds(50) }, handler: echo) { wire, server throws in
            #expect(try wire.ask("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").status == 200)
            while server.statistics.openConnections > 0 { rest() }
        }
    }

    @Test func patienceIsBoughtByBytesAndHasAnEnd() {
        let pace = Pace(allowance: .seconds(20), bytesPerSecond: 500, atMost: .seconds(60))
        #expect(pace.patience(after: 0) == .seconds(20))
        #expect(pace.patience(after: 499) == .seconds(20))
        #expect(pace.patience(after: 5_000) == .seconds(30))
        #expect(pace.patience(after: 1_000_000) == .seconds(60))
        #expect(pace.patience(after: .max) == .seconds(60))
    }
}
