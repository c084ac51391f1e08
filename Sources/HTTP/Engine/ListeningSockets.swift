import CLinux
import Glibc
import Reactor

/// Opens the sockets to listen on: one per address and reactor.
enum ListeningSockets {
    /// The sockets of each reactor, and the port.
    static func open(
        host: String, port: UInt16, backlog: Int, reactors: Int
    ) throws(HTTPServerError) -> (sockets: [[Int32]], port: UInt16) {
        var addresses = try resolve(host, port)
        let name = "\(host.isEmpty ? "*" : host):\(port)"
        var opened: [[Int32]] = Array(repeating: [], count: reactors)
        func closeAll() {
            for descriptor in opened.joined() { close(descriptor) }
        }
        var chosen = port
        for index in addresses.indices {
            if port == 0 { addresses[index].setPort(chosen) }
            do throws(HTTPServerError) {
                if chosen != 0 { try checkFree(addresses[index], name) }
                for reactor in 0..<reactors {
                    let descriptor = try listen(addresses[index], backlog: backlog, name)
                    opened[reactor].append(descriptor)
                    if chosen == 0 {
                        chosen = Address.bound(descriptor)
                        addresses[index].setPort(chosen)
                    }
                }
            } catch {
                closeAll()
                throw error
            }
        }
        return (opened, chosen)
    }

    private static func resolve(_ host: String, _ port: UInt16) throws(HTTPServerError) -> [Address] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let everywhere = host.isEmpty || host == "*"
        guard getaddrinfo(everywhere ? nil : host, String(port), &hints, &list) == 0 else { throw .unknownHost(host) }
        defer { freeaddrinfo(list) }
        var found: [Address] = []
        var next = list
        while let info = next?.pointee {
            if let raw = info.ai_addr { found.append(Address(raw, info.ai_addrlen, family: info.ai_family)) }
            next = info.ai_next
        }
        found = found.filter { $0.isSupported }
        guard !found.isEmpty else { throw .unknownHost(host) }
        return found
    }

    /// SO_REUSEPORT would let a second server of the same user share the port unnoticed, so a socket without it has to
    /// fit there first.
    private static func checkFree(_ address: Address, _ name: String) throws(HTTPServerError) {
        let probe = try newSocket(address, name)
        defer { close(probe) }
        guard address.bind(probe) else { throw failure(name, "bind") }
    }

    private static func listen(_ address: Address, backlog: Int, _ name: String) throws(HTTPServerError) -> Int32 {
        let descriptor = try newSocket(address, name)
        setOption(descriptor, SOL_SOCKET, SO_REUSEPORT, 1)
        // Accepted sockets inherit these: small answers leave at once, and a client that vanished is noticed in time.
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        setOption(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 20)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
        guard address.bind(descriptor), Glibc.listen(descriptor, Int32(clamping: backlog)) == 0 else {
            let failure = failure(name, "bind")
            close(descriptor)
            throw failure
        }
        return descriptor
    }

    private static func newSocket(_ address: Address, _ name: String) throws(HTTPServerError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw failure(name, "socket") }
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        // IPv4 has sockets of its own.
        if address.family == AF_INET6 { setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
        return descriptor
    }

    private static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func failure(_ name: String, _ call: String) -> HTTPServerError {
        let error = SystemError(call)
        return switch error.code {
        case EADDRINUSE: .addressInUse(name)
        case EACCES, EPERM: .notPermitted(name)
        default: .cannotListen(name, error)
        }
    }
}

/// A socket address as the kernel takes it.
private struct Address {
    private var storage = sockaddr_storage()
    private let length: socklen_t
    let family: Int32

    init(_ raw: UnsafeMutablePointer<sockaddr>, _ length: socklen_t, family: Int32) {
        self.length = length
        self.family = family
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: min($0.count, Int(length))))
        }
    }

    /// A machine without IPv6 still resolves to addresses of it.
    var isSupported: Bool {
        guard family == AF_INET || family == AF_INET6 else { return false }
        let probe = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return false }
        close(probe)
        return true
    }

    mutating func setPort(_ port: UInt16) {
        // At the same place in both families.
        withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self) }
    }

    func bind(_ descriptor: Int32) -> Bool {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.bind(descriptor, $0, length) == 0 }
        }
    }

    static func bound(_ descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return SocketAddress(storage)?.port ?? 0
    }
}
