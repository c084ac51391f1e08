#if canImport(FoundationEssentials)
import struct FoundationEssentials.URL
#else
import struct Foundation.URL
#endif

/// The way to the server: how bytes get there, and the token that opens it.
struct Session: Sendable {
    let transport: any Transport
    let tokenFile: TokenFile

    init(folder: URL, transport: any Transport) {
        self.transport = transport
        tokenFile = TokenFile(folder: folder)
    }

    /// Nil where there is no address, or no token for it.
    func server(at address: String?) -> Server? {
        guard let address = address.flatMap({ URL(string: $0) }), let token = tokenFile.read() else { return nil }
        return Server(address: address, token: token, transport: transport)
    }

    /// A server as somebody without a token may ask it.
    func door(at address: URL, token: String? = nil) -> Server {
        Server(address: address, token: token, transport: transport)
    }
}
