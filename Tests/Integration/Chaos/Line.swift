import Foundation

/// A client's connection, used for one request after the other until something goes wrong with it. Blocking: whoever
/// uses it has a thread of its own.
final class Line {
    private var descriptor: Int32 = -1
    private var rest: [UInt8] = []

    deinit { hangUp() }

    func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        rest = []
    }

    /// Nil where no whole answer came: the request may have been taken or not.
    func post(_ path: String, _ body: [UInt8], token: String, port: UInt16) -> (status: Int, body: [UInt8])? {
        guard descriptor >= 0 || call(port) else { return nil }
        let head =
            "POST \(path) HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        guard send(Array(head.utf8) + body), let answer = receive() else {
            hangUp()
            return nil
        }
        return answer
    }

    private func call(_ port: UInt16) -> Bool {
        descriptor = Line.connected(to: port) ?? -1
        return descriptor >= 0
    }

    static func connected(to port: UInt16, patience: Int = 10, receiveBuffer: Int32? = nil) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var now: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &now, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private func send(_ bytes: [UInt8]) -> Bool { Line.send(bytes[...], to: descriptor) }

    static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var left = bytes
        while !left.isEmpty {
            let sent = left.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return false }
            left = left.dropFirst(sent)
        }
        return true
    }

    private func receive() -> (status: Int, body: [UInt8])? {
        var bytes = rest
        rest = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        var head: (status: Int, length: Int, end: Int)?
        while true {
            if head == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let text = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
                // Whole answers of this server have a length; a proxy that cuts leaves half of one.
                guard let length = text.firstMatch(of: /content-length: (\d+)/).flatMap({ Int($0.1) }) else {
                    return nil
                }
                head = (Int(text.dropFirst(9).prefix(3)) ?? 0, length, end.upperBound)
            }
            if let head, bytes.count >= head.end + head.length {
                rest = Array(bytes[(head.end + head.length)...])
                return (head.status, Array(bytes[head.end..<head.end + head.length]))
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }
}
