import DaybookCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The server as this device may ask it.
struct Server: Sendable {
    let address: URL
    let token: String?
    let transport: any Transport

    typealias Failure = SyncFailure
    typealias Problem = ServerProblem

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
            // The server, or a proxy before it, may not take gzip, so it is sent plain bodies from now on. Some answer
            // as to broken JSON, which must not be mistaken for a fault of what was sent.
            Self.plain.withLock { _ = $0.insert(address) }
            call.body = plain
            call.fields["content-encoding"] = nil
            answer = try await send(call)
        }
        guard (200..<300).contains(answer.status) else { throw .problem(Self.problem(answer)) }
        return answer
    }

    /// A call whose answer is one JSON object.
    ///
    /// - Parameter key: under which a call that is sent again is the same deed.
    func object(
        _ method: String, _ path: String, _ members: [JSONMember]? = nil, key: Identifier? = nil
    ) async throws(Failure) -> JSONValue {
        var asked = HTTPCall(method, path, body: members.map { JSONValue.object($0).json })
        asked.fields["idempotency-key"] = key?.text
        let answer = try await call(asked)
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
        Problem(
            status: answer.status, body: answer.body, retryAfter: answer.fields["retry-after"].flatMap { Int64($0) })
    }
}
