import DaybookHost
import WebClient

/// The server's own requests, only to identity providers. Bounded in time and size; no reactor waits for
/// another machine.
package struct Outbound: Sendable {
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    enum Trouble: Error, Equatable {
        /// No answer, or none in time.
        case unreachable
        /// An answer that goes on and on.
        case tooLarge
    }

    let time: Duration
    /// Documents and key sets have a few thousand bytes.
    var largest = 256 << 10

    private static let client = WebClient()

    package init(time: Duration = .seconds(10)) { self.time = time }

    func get(_ address: String) async throws(Trouble) -> Answer {
        try await send(WebRequest("GET", address, fields: [("accept", "application/json")]))
    }

    func post(
        _ address: String, form: [(String, String)], authorization: String? = nil
    ) async throws(Trouble) -> Answer {
        var request = WebRequest("POST", address, body: Array(FormText.encode(form).utf8))
        request.fields = [("content-type", "application/x-www-form-urlencoded"), ("accept", "application/json")]
        if let authorization { request.fields.append(("authorization", authorization)) }
        return try await send(request)
    }

    private func send(_ request: WebRequest) async throws(Trouble) -> Answer {
        let outcome = await withTaskGroup(of: Result<Answer, Trouble>.self) { tries in
            tries.addTask { await collect(request) }
            tries.addTask {
                try? await Task.sleep(for: time)
                return .failure(.unreachable)
            }
            defer { tries.cancelAll() }
            return await tries.next() ?? .failure(.unreachable)
        }
        return try outcome.get()
    }

    private func collect(_ request: WebRequest) async -> Result<Answer, Trouble> {
        do {
            let (head, content) = try await Self.client.send(request)
            var body: [UInt8] = []
            for try await part in content {
                guard body.count + part.count <= largest else { return .failure(.tooLarge) }
                body += part
            }
            return .success(Answer(status: head.status, body: body))
        } catch {
            return .failure(.unreachable)
        }
    }
}
