import Reactor
import TestWire
import Testing

@testable import HTTP

/// Two reactors for all tests of this process, as a server on two cores has.
let testReactors: ReactorGroup = {
    do { return try ReactorGroup(count: 2) } catch { fatalError("\(error)") }
}()

/// A running server on a port of its own, drained when the body ends.
func withServer<Result: Sendable>(
    _ adjust: (inout HTTPConfiguration) -> Void = { _ in },
    handler: @escaping Handler,
    _ body: @escaping @Sendable (HTTPServer) async throws -> Result
) async throws -> Result {
    var configuration = HTTPConfiguration(host: "127.0.0.1", port: 0)
    // Many tests share two cores: what takes its time is not what they are about.
    let patient = Pace(allowance: .seconds(300), bytesPerSecond: 500, atMost: .seconds(900))
    (configuration.bodyPace, configuration.answerPace, configuration.headTime) = (patient, patient, .seconds(300))
    configuration.halfCloseGrace = .seconds(30)
    adjust(&configuration)
    let server = try HTTPServer(configuration, reactors: testReactors, handler: handler)
    try server.start()
    do {
        let result = try await body(server)
        await server.drain(deadline: .zero)
        return result
    } catch {
        await server.drain(deadline: .zero)
        throw error
    }
}

/// The same with a body of blocking calls.
func withClients<Result: Sendable>(
    _ adjust: (inout HTTPConfiguration) -> Void = { _ in },
    handler: @escaping Handler,
    _ body: @escaping @Sendable (HTTPServer) throws -> Result
) async throws -> Result {
    try await withServer(adjust, handler: handler) { server in try await onThread { try body(server) } }
}

/// The same of one client that has connected.
func withWire<Result: Sendable>(
    _ adjust: (inout HTTPConfiguration) -> Void = { _ in },
    handler: @escaping Handler,
    _ body: @escaping @Sendable (Wire, HTTPServer) throws -> Result
) async throws -> Result {
    try await withClients(adjust, handler: handler) { server in try body(try Wire(port: server.port), server) }
}

/// Says what it was asked.
let echo: Handler = { request in
    let body = try await request.body.collect()
    let text = "\(request.methodText) \(request.path) \(request.query ?? "-") \(String(decoding: body, as: UTF8.self))"
    return .text(text)
}

/// A whole request without a body.
func get(_ path: String = "/") -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

extension HTTPServer {
    /// A client whose request is in the hands of its handler.
    func client(asking request: String = get()) async throws -> Wire {
        try await onThread { [self] in
            let wire = try Wire(port: port)
            try wire.send(request)
            while statistics.requestsInFlight == 0 { rest() }
            return wire
        }
    }
}

extension Wire {
    /// The last answer of a connection, by its status and code; it says that it is the last, and is.
    func receiveRefusal(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let answer = try receiveAnswer()
        #expect(answer.field("content-type") == "application/problem+json", sourceLocation: sourceLocation)
        #expect(answer.field("connection") == "close", sourceLocation: sourceLocation)
        #expect(isEnded(), sourceLocation: sourceLocation)
        return answer.statusAndCode
    }
}
