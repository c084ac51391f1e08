#if canImport(Darwin)
import DaybookCore
import Foundation

/// HTTP by the platform's own client: its proxies, its certificates.
public final class HTTPTransport: Transport {
    private let session: URLSession
    private let tasks: RunningRequests

    /// - Parameter patience: seconds without a byte after which a request is given up. A live stream has its
    ///   heartbeats.
    public init(patience: Double = 40) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = patience
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpMaximumConnectionsPerHost = 4
        tasks = RunningRequests()
        session = URLSession(configuration: configuration, delegate: tasks, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

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
        let url = try call.address(at: server)
        var request = URLRequest(url: url)
        request.httpMethod = call.method
        for (name, value) in call.fields { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = call.body.map { Data($0) }
        let task = session.dataTask(with: request)
        let (body, bytes) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        bytes.onTermination = { _ in task.cancel() }
        return try await withTaskCancellationHandler {
            let head = try await withCheckedThrowingContinuation { head in
                tasks.expect(task, Exchange(head: head, body: bytes))
                task.resume()
            }
            return (head, body)
        } onCancel: {
            task.cancel()
        }
    }
}

/// One request that is under way.
private struct Exchange: Sendable {
    /// Nil when the head has come.
    var head: CheckedContinuation<HTTPAnswer, any Error>?
    let body: AsyncThrowingStream<[UInt8], any Error>.Continuation
}

/// Brings what the session says of its tasks to whoever waits for them.
private final class RunningRequests: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Locked<[Int: Exchange]>([:])

    func expect(_ task: URLSessionTask, _ exchange: Exchange) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let waiting = exchanges.withLock { exchanges in
            let head = exchanges[dataTask.taskIdentifier]?.head
            exchanges[dataTask.taskIdentifier]?.head = nil
            return head
        }
        var answer = HTTPAnswer(status: 0)
        if let response = response as? HTTPURLResponse {
            answer.status = response.statusCode
            for (name, value) in response.allHeaderFields {
                if let name = name as? String, let value = value as? String { answer.fields[name.lowercased()] = value }
            }
        }
        waiting?.resume(returning: answer)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let body = exchanges.withLock { $0[dataTask.taskIdentifier]?.body }
        body?.yield([UInt8](data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        if let error {
            let failure = Unreachable(error.localizedDescription)
            exchange?.head?.resume(throwing: failure)
            exchange?.body.finish(throwing: failure)
        } else {
            exchange?.head?.resume(throwing: Unreachable("the connection ended without an answer"))
            exchange?.body.finish()
        }
    }

    /// A token is for one server: an answer that points elsewhere is an answer, not an order.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
#endif
