import Glibc

/// A client that sends exactly the bytes it is told to, over a blocking socket.
public final class Wire: Sendable {
    public let descriptor: Int32

    public struct Broken: Error, CustomStringConvertible {
        public let description: String
        public init(description: String) { self.description = description }
    }

    public struct Answer: Sendable {
        public var status = 0
        public var head = ""
        public var body: [UInt8] = []

        public init() {}

        public var text: String { String(decoding: body, as: UTF8.self) }

        public func field(_ name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts[0].lowercased() == name.lowercased() {
                    return String(parts[1].drop { $0 == " " })
                }
            }
            return nil
        }

        /// The code of a problem.
        public var code: String? {
            let marker = Array("\"code\":\"".utf8)
            guard let start = body.indices.first(where: { body[$0...].starts(with: marker) }) else { return nil }
            return String(decoding: body[(start + marker.count)...].prefix { $0 != 0x22 }, as: UTF8.self)
        }

        public var statusAndCode: String { "\(status) \(code ?? "")" }
    }

    /// Connects to the port on the loopback address.
    public init(
        port: UInt16, from source: String? = nil, patience: Int = 120, receiveBuffer: Int32? = nil
    ) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        if var receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
        // Far beyond what anything here takes: it turns a hang into a failure.
        var timeout = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if let source {
            var own = Self.address(source, 0)
            _ = withUnsafePointer(to: &own) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var address = Self.address("127.0.0.1", port)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // The descriptor is closed with this object, and only then: its number may be somebody else's right after.
        guard status == 0 else { throw Broken(description: "connect: \(String(cString: strerror(errno)))") }
    }

    /// One that a listener took, which is closed with this.
    public init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { Glibc.close(descriptor) }

    private static func address(_ text: String, _ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, text, &address.sin_addr)
        return address
    }

    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    public func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Broken(description: "send: \(String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// Sends zeros until nothing moves any more, or all is sent. Returns how many.
    @discardableResult
    public func sendUntilBlocked(atMost limit: Int) throws -> Int {
        let block = [UInt8](repeating: 0, count: 1 << 16)
        var sent = 0
        var idle = 0
        // Half a second without progress: on a busy machine the other side has had its turns.
        while sent < limit, idle < 100 {
            let count = Glibc.send(
                descriptor, block, min(block.count, limit - sent), Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            if count > 0 {
                sent += count
                idle = 0
            } else {
                guard errno == EAGAIN else { throw Broken(description: "send: \(String(cString: strerror(errno)))") }
                idle += 1
                usleep(5_000)
            }
        }
        return sent
    }

    public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Resets the connection instead of closing it politely.
    public func resetOnClose() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }

    /// At most so many bytes; none at the end.
    public func receive(atMost limit: Int = 65_536) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, limit, 0)
        guard count >= 0 else { throw Broken(description: "recv: \(String(cString: strerror(errno)))") }
        return Array(buffer[..<count])
    }

    public func receiveByte() throws -> UInt8? { try receive(atMost: 1).first }

    public func receive(exactly count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try receive(atMost: min(65_536, count - bytes.count))
            guard !more.isEmpty else { throw Broken(description: "ended after \(bytes.count) of \(count) bytes") }
            bytes += more
        }
        return bytes
    }

    public func receiveToEnd() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = try receive()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// Whether the server has ended the connection, politely or by a reset.
    public func isEnded() -> Bool {
        guard let bytes = try? receive(atMost: 1) else { return true }
        return bytes.isEmpty
    }

    public func receiveHead() throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard let byte = try receiveByte() else {
                throw Broken(description: "ended in the head: \(String(decoding: bytes, as: UTF8.self))")
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    public func receiveChunk() throws -> [UInt8] {
        var line: [UInt8] = []
        while !line.suffix(2).elementsEqual([13, 10]) {
            guard let byte = try receiveByte() else { throw Broken(description: "ended in a chunk's size") }
            line.append(byte)
        }
        guard let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else {
            throw Broken(description: "no chunk size: \(line)")
        }
        let bytes = try receive(exactly: size)
        guard try receive(exactly: 2) == [13, 10] else { throw Broken(description: "no end of chunk") }
        return bytes
    }

    public func receiveAnswer(toHead: Bool = false) throws -> Answer {
        var answer = Answer()
        answer.head = try receiveHead()
        answer.status = Int(answer.head.split(separator: " ")[1]) ?? 0
        if toHead || answer.status == 204 || answer.status == 304 || answer.status == 100 { return answer }
        if let length = answer.field("content-length") {
            answer.body = try receive(exactly: Int(length) ?? 0)
        } else if answer.field("transfer-encoding") == "chunked" {
            while true {
                let chunk = try receiveChunk()
                if chunk.isEmpty { break }
                answer.body += chunk
            }
        } else {
            answer.body = try receiveToEnd()
        }
        return answer
    }

    /// One request, one answer.
    public func ask(_ request: String) throws -> Answer {
        try send(request)
        return try receiveAnswer()
    }
}
