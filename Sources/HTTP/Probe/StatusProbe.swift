import CLinux
import Glibc

/// Asks a server for one status and nothing else, blocking: for diagnosis by a command, never from a reactor.
public enum StatusProbe {
    public enum Answer: Sendable, Equatable {
        case status(Int)
        /// Somebody listens, but what came back is not HTTP (it may be TLS).
        case notHTTP
        case nobody
    }

    public static func get(_ path: String, host: String, port: UInt16, seconds: Int = 2) -> Answer {
        // An address to listen on everywhere is no address to connect to.
        let host = host == "0.0.0.0" || host.isEmpty ? "127.0.0.1" : host == "::" ? "::1" : host
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let address = list?.pointee else { return .nobody }
        defer { freeaddrinfo(list) }
        let descriptor = socket(address.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return .nobody }
        defer { close(descriptor) }
        // Bounds connect as well as the waits for the answer.
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else { return .nobody }

        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: \(host.contains(":") ? "[\(host)]" : host)\r\nConnection: close\r\n\r\n".utf8
        )
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return .notHTTP }
        var line: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 64)
        while line.count < 12 {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return .notHTTP }
            line += bytes[..<count]
        }
        let text = String(decoding: line, as: UTF8.self)
        guard text.hasPrefix("HTTP/1."), let status = Int(text.dropFirst(9).prefix(3)) else { return .notHTTP }
        return .status(status)
    }
}
