import DaybookCore
import Foundation

/// The server as this device may ask it.
struct Server: Sendable {
    let address: URL
    let token: String?
    let transport: any Transport

    /// Why a call did not bring what it was for.
    enum Failure: Error, Hashable, Sendable {
        case unreachable(String)
        case problem(Problem)
        case unreadable
    }

    /// A failure as the server put it (RFC 9457).
    struct Problem: Error, Hashable, Sendable {
        var status: Int
        /// Stable; empty where the answer was no problem document.
        var code = ""
        /// Without its full stop, so that it can be put into another sentence.
        var sentence: String
        /// The server's wish, in milliseconds.
        var retryAfter: Int64?
        var members: [JSONMember] = []

        subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }
    }

    func call(_ call: HTTPCall) async throws(Failure) -> HTTPAnswer {
        var call = call
        let plain = call.body
        if let token { call.fields["authorization"] = "Bearer \(token)" }
        call.fields["accept"] = "application/json"
        call.fields["user-agent"] = "DaybookClient"
        if let body = call.body {
            call.fields["content-type"] = "application/json"
            let takesGzip = !Self.plain.withLock { $0.contains(address) }
            if body.count >= Gzip.minimum, takesGzip, let gzip = Gzip.compressed(body) {
                call.body = gzip
                call.fields["content-encoding"] = "gzip"
            }
        }
        var answer = try await send(call)
        if answer.status == 415 || answer.status == 400, call.fields["content-encoding"] != nil {
            // A server, or something before it, that does not take gzip is spared it from now on. Some take it for
            // broken JSON, which must not be mistaken for a fault of what was sent.
            Self.plain.withLock { _ = $0.insert(address) }
            call.body = plain
            call.fields["content-encoding"] = nil
            answer = try await send(call)
        }
        guard (200..<300).contains(answer.status) else { throw .problem(Self.problem(answer)) }
        return answer
    }

    /// A call whose answer is one JSON object.
    func object(_ method: String, _ path: String, _ members: [JSONMember]? = nil) async throws(Failure) -> JSONValue {
        let answer = try await call(HTTPCall(method, path, body: members.map { JSONValue.object($0).json }))
        guard !answer.body.isEmpty else { return .object([]) }
        do { return try JSONValue(json: answer.body) } catch { throw .unreadable }
    }

    private func send(_ call: HTTPCall) async throws(Failure) -> HTTPAnswer {
        do { return try await transport.send(call, to: address) } catch {
            throw .unreachable((error as? Unreachable)?.description ?? "\(error)")
        }
    }

    /// Servers that take bodies only as they are.
    private static let plain = Locked<Set<URL>>([])

    static func problem(_ answer: HTTPAnswer) -> Problem {
        var problem = Problem(status: answer.status, sentence: "it answered \(answer.status)")
        if let seconds = answer.fields["retry-after"].flatMap({ Int64($0) }), seconds >= 0 {
            // A day is enough for any wish.
            problem.retryAfter = min(seconds, 86_400) * 1000
        }
        if case .object(let members)? = try? JSONValue(json: answer.body) {
            problem.members = members
            if case .string(let code)? = problem["code"] { problem.code = code }
            for name in ["title", "detail"] {
                guard case .string(let text)? = problem[name], !text.isEmpty else { continue }
                problem.sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
            }
        }
        return problem
    }
}
