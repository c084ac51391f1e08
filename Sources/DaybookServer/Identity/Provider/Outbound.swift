import Foundation
import FoundationNetworking
import Synchronization

/// The server's own requests, to identity providers and nobody else. Bounded in time and size, without cookies, caches or
/// redirects; they run on threads of their own, so that no reactor waits for another machine.
struct Outbound: Sendable {
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

    var time = Duration.seconds(10)
    /// Documents and key sets have a few thousand bytes.
    var largest = 256 << 10

    func get(_ address: String) async throws(Trouble) -> Answer {
        try await send(address) { $0.setValue("application/json", forHTTPHeaderField: "accept") }
    }

    func post(
        _ address: String, form: [(String, String)], authorization: String? = nil
    ) async throws(Trouble) -> Answer {
        try await send(address) { request in
            request.httpMethod = "POST"
            request.httpBody = Data(FormText.encode(form).utf8)
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "content-type")
            request.setValue("application/json", forHTTPHeaderField: "accept")
            request.setValue(authorization, forHTTPHeaderField: "authorization")
        }
    }

    private func send(_ address: String, _ prepare: (inout URLRequest) -> Void) async throws(Trouble) -> Answer {
        guard let url = URL(string: address) else { throw .unreachable }
        var request = URLRequest(url: url)
        prepare(&request)
        let receiver = Receiver(largest: largest)
        let settings = URLSessionConfiguration.ephemeral
        settings.httpCookieStorage = nil
        settings.urlCache = nil
        let session = URLSession(configuration: settings, delegate: receiver, delegateQueue: nil)
        let task = session.dataTask(with: request)
        let deadline = Task.detached { [time] in
            try await Task.sleep(for: time)
            task.cancel()
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                receiver.wait(continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
        deadline.cancel()
        session.finishTasksAndInvalidate()
        return try outcome.get()
    }
}

/// Collects one answer.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var body: [UInt8] = []
        var isTooLarge = false
        var waiter: CheckedContinuation<Result<Outbound.Answer, Outbound.Trouble>, Never>?
    }

    private let state = Mutex(State())
    private let largest: Int

    init(largest: Int) { self.largest = largest }

    func wait(_ waiter: CheckedContinuation<Result<Outbound.Answer, Outbound.Trouble>, Never>) {
        state.withLock { $0.waiter = waiter }
    }

    /// A redirect would lead to an address that nobody has checked.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            state.isTooLarge = state.isTooLarge || state.body.count + data.count > largest
            if !state.isTooLarge { state.body.append(contentsOf: data) }
            return state.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (waiter, body, isTooLarge) = state.withLock { state in
            defer { state.waiter = nil }
            return (state.waiter, state.body, state.isTooLarge)
        }
        if isTooLarge {
            waiter?.resume(returning: .failure(.tooLarge))
        } else if error == nil, let response = task.response as? HTTPURLResponse {
            waiter?.resume(returning: .success(Outbound.Answer(status: response.statusCode, body: body)))
        } else {
            waiter?.resume(returning: .failure(.unreachable))
        }
    }
}
