import Glibc
import HTTP

/// Writes one event as one line of JSON or of text.
struct LogLine {
    enum Style: Sendable {
        case json
        case text(colours: Bool)
    }

    private(set) var bytes: [UInt8] = []
    private let style: Style

    init(_ event: StaticString, _ level: LogLevel, _ fields: [LogField], at time: WallTime, style: Style) {
        self.style = style
        bytes.reserveCapacity(256)
        switch style {
        case .json:
            put("{\"time\":\"")
            time.put(into: &bytes)
            put("\",\"level\":")
            putText(level.rawValue)
            put(",\"event\":")
            putQuoted(event)
            for field in fields {
                put(",\"")
                put(field.key)
                put("\":")
                put(field)
            }
            put("}\n")
        case .text(let colours):
            time.put(into: &bytes)
            put(" ")
            if colours { put(level.colour) }
            putText(level.rawValue)
            if colours { put("\u{1B}[0m") }
            for _ in level.rawValue.utf8.count...7 { put(" ") }
            put(event)
            for field in fields {
                put("  ")
                put(field.key)
                put("=")
                put(field)
            }
            put("\n")
        }
    }

    private mutating func put(_ field: LogField) {
        switch field {
        case .address(let address): putText(address.description)
        case .attempt(let number), .bytes(let number), .connections(let number), .count(let number),
            .migration(let number), .postgres(let number), .reactor(let number), .reactors(let number),
            .status(let number):
            putText("\(number)", quoted: false)
        case .process(let number), .signal(let number): putText("\(number)", quoted: false)
        case .duration(let duration): putMilliseconds(duration)
        case .error(let type): putText("\(type)")
        case .method(let method): putText(method.text)
        case .reason(let text), .version(let text): putQuoted(text)
        case .route(let route): putText(route.pattern)
        case .request(let id): putText(id.description)
        case .sqlState(let state): putText(String(decoding: state.code, as: UTF8.self))
        case .systemError(let code): putText(String(cString: strerror(code)))
        }
    }

    /// Milliseconds with three places.
    private mutating func putMilliseconds(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
        let fraction = "\(1000 + abs(microseconds) % 1000)".dropFirst()
        putText("\(microseconds / 1000).\(fraction)", quoted: false)
    }

    private mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func putQuoted(_ text: StaticString) { putText(text.description, isEvent: true) }

    /// The text as a JSON string, or as it is in the style for people, quoted there only if it holds a space.
    private mutating func putText(_ text: String, quoted: Bool = true, isEvent: Bool = false) {
        var quotes = quoted
        if case .text = style { quotes = quoted && text.utf8.contains(0x20) }
        if quotes { put("\"") }
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0..<0x20, 0x7F: put(" ")
            default: bytes.append(byte)
            }
        }
        if quotes { put("\"") }
    }
}

extension LogLevel {
    fileprivate var colour: StaticString {
        switch self {
        case .debug: "\u{1B}[2m"
        case .info: "\u{1B}[32m"
        case .warning: "\u{1B}[33m"
        case .error: "\u{1B}[31m"
        }
    }
}

extension LogField {
    /// Durations carry their unit in the key, since a bare number would not say it.
    var key: StaticString {
        switch self {
        case .address: "address"
        case .attempt: "attempt"
        case .bytes: "bytes"
        case .connections: "connections"
        case .count: "count"
        case .duration: "durationMs"
        case .error: "error"
        case .method: "method"
        case .migration: "migration"
        case .postgres: "postgres"
        case .process: "process"
        case .reactor: "reactor"
        case .reactors: "reactors"
        case .reason: "reason"
        case .request: "request"
        case .route: "route"
        case .signal: "signal"
        case .sqlState: "sqlState"
        case .status: "status"
        case .systemError: "systemError"
        case .version: "version"
        }
    }
}
