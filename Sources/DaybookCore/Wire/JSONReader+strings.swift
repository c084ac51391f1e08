extension JSONReader {
    package mutating func readString() throws(WireError) -> String {
        try openString()
        return try text(in: stringRange())
    }

    /// A string of a fixed form, parsed from its bytes without becoming a `String`.
    mutating func readForm<Value>(_ form: String, _ parse: (Span<UInt8>) -> Value?) throws(WireError) -> Value {
        skipSpace()
        let start = position
        try openString(form)
        let range = try stringRange()
        if stringHasEscapes { try unescape(range) }
        guard let value = stringHasEscapes ? parse(scratch.span) : parse(bytes.span.extracting(range)) else {
            throw refusal(.form, at: start, expected: form)
        }
        return value
    }

    /// One of a fixed set of words.
    package mutating func readWord<Word>(of words: JSONNames<Word>) throws(WireError) -> Word {
        skipSpace()
        let start = position
        try openString("one of the field's words")
        let range = try stringRange()
        guard let index = try lookUp(range, in: words.table) else {
            throw refusal(.value, at: start, expected: "one of the field's words")
        }
        return words.fields[index]
    }

    /// A word of a set that a newer peer may have added to; one that is not known counts as `other`.
    mutating func readWord<Word>(of words: JSONNames<Word>, orElse other: Word) throws(WireError) -> Word {
        try openString("a word")
        let range = try stringRange()
        return try lookUp(range, in: words.table).map { words.fields[$0] } ?? other
    }

    package mutating func readInstant() throws(WireError) -> Instant {
        try readForm("an instant such as 2026-11-21T09:15:00.123Z") { Instant(utf8: $0) }
    }

    package mutating func readDate() throws(WireError) -> CalendarDate {
        try readForm("a date such as 2026-11-21") { CalendarDate(utf8: $0) }
    }

    package mutating func readIdentifier() throws(WireError) -> Identifier {
        try readForm("a UUID") { Identifier(utf8: $0) }
    }

    /// A clock in its full form, with its device.
    package mutating func readClock() throws(WireError) -> HybridTime {
        try readForm("a clock such as 2026-11-21T09:15:00.123Z+0000@DEVICE") { HybridTime(utf8: $0) }
    }

    /// Consumes the opening quote, or refuses a value that is no string.
    mutating func openString(_ expected: String = "a string") throws(WireError) {
        skipSpace()
        guard position < bytes.count else { throw refusal(.truncated) }
        guard bytes[position] == 0x22 else { throw try mismatch(expected) }
        position += 1
    }

    /// Consumes up to and with the closing quote and answers the bytes between the quotes, proven.
    mutating func stringRange() throws(WireError) -> Range<Int> {
        let start = position
        let extent: JSONStringExtent
        do {
            extent = try JSONScan.string(bytes.span, from: start)
        } catch {
            throw refusal(error.code, at: error.offset)
        }
        stringHasEscapes = extent.hasEscapes
        position = extent.end + 1
        return start..<extent.end
    }

    /// The text between two quotes that a scan has proven.
    mutating func text(in range: Range<Int>) throws(WireError) -> String {
        if stringHasEscapes, bytes[range].contains(0x5C) {
            try unescape(range)
            return String(decoding: scratch, as: UTF8.self)
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Writes the decoded content of a proven range into `scratch`.
    mutating func unescape(_ range: Range<Int>) throws(WireError) {
        scratch.removeAll(keepingCapacity: true)
        var at = range.lowerBound
        while at < range.upperBound {
            let byte = bytes[at]
            guard byte == 0x5C else {
                scratch.append(byte)
                at += 1
                continue
            }
            let kind = bytes[at + 1]
            at += 2
            switch kind {
            case 0x62: scratch.append(0x08)
            case 0x66: scratch.append(0x0C)
            case 0x6E: scratch.append(0x0A)
            case 0x72: scratch.append(0x0D)
            case 0x74: scratch.append(0x09)
            case 0x75:
                var scalar = try codeUnit(at)
                at += 4
                if scalar & 0xFC00 == 0xD800 {
                    scalar = 0x10000 + ((scalar & 0x3FF) << 10 | (try codeUnit(at + 2)) & 0x3FF)
                    at += 6
                }
                append(scalar)
            default: scratch.append(kind)
            }
        }
    }

    private func codeUnit(_ at: Int) throws(WireError) -> UInt32 {
        do { return try JSONScan.codeUnit(bytes.span, at) } catch { throw refusal(error.code, at: error.offset) }
    }

    private mutating func append(_ scalar: UInt32) {
        switch scalar {
        case ..<0x80: scratch.append(UInt8(scalar))
        case ..<0x800:
            scratch.append(UInt8(0xC0 | scalar >> 6))
            scratch.append(UInt8(0x80 | scalar & 0x3F))
        case ..<0x10000:
            scratch.append(UInt8(0xE0 | scalar >> 12))
            scratch.append(UInt8(0x80 | scalar >> 6 & 0x3F))
            scratch.append(UInt8(0x80 | scalar & 0x3F))
        default:
            scratch.append(UInt8(0xF0 | scalar >> 18))
            scratch.append(UInt8(0x80 | scalar >> 12 & 0x3F))
            scratch.append(UInt8(0x80 | scalar >> 6 & 0x3F))
            scratch.append(UInt8(0x80 | scalar & 0x3F))
        }
    }
}
