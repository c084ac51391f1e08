import HTTPParser

/// How the server listens and how much it takes from a client.
public struct HTTPConfiguration: Sendable {
    /// A name or a numeric address; IPv6 without brackets. Empty listens on every address.
    public var host: String
    /// 0 lets the system choose; ``HTTPServer/port`` tells.
    public var port: UInt16
    /// Connections the kernel keeps for us until we accept them.
    public var backlog = 4_096

    public var headLimits = HeadLimits()
    /// The longest body at all; a handler may set itself a lower limit.
    public var maximumBody = 256 << 20
    /// The longest body ``RequestBody/collect()`` collects.
    public var collectedBody = 1 << 20
    /// Unread body that is read and dropped after the answer to keep the connection; with more, the connection ends.
    public var drainedBody = 64 << 10

    public var maximumConnections = 16_384
    /// The limit for one client address; nil for no limit, as behind a proxy, whose address all clients share. With
    /// IPv6 a /64 counts as one address: one machine can use as many addresses within it as it likes.
    public var maximumConnectionsPerAddress: Int?
    /// Whether this machine's own loopback addresses may have as many as they like: where a proxy runs beside the
    /// server, all its clients come from there.
    public var sparesLoopback = false

    /// From connecting (or from the first byte of a later request) to the end of the head; includes TLS.
    public var headTime: Duration = .seconds(10)
    /// Between an answer and the next request.
    public var idleTime: Duration = .seconds(75)
    /// How slowly a body may come, while it is waited for.
    public var bodyPace = Pace(allowance: .seconds(20), bytesPerSecond: 500, atMost: .seconds(900))
    /// How slowly an answer may be taken, while it waits.
    public var answerPace = Pace(allowance: .seconds(20), bytesPerSecond: 500, atMost: .seconds(900))
    /// A client that has closed its sending side may be waiting for its answer or gone; one cannot tell. For so long it
    /// is taken to wait, then the handler is cancelled.
    public var halfCloseGrace: Duration = .seconds(1)
    /// How long input after the last answer is read and dropped, since closing with unread bytes would reset the
    /// connection and could destroy the answer before the client reads it.
    public var lingerTime: Duration = .seconds(2)

    /// When the server is drained, one who has only just connected may still send its first request for so long.
    public var firstRequestGrace: Duration = .seconds(1)

    /// Fields of every answer, including those that the engine itself gives. No handler sets these.
    public var standingFields = ResponseFields()

    /// The memory for clients that are slower than the server; servers that are given the same value share it. Without
    /// one, a server has its own.
    public var held: HeldMemory?
    static let usualHeldMemory = 32 << 20

    /// Expects every connection to begin with a PROXY protocol header, version 1 or 2.
    public var proxyProtocol = false
    public var tls: TLSFiles?
    /// The address where it was taken before, with the certificate that was read then.
    public var door: HTTPDoor?

    public init(host: String = "127.0.0.1", port: UInt16 = 8420) {
        self.host = host
        self.port = port
    }
}

/// The least speed at which a client must keep a transfer going: it has the allowance from the beginning, every byte
/// buys it time at the rate, and there is an end to it all.
public struct Pace: Sendable, Hashable {
    public var allowance: Duration
    public var bytesPerSecond: Int
    public var atMost: Duration

    public init(allowance: Duration, bytesPerSecond: Int, atMost: Duration) {
        self.allowance = allowance
        self.bytesPerSecond = max(1, bytesPerSecond)
        self.atMost = atMost
    }

    /// How long a transfer of so many bytes may have been waited for.
    public func patience(after bytes: Int) -> Duration {
        let seconds = bytes / bytesPerSecond
        // Years of patience would overflow; nobody has them.
        if seconds > 1_000_000 { return atMost }
        return min(atMost, allowance + .seconds(seconds))
    }
}
