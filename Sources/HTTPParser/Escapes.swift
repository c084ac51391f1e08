/// Percent-escapes of RFC 3986.
public enum Escapes {
    /// What is wrong with the escapes of this place, or nil: a "%" without two hex digits, an escaped NUL (none of our
    /// texts can hold one), or bytes that do not spell UTF-8 once decoded.
    public static func fault(_ bytes: Span<UInt8>, _ place: ByteRange) -> Refusal? { fault(bytes, place.range) }

    public static func fault(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Refusal? {
        var text = UTF8Sequence()
        var index = place.lowerBound
        while index < place.upperBound {
            var byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard let decoded = pair(bytes, at: index, before: place.upperBound) else { return .malformedEscape }
                if decoded == 0 { return .escapedNul }
                byte = decoded
                index += 2
            }
            guard text.accepts(byte) else { return .invalidUTF8 }
        }
        return text.isWhole ? nil : .invalidUTF8
    }

    /// The text of this place; nil if `fault` finds one. "%2F" becomes a slash within the text and never separates
    /// segments, as long as the path was split before. In a form or query a "+" is a space.
    public static func text(_ bytes: Span<UInt8>, _ place: Range<Int>, plusIsSpace: Bool = false) -> String? {
        var index = place.lowerBound
        while index < place.upperBound, !isEscape(bytes[index], plusIsSpace) { index += 1 }
        // Most texts have no escapes, and are taken as they are.
        if index == place.upperBound {
            guard let text = try? UTF8Span(validating: bytes.extracting(place)) else { return nil }
            return String(copying: text)
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(place.count)
        index = place.lowerBound
        while index < place.upperBound {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard let value = pair(bytes, at: index, before: place.upperBound), value != 0 else { return nil }
                decoded.append(value)
                index += 2
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? ByteClass.space : byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func isEscape(_ byte: UInt8, _ plusIsSpace: Bool) -> Bool {
        byte == UInt8(ascii: "%") || plusIsSpace && byte == UInt8(ascii: "+")
    }

    /// The byte whose two hex digits begin here, behind their "%".
    public static func byte(in bytes: Span<UInt8>, at index: Int) -> UInt8? {
        pair(bytes, at: index, before: bytes.count)
    }

    private static func pair(_ bytes: Span<UInt8>, at index: Int, before end: Int) -> UInt8? {
        guard index + 1 < end, let high = ByteClass.hexValue(bytes[index]),
            let low = ByteClass.hexValue(bytes[index + 1])
        else { return nil }
        return high << 4 | low
    }
}
