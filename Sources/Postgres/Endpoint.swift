import CPostgres
import Glibc
import Reactor

/// Where a connection goes, in libpq's parameters.
enum Endpoint {
    typealias Parameters = [(String, String)]

    /// Names of hosts are looked up on a thread of their own, because libpq would do it on ours and block every client
    /// of the reactor meanwhile. Nil if none of them can be found.
    static func parameters(of configuration: DatabaseConfiguration) async -> Parameters? {
        if let immediate = immediateParameters(of: configuration) { return immediate }
        guard let names = Hosts(configuration.url) else { return common(configuration) }
        let found = await withUnsafeContinuation { continuation in
            let isStarted = QuietThread.run { continuation.resume(returning: names.lookUp()) }
            if !isStarted { continuation.resume(returning: nil) }
        }
        return found.map { common(configuration) + hosts(configuration.hostOrder.rearranged($0) ?? $0) }
    }

    /// The same where no name has to be looked up; nil if one has.
    static func immediateParameters(of configuration: DatabaseConfiguration) -> Parameters? {
        guard let given = Hosts(configuration.url) else { return common(configuration) }
        guard !given.hasNames else { return nil }
        let order = configuration.hostOrder.rearranged(given.places)
        return common(configuration) + (order.map(hosts) ?? [])
    }

    private static func hosts(_ places: [HostPlace]) -> Parameters {
        [
            ("host", places.map(\.host).joined(separator: ",")),
            ("hostaddr", places.map(\.ipAddress).joined(separator: ",")),
            ("port", places.map(\.port).joined(separator: ",")),
        ]
    }

    private static func common(_ configuration: DatabaseConfiguration) -> Parameters {
        var parameters = [
            // Before the URL, so that it may say otherwise: a peer that vanished is noticed within a minute.
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "20000"), ("fallback_application_name", configuration.applicationName),
            ("dbname", configuration.url), ("client_encoding", "UTF8"),
        ]
        if configuration.takesAnyHost { parameters.append(("target_session_attrs", "any")) }
        return parameters
    }

    static func start(_ parameters: Parameters) -> OpaquePointer? {
        let keywords = parameters.map { CString($0.0) }
        let values = parameters.map { CString($0.1) }
        // Both lists end with a null pointer.
        let handle = withExtendedLifetime((keywords, values)) {
            PQconnectStartParams(
                keywords.map { Optional(UnsafePointer($0.pointer)) } + [nil],
                values.map { Optional(UnsafePointer($0.pointer)) } + [nil], 1)
        }
        // Notices are the server's remarks and may quote values; without this libpq prints them.
        if let handle { PQsetNoticeReceiver(handle, { _, _ in }, nil) }
        return handle
    }
}

/// The hosts of a URL, where it names them and does not say their addresses itself.
struct Hosts: Sendable {
    let hosts: [String]
    let ports: [String]

    init?(_ url: String) {
        // A string that libpq cannot parse is left to it, which says what is wrong with it.
        guard let options = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        let environment = getenv("PGHOST").map { String(cString: $0) }
        guard values["hostaddr"] == nil, getenv("PGHOSTADDR") == nil, let host = values["host"] ?? environment else {
            return nil
        }
        hosts = host.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let port = values["port"] ?? getenv("PGPORT").map { String(cString: $0) } ?? ""
        ports = port.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether there are names among them that libpq would look up.
    var hasNames: Bool { hosts.contains(where: Self.isName) }

    /// All of them, where none has to be looked up.
    var places: [HostPlace] { hosts.indices.map { place(of: $0, at: Self.isPath(hosts[$0]) ? "" : hosts[$0]) } }

    func place(of index: Int, at address: String) -> HostPlace {
        HostPlace(host: hosts[index], ipAddress: address, port: port(of: index))
    }

    static func isPath(_ host: String) -> Bool { host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") }

    /// Neither a socket's folder nor an address.
    static func isName(_ host: String) -> Bool {
        if isPath(host) { return false }
        var address = in6_addr()
        return inet_pton(AF_INET, host, &address) != 1 && inet_pton(AF_INET6, host, &address) != 1
    }

    private func port(of index: Int) -> String {
        if ports.count == 1 { return ports[0] }
        return index < ports.count ? ports[index] : ""
    }
}

extension Hosts {
    /// Every address of every host in their order, beside the name it belongs to, which TLS will want to see.
    /// Nil if there is none.
    fileprivate func lookUp() -> [HostPlace]? {
        var places: [HostPlace] = []
        for (index, host) in hosts.enumerated() {
            let addresses = Self.isName(host) ? Self.addresses(of: host) : [Self.isPath(host) ? "" : host]
            places += addresses.map { place(of: index, at: $0) }
        }
        return places.isEmpty ? nil : places
    }

    private static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var entry = list
        while let info = entry {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(
                info.pointee.ai_addr, info.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
                == 0
            {
                addresses.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
            entry = info.pointee.ai_next
        }
        return addresses
    }
}

/// A C string with an owner.
private final class CString {
    let pointer: UnsafeMutablePointer<CChar>

    init(_ text: String) {
        let bytes = text.utf8CString
        pointer = .allocate(capacity: bytes.count)
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { pointer.initialize(from: base, count: source.count) }
        }
    }

    deinit { pointer.deallocate() }
}
