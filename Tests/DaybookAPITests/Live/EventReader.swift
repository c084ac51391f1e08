import DaybookCore
import Synchronization
import TestWire

/// A client of one live stream that sees what really comes. It speaks HTTP/1.0, so that nothing stands between the
/// bytes of the stream.
final class EventReader: Sendable {
    private let wire: Wire?
    private let buffer = Mutex<[UInt8]>([])
    let head: String

    enum Said: Equatable {
        case revision(Int64, LiveEvent.Changes?)
        case sign
        case retry(Int)
        /// So many proposals wait.
        case proposals(Int)

        var revision: Int64? { if case .revision(let revision, _) = self { revision } else { nil } }
        var changes: LiveEvent.Changes? { if case .revision(_, let changes) = self { changes } else { nil } }
    }

    /// Asks and waits for the head of the answer.
    static func open(
        _ port: UInt16, _ token: String?, target: String = "/v1/live", fields: String = ""
    ) async -> EventReader {
        await onThread {
            let bearer = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            // Small, so that a slow reader is one soon.
            let wire = try? Wire(port: port, receiveBuffer: 4096)
            try? wire?.send("GET \(target) HTTP/1.0\r\nHost: test\r\n\(bearer)\(fields)\r\n")
            return EventReader(wire, (try? wire?.receiveHead()) ?? "")
        }
    }

    private init(_ wire: Wire?, _ head: String) {
        self.wire = wire
        self.head = head
    }

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
                guard let more = try? wire?.receive(), !more.isEmpty else { return nil }
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

    /// The next that is said of proposals.
    func nextProposals() async -> Int? {
        while let said = await next() {
            if case .proposals(let count) = said { return count }
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
            if fields["event"] == "proposals" {
                guard case .integer(let count)? = (try? JSONValue(json: Array(data.utf8)))?["waiting"] else {
                    return nil
                }
                return .proposals(Int(count))
            }
            guard fields["event"] == "revision", let event = try? LiveEvent.read(Array(data.utf8)),
                event.cursor.text == fields["id"].map(String.init)
            else { return nil }
            return .revision(event.cursor.revision, event.changes)
        }
        return fields["retry"].flatMap { Int($0) }.map { .retry($0) } ?? .sign
    }
}
