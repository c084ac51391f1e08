#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One request to the server.
public struct HTTPCall: Hashable, Sendable {
    /// HTTP's word for what it does: `POST`.
    public var method: String
    /// After the server's address, with its query: `/v1/sync`.
    public var path: String
    /// Names in small letters.
    public var fields: [String: String] = [:]
    /// What it brings along.
    public var body: [UInt8]?

    /// A request without fields.
    public init(_ method: String, _ path: String, body: [UInt8]? = nil) {
        self.method = method
        self.path = path
        self.body = body
    }

    func address(at server: URL) throws(Unreachable) -> URL {
        let start = server.absoluteString
        guard let url = URL(string: (start.hasSuffix("/") ? String(start.dropLast()) : start) + path) else {
            throw Unreachable("\(start) is no address of a server")
        }
        return url
    }
}

/// One answer of the server.
public struct HTTPAnswer: Hashable, Sendable {
    /// HTTP's three digits.
    public var status: Int
    /// Names in small letters.
    public var fields: [String: String]
    /// What it brought; empty in the head of a stream.
    public var body: [UInt8]

    /// An answer as it came.
    public init(status: Int, fields: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// How bytes get to the server and back. The SDK brings `HTTPTransport`; tests and apps may bring another.
public protocol Transport: Sendable {
    /// Throws `Unreachable` where there was no answer.
    func send(_ call: HTTPCall, to server: URL) async throws -> HTTPAnswer
    /// The answer's head, and its body as it comes. The stream ends with the connection; cancelling it ends the
    /// connection.
    func stream(
        _ call: HTTPCall, from server: URL
    ) async throws -> (head: HTTPAnswer, body: AsyncThrowingStream<[UInt8], any Error>)
}

/// There was no answer: no network, no such host, a connection that broke.
public struct Unreachable: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why, in words.
    public let description: String
    /// Says why, without a full stop.
    public init(_ description: String) { self.description = description }
}
