/// One server-sent event.
struct ServerEvent: Hashable, Sendable {
    var name = "message"
    var data = ""
    var id: String?
}

/// Server-sent events out of bytes that come in pieces (the HTML standard's `text/event-stream`).
struct EventStream {
    private var line: [UInt8] = []
    private var endedWithReturn = false
    private var event = ServerEvent()
    private var lines: [String] = []
    /// What a reconnection names.
    private(set) var lastID: String?
    /// How long the server wants clients to wait before they come again, in milliseconds.
    private(set) var retry: Int64?

    /// A line longer than this is no event of ours.
    static let longestLine = 1 << 20

    init(lastID: String? = nil) { self.lastID = lastID }

    mutating func read(_ bytes: [UInt8]) -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in bytes {
            if byte == 0x0A, endedWithReturn {
                endedWithReturn = false
                continue
            }
            endedWithReturn = byte == 0x0D
            guard byte == 0x0A || byte == 0x0D else {
                if line.count < Self.longestLine { line.append(byte) }
                continue
            }
            if let event = endLine() { events.append(event) }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    private mutating func endLine() -> ServerEvent? {
        guard !line.isEmpty else {
            defer {
                event = ServerEvent()
                lines = []
            }
            guard !lines.isEmpty else { return nil }
            event.data = lines.joined(separator: "\n")
            event.id = lastID
            return event
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        if colon == 0 { return nil }
        let name = String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self)
        var value = line[(colon.map { $0 + 1 } ?? line.endIndex)...]
        if value.first == 0x20 { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "event": event.name = text
        case "data": lines.append(text)
        case "id": if !text.utf8.contains(0) { lastID = text }
        case "retry": retry = Int64(text) ?? retry
        default: break
        }
        return nil
    }
}
