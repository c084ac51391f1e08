import Addresses
import CCurl
import Glibc

/// Where one request may connect to, and whether it was kept from all that it tried.
struct WebDoor {
    let reach: WebReach
    let isSecure: Bool
    private(set) var hasOpened = false
    private(set) var hasRefused = false

    var keptOut: Bool { hasRefused && !hasOpened }

    mutating func opens(to address: IPAddress?) -> Bool {
        let opens = address.map { reach.allows($0, isSecure: isSecure) } ?? false
        if opens { hasOpened = true } else { hasRefused = true }
        return opens
    }
}

extension WebExchange {
    /// Asks the door for each connection, with the address that is connected to.
    func keepTheDoor() {
        set(CURLOPT_PROXY, "")
        ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        ccurl_set_opener(easy) { context, _, wanted in
            guard let exchange = WebExchange.of(context), let wanted else { return -1 }
            let address = WebExchange.address(wanted)
            guard exchange.door.opens(to: address) else { return -1 }
            return socket(
                wanted.pointee.family, wanted.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), wanted.pointee.protocol)
        }
    }

    private static func address(_ wanted: UnsafeMutablePointer<curl_sockaddr>) -> IPAddress? {
        var storage = sockaddr_storage()
        let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
        // The address is the last member, and longer than it is declared where it is one of IPv6.
        let count = min(Int(wanted.pointee.addrlen), MemoryLayout<sockaddr_storage>.size)
        memcpy(&storage, UnsafeRawPointer(wanted) + place, count)
        return SocketAddress(storage)?.address
    }
}
