import Foundation
import Testing

/// A blocking HTTP client of one connection that shows what really came; its calls run on threads of their own.
final class Client: Sendable {
    private let descriptor: Int32

    struct Answer: Sendable, Equatable {
        let status: Int
        let head: String
        let body: String
    }

    /// Nil where nobody listens.
    init?(_ port: UInt16, receiveBuffer: Int32? = nil) {
        guard let descriptor = Line.connected(to: port, patience: 60, receiveBuffer: receiveBuffer) else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Data(text.utf8)) }

    /// All of it, unless the other side ends first.
    func send(_ data: Data) { _ = Line.send(Array(data)[...], to: descriptor) }

    /// Sends no more, and still reads.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// One answer with a content-length; nil where the connection ended first.
    func receive() async -> Answer? {
        let descriptor = descriptor
        return await onThread {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let text = String(decoding: bytes, as: UTF8.self)
                if let end = text.range(of: "\r\n\r\n") {
                    let head = String(text[..<end.lowerBound])
                    let length = head.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
                    let body = text[end.upperBound...]
                    if body.utf8.count >= length {
                        let status = Int(head.dropFirst(9).prefix(3)) ?? 0
                        return Answer(status: status, head: head, body: String(body))
                    }
                }
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                bytes += buffer[..<count]
            }
        }
    }

    /// What has come when the other side closes or this is enough; nil where nothing has.
    func bytes(until isEnough: @escaping @Sendable (String) -> Bool) async -> String? {
        let descriptor = descriptor
        return await onThread {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count > 0 { bytes += buffer[..<count] }
                let text = String(decoding: bytes, as: UTF8.self)
                guard count > 0, !isEnough(text) else { return text.isEmpty ? nil : text }
            }
        }
    }

    /// A short answer, waited for on the calling thread.
    func receiveSome() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        return recv(descriptor, &buffer, buffer.count, 0) > 0
    }

    /// The status of an answer that is read to its end and thrown away, however long it is; nil where none came.
    func receiveStatus() async -> Int? {
        let descriptor = descriptor
        return await onThread {
            var status: Int?
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return status }
                if status == nil { status = Int(String(decoding: buffer[9..<12], as: UTF8.self)) }
            }
        }
    }

    /// A whole request on a connection of its own.
    static func get(_ path: String, _ port: UInt16, fields: String = "") async -> Answer? {
        guard let client = Client(port) else { return nil }
        client.send("GET \(path) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\(fields)\r\n")
        return await client.receive()
    }
}

/// Blocking work on a thread of its own, so that it does not hold one of the few threads that tasks share.
func onThread<Outcome: Sendable>(_ body: @escaping @Sendable () -> Outcome) async -> Outcome {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

/// Waits for what is bound to happen.
func eventually(_ condition: @Sendable () async -> Bool) async {
    let patience = ContinuousClock.now + .seconds(120)
    while await !condition() {
        // Far beyond any wait that is due, and a failure that says where instead of a run without an end.
        guard ContinuousClock.now < patience else { return _ = Issue.record("what was waited for did not come") }
        try? await Task.sleep(for: .milliseconds(20))
    }
}

/// A port nobody listens on at the moment.
func freePort() -> UInt16? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
        }
    }
    return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
}
