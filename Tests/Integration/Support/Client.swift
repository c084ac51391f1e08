import Foundation
import Synchronization
import TestWire
import Testing

/// An HTTP client of one connection that shows what really came; its calls run on threads of their own.
final class Client: Sendable {
    private let wire: Wire

    struct Answer: Sendable, Equatable {
        let status: Int
        let head: String
        let body: String

        /// Null where the body is no JSON.
        var json: JSON { JSON(body) }
        /// The stable code of a problem.
        var code: String? { json["code"].text }
        var statusAndCode: String { "\(status) \(code ?? "")" }

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Nil where nobody listens.
    init?(_ port: UInt16, receiveBuffer: Int32? = nil) {
        guard let wire = try? Wire(port: port, receiveBuffer: receiveBuffer) else { return nil }
        self.wire = wire
    }

    /// All of it, unless the other side ends first.
    func send(_ text: String) { try? wire.send(text) }
    func send(_ data: Data) { try? wire.send(Array(data)) }

    /// Sends no more, and still reads.
    func finishSending() { wire.finishSending() }

    /// One answer; nil where the connection ended first.
    func receive() async -> Answer? {
        let answer = try? await onThread { [wire] in try wire.receiveAnswer() }
        return answer.map { Answer(status: $0.status, head: $0.head, body: $0.text) }
    }

    /// What has come when the other side closes or this is enough; nil where nothing has.
    func bytes(until isEnough: @escaping @Sendable (String) -> Bool) async -> String? {
        await onThread { [wire] in
            var bytes: [UInt8] = []
            while true {
                let more = (try? wire.receive()) ?? []
                bytes += more
                let text = String(decoding: bytes, as: UTF8.self)
                guard !more.isEmpty, !isEnough(text) else { return text.isEmpty ? nil : text }
            }
        }
    }

    /// A short answer, waited for on the calling thread.
    func receiveSome() -> Bool { (try? wire.receive())?.isEmpty == false }

    /// The status of an answer that is read to its end and thrown away, however long it is; nil where none came.
    func receiveStatus() async -> Int? {
        await onThread { [wire] in
            var status: Int?
            while let more = try? wire.receive(atMost: 1 << 18), !more.isEmpty {
                if status == nil { status = Int(String(decoding: more[9..<12], as: UTF8.self)) }
            }
            return status
        }
    }

    /// A whole request on a connection of its own.
    static func get(_ path: String, _ port: UInt16, fields: String = "") async -> Answer? {
        guard let client = Client(port) else { return nil }
        client.send(requestText("GET", path, fields: fields))
        return await client.receive()
    }
}

/// A port that nobody uses, and nobody gets by chance before it is used: it lies below those that the kernel gives to
/// whoever names none, and no other test is given it.
func freePort() -> UInt16? {
    for _ in 0..<100 {
        let port = UInt16.random(in: 20_000..<32_000)
        guard givenPorts.withLock({ $0.insert(port).inserted }), isFree(port) else { continue }
        return port
    }
    return nil
}

private let givenPorts = Mutex<Set<UInt16>>([])

private func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
