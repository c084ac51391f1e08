/// A host and a port to listen on. Port 0 lets the kernel choose.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    public let host: String
    public let port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// `127.0.0.1:8420`, `[::1]:8420`, `localhost:8420`, or `*:8420` for every address of the machine.
    public init?(_ text: some StringProtocol) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("[") {
            guard host.hasSuffix("]") else { return nil }
            host = host.dropFirst().dropLast()
            guard host.contains(":"), IPAddress(String(host)) != nil else { return nil }
        } else if host == "localhost" {
            host = "127.0.0.1"
        } else if host == "*" {
            host = "0.0.0.0"
        } else {
            guard !host.contains(":"), IPAddress(String(host)) != nil else { return nil }
        }
        self.init(host: String(host), port: port)
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
