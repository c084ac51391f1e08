import DaybookHost
import HTTP
import Reactor
import Synchronization
import WebClient

/// Stands between a calendar program and a server, and writes down what they say to each other: a transcript that can
/// be replayed, without the words of whoever recorded it. Passwords are passed on and written nowhere.
public final class CalDAVRecorder: Sendable {
    private let server: String
    private let transcript: Mutex<Transcript>
    private let write: @Sendable (String) -> Void
    private let web = WebClient()

    /// - Parameters:
    ///   - server: where the requests go, such as `https://daybook.example.org`, without a path.
    ///   - write: is given each exchange as it ends, one after the other.
    public init(to server: String, write: @escaping @Sendable (String) -> Void) {
        self.server = server.hasSuffix("/") ? String(server.dropLast()) : server
        self.write = write
        transcript = Mutex(Transcript())
    }

    /// Listens, and answers until it is told to stop. Returns the address with the port that was taken.
    public func serve(at text: String, _ reactors: ReactorGroup) throws(StartFailure) -> (RunningService, String) {
        guard let address = ListenAddress(text) else {
            throw StartFailure("\(text) is no address and port, such as 127.0.0.1:8425", .usage)
        }
        do {
            let engine = try HTTPServer(
                HTTPConfiguration(host: address.host, port: address.port), reactors: reactors,
                handler: { try await self.answer($0) })
            try engine.start()
            let service = RunningService(stop: { await engine.drain(deadline: .seconds(2)) }, reload: {})
            return (service, "\(ListenAddress(host: address.host, port: engine.port))")
        } catch {
            throw StartFailure("cannot listen on \(address): \(error)", .unavailable)
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: 4 << 20)
        let target = request.path + (request.query.map { "?\($0)" } ?? "")
        var fields: [(name: String, value: String)] = []
        for name in Self.carried {
            if let value = request.fields[name] { fields.append((name, value)) }
        }
        let answer = try await web.ask(
            WebRequest(request.methodText, server + target, fields: fields, body: body.isEmpty ? nil : body))
        note(
            Exchange(
                method: request.methodText, target: target, fields: fields, body: body, status: answer.status,
                tag: answer.fields["etag"], answer: answer.body))
        var told = ResponseFields()
        for (name, value) in answer.fields.sorted(by: { $0.key < $1.key }) where !Self.ofThisHop.contains(name) {
            // Who is led elsewhere would go on past the recorder.
            let isHere = name == "location" && value.hasPrefix(server)
            told.add(name, isHere ? String(value.dropFirst(server.count)) : value)
        }
        return Response(
            Status(UInt16(clamping: answer.status)), fields: told,
            body: answer.body.isEmpty ? .empty : .bytes(answer.body))
    }

    /// One after the other, since a name in the transcript stands for what came first.
    private func note(_ exchange: Exchange) {
        transcript.withLock { write($0.write(exchange)) }
    }

    /// The fields that a calendar program's meaning is in.
    private static let carried = [
        "authorization", "content-type", "depth", "if-match", "if-none-match", "destination", "overwrite", "prefer",
        "brief", "user-agent", "accept", "accept-language",
    ]
    /// What the answer's own way here is framed with.
    private static let ofThisHop: Set<String> = [
        "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer", "date",
        "content-encoding", "vary", "x-request-id",
    ]
}
