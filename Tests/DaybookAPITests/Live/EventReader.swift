import DaybookCore
import Glibc
import Synchronization

/// A client of one live stream that sees what really comes. It speaks HTTP/1.0, so that nothing stands between the
/// bytes of the stream.
final class EventReader: Sendable {
    private let descriptor: Int32
    private let buffer = Mutex<[UInt8]>([])
    let head: String

    enum Said: Equatable {
        case revision(Int64, LiveEvent.Changes?)
        case sign
        case retry(Int)

        var revision: Int64? { if case .revision(let revision, _) = self { revision } else { nil } }
        var changes: LiveEvent.Changes? { if case .revision(_, let changes) = self { changes } else { nil } }
    }

    /// Asks and waits for the head of the answer.
    static func open(
        _ port: UInt16, _ token: String?, target: String = "/v1/live", fields: String = ""
    ) async -> EventReader {
        await onThread {
            let descriptor = connected(to: port)
            let bearer = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            let request = Array("GET \(target) HTTP/1.0\r\nHost: test\r\n\(bearer)\(fields)\r\n".utf8)
            _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
            var bytes: [UInt8] = []
            while true {
                if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                    return EventReader(descriptor, head, Array(bytes[end.upperBound...]))
                }
                guard let more = read(descriptor) else { return EventReader(descriptor, "", []) }
                bytes += more
            }
        }
    }

    private init(_ descriptor: Int32, _ head: String, _ rest: [UInt8]) {
        self.descriptor = descriptor
        self.head = head
        buffer.withLock { $0 = rest }
    }

    deinit { close(descriptor) }

    var status: Int { Int(head.dropFirst(9).prefix(3)) ?? 0 }

    /// The next that is said; nil is the end.
    func next() async -> Said? {
        await onThread { [self] in
            while true {
                let block: [UInt8]? = buffer.withLock { buffer in
                    guard let end = buffer.firstRange(of: [0x0A, 0x0A]) else { return nil }
                    defer { buffer.removeFirst(end.upperBound) }
                    return Array(buffer[..<end.lowerBound])
                }
                if let block { return Self.parse(String(decoding: block, as: UTF8.self)) }
                guard let more = Self.read(descriptor) else { return nil }
                buffer.withLock { $0 += more }
            }
        }
    }

    /// The next that is news.
    func nextRevision() async -> Said? {
        while let said = await next() {
            if said.revision != nil { return said }
        }
        return nil
    }

    private static func parse(_ block: String) -> Said? {
        var fields: [Substring: Substring] = [:]
        for line in block.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            fields[parts[0]] = parts[1].drop { $0 == " " }
        }
        if let data = fields["data"] {
            guard fields["event"] == "revision", let event = try? LiveEvent.read(Array(data.utf8)),
                event.cursor.text == fields["id"].map(String.init)
            else { return nil }
            return .revision(event.cursor.revision, event.changes)
        }
        return fields["retry"].flatMap { Int($0) }.map { .retry($0) } ?? .sign
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func connected(to port: UInt16) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Small, so that a slow reader is one soon.
        var small: Int32 = 4096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &small, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }
}

/// Blocking work on a thread of its own, so that it does not hold one of the few threads that tasks share.
private func onThread<Outcome: Sendable>(_ body: @escaping @Sendable () -> Outcome) async -> Outcome {
    await withCheckedContinuation { continuation in
        let work = Work { continuation.resume(returning: body()) }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { raw in
                guard let raw else { return nil }
                Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(work).toOpaque())
        pthread_detach(thread)
    }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
