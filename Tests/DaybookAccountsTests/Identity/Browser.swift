import Foundation
import FoundationNetworking

/// As much of a browser as a test needs.
enum Browser {
    /// Where a page sends whoever opens it.
    static func redirect(of address: String) async throws -> String? {
        guard let url = URL(string: address) else { return nil }
        let stop = Stop()
        let session = URLSession(configuration: .ephemeral, delegate: stop, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let (_, response) = try await session.data(for: URLRequest(url: url))
        return (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "location")
    }

    private final class Stop: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }
}
