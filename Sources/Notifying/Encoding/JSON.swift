/// As much of JSON as messages are made of, to be written.
enum JSON {
    case text(String)
    case number(Int)
    case yes
    case list([JSON])
    case object([(String, JSON)])

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): Self.write(text, to: &bytes)
        case .number(let number): bytes += "\(number)".utf8
        case .yes: bytes += "true".utf8
        case .list(let list): Self.write(list, "[]", to: &bytes) { $0.write(to: &$1) }
        case .object(let members):
            Self.write(members, "{}", to: &bytes) { member, bytes in
                Self.write(member.0, to: &bytes)
                bytes += ":".utf8
                member.1.write(to: &bytes)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part], _ frame: String, to bytes: inout [UInt8], _ write: (Part, inout [UInt8]) -> Void
    ) {
        bytes += frame.utf8.prefix(1)
        for (place, part) in parts.enumerated() {
            if place > 0 { bytes += ",".utf8 }
            write(part, &bytes)
        }
        bytes += frame.utf8.suffix(1)
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes += "\"".utf8
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case 0..<0x20, 0x7F: bytes += "\\u00\(Hex.encode([byte]))".utf8
            default: bytes.append(byte)
            }
        }
        bytes += "\"".utf8
    }
}
