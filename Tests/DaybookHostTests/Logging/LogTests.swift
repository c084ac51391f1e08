import Foundation
import HTTP
import TestWire
import Testing

@testable import DaybookHost

@Suite struct LogTests {
    /// A pipe whose far end is read by the test.
    final class Reader {
        let pipe = Pipe()

        init() {
            // A process that another test starts meanwhile must not hold the pipe open.
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
        }

        func log(_ format: LogFormat, level: LogLevel = .debug) -> Log {
            Log(LogSink(descriptor: pipe.fileHandleForWriting.fileDescriptor, format: format), level: level)
        }
        func lines() throws -> [String] {
            try pipe.fileHandleForWriting.close()
            let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
            return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    @Test func aLineIsOneJSONObject() throws {
        var routes = Routes()
        routes.get("/v1/tasks/:task") { _ in Response(.ok) }
        let route = try #require(routes.router().routes.first)
        let reader = Reader()
        let log = reader.log(.json)
        log.warning(
            "request \"answered\"", .method(.get), .route(route), .status(503),
            .duration(.microseconds(1234)),
            .request(RequestID(high: 1, low: 2)), .sqlState(LoggedSQLState("57P01")), .error(LogSinkTestError.self))
        let line = try #require(reader.lines().first)
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["event"] as? String == "request \"answered\"")
        #expect(object["level"] as? String == "warning")
        #expect(object["method"] as? String == "GET")
        #expect(object["route"] as? String == "/v1/tasks/:task")
        #expect(object["status"] as? Int == 503)
        #expect(object["durationMs"] as? Double == 1.234)
        #expect(object["request"] as? String == "00000000000000010000000000000002")
        #expect(object["sqlState"] as? String == "57P01")
        #expect(object["error"] as? String == "LogSinkTestError")
        #expect((object["time"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil)
    }

    @Test func textIsForPeople() throws {
        let reader = Reader()
        reader.log(.text).info("listening", .address(ListenAddress(host: "::1", port: 8420)), .reason("because so"))
        let line = try #require(reader.lines().first)
        #expect(line.contains(" info    listening  address=[::1]:8420  reason=\"because so\""))
    }

    @Test func timesAreUTC() {
        var bytes: [UInt8] = []
        WallTime(microseconds: 1_770_823_800_000_042).put(into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "2026-02-11T15:30:00.000042Z")
    }

    @Test func whatIsBelowTheLevelIsNotSaid() throws {
        let reader = Reader()
        let log = reader.log(.json, level: .warning)
        log.info("no")
        log.debug("no")
        log.error("yes")
        #expect(!log.records(.info))
        #expect(try reader.lines().count == 1)
    }

    @Test func linesOfManyThreadsStayWhole() async throws {
        let reader = Reader()
        let log = reader.log(.json)
        let end = reader.pipe.fileHandleForReading
        // On a thread of its own: a task that blocks would hold one of the few threads that tasks share.
        async let data = withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try end.readToEnd() ?? Data() }) }.start()
        }
        await atOnce(0..<8) { writer in for line in 0..<200 { log.info("line", .attempt(writer), .count(line)) } }
        // What a slow reader left waiting goes out with the next line or the flush.
        for _ in 0..<100 { log.info("end") }
        reader.flush(log)
        try reader.pipe.fileHandleForWriting.close()
        let lines = try await String(decoding: data, as: UTF8.self).split(separator: "\n")
        var seen: [Int: Int] = [:]
        for line in lines {
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard object["event"] as? String == "line" else { continue }
            let writer = try #require(object["attempt"] as? Int)
            #expect(object["count"] as? Int == seen[writer, default: 0], "lines of one thread keep their order")
            seen[writer, default: 0] += 1
        }
        #expect(seen.values.reduce(0, +) == 1600)
    }

    @Test func aReaderThatStallsNeverStopsTheWriterAndLearnsWhatItMissed() throws {
        let reader = Reader()
        let log = reader.log(.json)
        for line in 0..<20000 { log.info("nobody reads this", .count(line)) }
        // The pipe and the waiting room are full now; reading makes room for the rest.
        let descriptor = reader.pipe.fileHandleForReading.fileDescriptor
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var text: [UInt8] = []
        func take() { text += buffer[..<max(0, read(descriptor, &buffer, buffer.count))] }
        for _ in 0..<8 {
            take()
            log.info("again")
        }
        try reader.pipe.fileHandleForWriting.close()
        while true {
            let before = text.count
            take()
            if text.count == before { break }
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let gap = try #require(lines.first { $0.contains("log lines dropped") })
        let object = try #require(JSONSerialization.jsonObject(with: Data(gap.utf8)) as? [String: Any])
        let dropped = try #require(object["count"] as? Int)
        let kept = lines.count { $0.contains("nobody reads this") }
        #expect(kept + dropped >= 20000 && kept + dropped <= 20008)
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }

    @Test func aClosedReaderIsNoError() throws {
        signal(SIGPIPE, SIG_IGN)
        let reader = Reader()
        try reader.pipe.fileHandleForReading.close()
        reader.log(.json).error("into the void")
    }
}

private enum LogSinkTestError: Error {}

extension LogTests.Reader {
    func flush(_ log: Log) { log.flush() }
}
