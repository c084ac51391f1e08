#if canImport(WebClient)
import FoundationEssentials
import WebClient

/// HTTP by the platform's own client: its proxies, its certificates.
public final class HTTPTransport: Transport {
    private let client: WebClient

    /// - Parameter patience: seconds without a byte after which a request is given up. A live stream has its
    ///   heartbeats.
    public init(patience: Double = 40) {
        client = WebClient(patience: Int(patience.rounded(.up))) { Unreachable($0.reason) }
    }

    /// Sends a request and waits for the whole answer.
    public func send(_ call: HTTPCall, to server: URL) async throws -> HTTPAnswer {
        var (answer, body) = try await stream(call, from: server)
        for try await part in body { answer.body += part }
        return answer
    }

    /// Sends a request and brings the answer as it comes.
    public func stream(
        _ call: HTTPCall, from server: URL
    ) async throws -> (head: HTTPAnswer, body: AsyncThrowingStream<[UInt8], any Error>) {
        let request = WebRequest(
            call.method, try call.address(at: server.withNameOfDNS()).absoluteString,
            fields: call.fields.map { (name: $0.key, value: $0.value) }, body: call.body)
        let (head, content) = try await client.send(request)
        return (HTTPAnswer(status: head.status, fields: head.fields), content)
    }
}
extension URL {
    /// With its host's name as DNS has it.
    fileprivate func withNameOfDNS() throws(Unreachable) -> URL {
        guard let name = host(percentEncoded: false) else { return self }
        guard let ascii = HostName.ascii(name) else { throw Unreachable("\(name) is no name of a server") }
        if ascii == name { return self }
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: false)
        parts?.percentEncodedHost = ascii
        return parts?.url ?? self
    }
}
#endif
