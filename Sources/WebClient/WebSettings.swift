import Addresses

/// What a client does with all of its requests.
public struct WebSettings: Sendable {
    /// Seconds without a byte after which a request is given up.
    public var patience: Int
    /// Seconds that a request may take in all, from when it is its turn; and that it waits for its turn.
    public var time: Int?
    public var connectionsPerHost: Int
    /// Requests under way at once, the others wait for their turn. Those to one host go as many at once as there may
    /// be connections to it, and where it speaks HTTP/2 as many as ``streamsPerHost``.
    public var requestsAtOnce: Int?
    public var streamsPerHost = 100
    /// Bytes of an answer, head and content.
    public var largestAnswer: Int?
    public var reach: WebReach = .anywhere
    /// A file of certificates that are trusted instead of the system's.
    public var trust: String?

    public init(patience: Int = 40, connectionsPerHost: Int = 4) {
        self.patience = patience
        self.connectionsPerHost = connectionsPerHost
    }

    /// Bounded in time, in number and in what is read of an answer: for many messages to servers that whoever runs
    /// this one has named.
    public static var bounded: WebSettings {
        var settings = WebSettings(patience: 10, connectionsPerHost: 8)
        settings.time = 20
        settings.requestsAtOnce = 512
        settings.largestAnswer = 64 << 10
        return settings
    }

    /// For requests to addresses that users gave: bounded, and only to where ``WebReach/public(besides:)`` lets them.
    ///
    /// - Parameter networks: what the operator allows besides, such as a network of the house.
    public static func outbound(besides networks: [Network] = []) -> WebSettings {
        var settings = bounded
        settings.reach = .public(besides: networks)
        return settings
    }
}

/// Where a client's requests may go. It is asked for each connection with the address that is connected to, so neither
/// a name that resolves to something else the next time nor another spelling of an address gets past it.
public enum WebReach: Sendable {
    case anywhere
    /// The public internet, over TLS; and these networks, as they like. No proxy is used, whatever the environment
    /// says: behind one it is the proxy that resolves names and connects.
    case `public`(besides: [Network])

    /// Whether it is an address as people write them for this: libcurl would guess what is missing of one.
    func names(_ address: String) -> Bool {
        guard case .public = self else { return true }
        return ["http://", "https://"].contains(where: address.lowercased().hasPrefix)
    }

    func allows(_ address: IPAddress, isSecure: Bool) -> Bool {
        switch self {
        case .anywhere: true
        case .public(let networks): isSecure && address.isPublic || networks.contains { $0.contains(address) }
        }
    }
}
