import Foundation

/// A process of Tests/Receivers, on a port of its own on the loopback address. It ends with this object.
public final class Receiver: Sendable {
    /// What came, as the receiver tells it.
    public struct Told: Decodable, Sendable {
        public var method: String?
        public var path: String?
        public var fields: [String: String]?
        public var body: String?
        /// A webhook's signature is right, as the receiver computes it.
        public var isSigned: Bool?
        /// What the receiver decrypted, what vouches for it and by which key.
        public var text: String?
        public var claims: Claims?
        public var key: String?
        public var trouble: String?
        /// Bytes of an endless answer that were sent until nobody took more.
        public var sent: Int?
        public var atOnce: Int?
        public var connection: String?

        /// Text, of a body that is told in base64.
        public var content: String { String(decoding: Data(base64Encoded: body ?? "") ?? Data(), as: UTF8.self) }
    }

    public struct Claims: Decodable, Sendable {
        public var aud: String?
        public var exp: Int?
        public var sub: String?
    }

    private struct Beginning: Decodable {
        var port: Int
        var trust: String?
    }

    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    public let port: Int
    /// The file of the certificate to be trusted, where it speaks TLS.
    public let trust: String?
    private let lines: AsyncStream<String>
    /// The process ends when this does.
    private let input: Pipe

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    public static let python = root.appending(path: ".build/receivers/bin/python").path

    public static func script(_ name: String) -> String { root.appending(path: "Tests/Receivers/\(name)").path }

    public init(_ program: String, _ arguments: String...) async throws {
        guard FileManager.default.isExecutableFile(atPath: Self.python) else {
            throw Missing(description: "the receivers are not installed; run: make setup-test")
        }
        let process = Process()
        process.executableURL = URL(filePath: Self.python)
        process.arguments = [Self.script(program)] + arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        let (lines, told) = AsyncStream<String>.makeStream()
        let reading = output.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let part = reading.availableData, !part.isEmpty {
                rest += part
                while let end = rest.firstIndex(of: 0x0A) {
                    told.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
            told.finish()
        }
        try process.run()
        self.input = input
        self.lines = lines
        guard let first = await lines.first(where: { _ in true }) else {
            throw Missing(description: "\(program) did not start")
        }
        let beginning = try JSONDecoder().decode(Beginning.self, from: Data(first.utf8))
        port = beginning.port
        trust = beginning.trust
    }

    deinit { try? input.fileHandleForWriting.close() }

    /// The next that it was sent.
    public func next<What: Decodable>(_ what: What.Type = Told.self) async throws -> What {
        guard let line = await lines.first(where: { _ in true }) else {
            throw Missing(description: "the receiver ended")
        }
        return try JSONDecoder().decode(What.self, from: Data(line.utf8))
    }
}
