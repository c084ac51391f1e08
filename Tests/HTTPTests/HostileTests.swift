import Foundation
import HTTPParser
import TestWire
import Testing

@testable import HTTP

/// The messages the parser is fuzzed from, sent over real sockets.
@Suite struct HostileTests {
    struct Message: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let refusal: Refusal?
        var testDescription: String { name }

        static func all(_ kind: String) -> [Message] {
            let root = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Fuzz/corpus/\(kind)").standardizedFileURL
            var messages: [Message] = []
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "http", let data = try? Data(contentsOf: file) else { continue }
                let folder = file.deletingLastPathComponent().lastPathComponent
                messages.append(
                    Message(
                        name: "\(folder)/\(file.lastPathComponent)", bytes: Array(data),
                        refusal: Refusal(rawValue: folder)))
            }
            return messages.sorted { $0.name < $1.name }
        }
    }

    @Test func hostileHeadsAreRefusedWithTheirStatusAndTheConnectionEnds() async throws {
        let messages = Message.all("heads").filter { $0.refusal != nil }
        #expect(messages.count > 100)
        let reached = Gate()
        let handler: Handler = { _ in
            reached.open()
            return .text("")
        }
        try await withServer(handler: handler) { server in
            try await onThread {
                for message in messages {
                    guard let refusal = message.refusal else { continue }
                    // Whole, and cut in the middle.
                    for cut in [0, message.bytes.count / 2] {
                        let wire = try Wire(port: server.port)
                        try? wire.send(Array(message.bytes[..<cut]))
                        try? wire.send(Array(message.bytes[cut...]))
                        let answer = try wire.receiveAnswer()
                        #expect(answer.statusAndCode == "\(refusal.status) \(refusal.rawValue)", "\(message.name)")
                        #expect(answer.field("content-type") == "application/problem+json", "\(message.name)")
                        #expect(answer.field("connection") == "close", "\(message.name)")
                        #expect(wire.isEnded(), "\(message.name)")
                    }
                }
            }
            #expect(!reached.isOpen)
            #expect(server.statistics.refusedMessages == UInt64(2 * messages.count))
            #expect(server.statistics.requests == 0)
        }
    }

    @Test func hostileChunksAreRefusedAndTheConnectionEnds() async throws {
        let messages = Message.all("chunked").filter { $0.refusal != nil }
        #expect(messages.count > 30)
        try await withClients(handler: echo) { server throws in
            for message in messages {
                let wire = try Wire(port: server.port)
                try wire.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                try? wire.send(message.bytes)
                let answer = try wire.receiveAnswer()
                #expect(answer.statusAndCode == "400 malformed_body", "\(message.name)")
                #expect(wire.isEnded(), "\(message.name)")
            }
        }
    }

    @Test func whatIsWellFormedIsAnswered() async throws {
        try await withClients(handler: echo) { server throws in
            for message in Message.all("heads") where message.refusal == nil {
                let wire = try Wire(port: server.port)
                try wire.send(message.bytes)
                wire.finishSending()
                let answer = String(decoding: try wire.receiveToEnd(), as: UTF8.self)
                #expect(answer.contains("HTTP/1.1 200 OK\r\n"), "\(message.name)")
                #expect(!answer.contains(" 400 "), "\(message.name)")
            }
            for message in Message.all("chunked") where message.refusal == nil {
                let wire = try Wire(port: server.port)
                try wire.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                try wire.send(message.bytes)
                #expect(try wire.receiveAnswer().status == 200, "\(message.name)")
            }
        }
    }

    @Test func aRefusedRequestTakesNothingFromThoseBeforeIt() async throws {
        try await withWire(handler: echo) { wire, _ throws in
            try wire.send(
                "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\nHost: a\n\n")
            #expect(try wire.receiveAnswer().text == "GET /1 - ")
            #expect(try wire.receiveAnswer().text == "GET /2 - ")
            #expect(try wire.receiveAnswer().status == 400)
            #expect(wire.isEnded())
        }
    }

    /// A body that would itself be a request must never be taken for one.
    @Test func aBodyIsNeverARequest() async throws {
        let smuggled = get("/smuggled")
        let seen = Kept<[String]>()
        seen.value = []
        let handler: Handler = { request in
            seen.value?.append(request.path)
            if request.path == "/read" { _ = try await request.body.collect() }
            return .text(request.path)
        }
        try await withClients(handler: handler) { server throws in
            for path in ["/read", "/unread"] {
                let wire = try Wire(port: server.port)
                let length = smuggled.utf8.count
                try wire.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n\(smuggled)")
                #expect(try wire.receiveAnswer().text == path)
                #expect(try wire.ask(get("/next")).text == "/next")
                let chunk = "\(String(length, radix: 16))\r\n\(smuggled)\r\n0\r\n\r\n"
                try wire.send("POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)")
                #expect(try wire.receiveAnswer().text == path)
            }
        }
        #expect(seen.value?.contains("/smuggled") == false)
    }
}
