import Reactor

/// What the service needs of an HTTP engine. ``HTTPServer`` is ours; another engine implements this and
/// makes its ``Request``s from ``RequestBodySource``s, and nothing else changes.
public protocol HTTPEngine: Sendable {
    /// Takes the address, unless it has already; throws if it cannot. Clients may connect from then on, and wait.
    func bind() throws(HTTPServerError)
    /// Begins to answer, taking the address where that was not done before.
    func start() throws(HTTPServerError)
    /// The port listened on, once bound.
    var port: UInt16 { get }
    /// Stops accepting, lets requests in flight finish until the deadline and cuts the rest. Returns how many
    /// connections were cut.
    @discardableResult
    func drain(deadline: Duration) async -> Int
    /// Reads certificate and key again, for connections from now on. If they cannot be used the old ones stay.
    func reloadTLS() throws(HTTPServerError)
    /// The counts so far.
    var statistics: HTTPStatistics { get }
}

public enum HTTPServerError: Error, Equatable {
    /// The host name means no address.
    case unknownHost(String)
    /// Somebody listens there already.
    case addressInUse(String)
    /// This process may not listen there (a port below 1024, usually).
    case notPermitted(String)
    case cannotListen(String, SystemError)
    /// Certificate or key cannot be read or do not belong together; the text is OpenSSL's.
    case tls(String)

    /// What `read` returns; where certificate or key cannot be used, its error is the server's.
    static func reading<Result>(_ read: () throws(TLSError) -> Result) throws(HTTPServerError) -> Result {
        do throws(TLSError) { return try read() } catch { throw .tls(error.reason) }
    }
}

/// Figures since the start. The gauges are of this moment.
public struct HTTPStatistics: Sendable, Equatable {
    public var openConnections = 0
    public var acceptedConnections: UInt64 = 0
    public var refusedConnections: UInt64 = 0
    public var requests: UInt64 = 0
    public var requestsInFlight = 0
    /// Memory that clients cost by being slower than the server. Servers may share it, so a sum does not say it.
    public var heldBytes = 0
    public var bytesRead: UInt64 = 0
    public var bytesWritten: UInt64 = 0
    /// Heads or chunked bodies that were refused.
    public var refusedMessages: UInt64 = 0
    /// Connections closed because the client was too slow.
    public var timeouts: UInt64 = 0

    public init() {}

    public static func + (left: HTTPStatistics, right: HTTPStatistics) -> HTTPStatistics {
        var sum = left
        sum.openConnections += right.openConnections
        sum.acceptedConnections += right.acceptedConnections
        sum.refusedConnections += right.refusedConnections
        sum.requests += right.requests
        sum.requestsInFlight += right.requestsInFlight
        sum.bytesRead += right.bytesRead
        sum.bytesWritten += right.bytesWritten
        sum.refusedMessages += right.refusedMessages
        sum.timeouts += right.timeouts
        return sum
    }
}
