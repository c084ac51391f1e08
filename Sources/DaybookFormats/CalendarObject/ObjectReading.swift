/// Lines of a calendar object put together again, and the components that they make.
struct ObjectReading {
    private var open: [ObjectComponent] = []
    private var whole: ObjectComponent?
    private var line = 0
    private var count = 0

    private static let deepest = 16
    private static let mostLines = 50_000

    mutating func calendar(_ bytes: [UInt8]) throws(CalendarRefusal) -> ObjectComponent {
        guard String(decoding: bytes.prefix(64), as: UTF8.self).uppercased().contains("BEGIN:VCALENDAR") else {
            throw CalendarRefusal(.supportedCalendarData, line: 1, "A calendar begins with BEGIN:VCALENDAR.")
        }
        guard !bytes.contains(0) else {
            throw CalendarRefusal(.validCalendarData, "It holds the character U+0000, which cannot be kept.")
        }
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var unfolded: [UInt8] = []
        var number = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let stop = end > start && bytes[end - 1] == 0x0D ? end - 1 : end
            number += 1
            if bytes[start] == 0x20 || bytes[start] == 0x09, !unfolded.isEmpty {
                unfolded += bytes[(start + 1)..<max(stop, start + 1)]
            } else {
                try take(unfolded)
                line = number
                unfolded.removeAll(keepingCapacity: true)
                unfolded += bytes[start..<stop]
            }
            start = end + 1
        }
        try take(unfolded)
        guard let whole, open.isEmpty else {
            throw CalendarRefusal(.validCalendarData, line: number, "The calendar ends in the middle.")
        }
        return whole
    }

    private mutating func take(_ bytes: [UInt8]) throws(CalendarRefusal) {
        guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
        count += 1
        guard count <= Self.mostLines else {
            throw CalendarRefusal(.maxResourceSize, line: line, "It has more than \(Self.mostLines) lines.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw broken("It is not UTF-8.") }
        guard let read = ObjectLine(text) else { throw broken("It is no line of a calendar.") }
        switch read.name {
        case "BEGIN":
            let name = read.value.uppercased()
            guard whole == nil else {
                throw CalendarRefusal(.validCalendarObjectResource, line: line, "It holds two calendars.")
            }
            guard !open.isEmpty || name == "VCALENDAR" else { throw broken("A calendar begins with BEGIN:VCALENDAR.") }
            guard open.count < Self.deepest else { throw broken("Components are nested too deep.") }
            open.append(ObjectComponent(name))
        case "END":
            guard let ended = open.popLast(), ended.name == read.value.uppercased() else {
                throw broken("END does not fit its BEGIN.")
            }
            if open.isEmpty { whole = ended } else { open[open.count - 1].components.append(ended) }
        default:
            guard !open.isEmpty else { throw broken("It stands outside of the calendar.") }
            open[open.count - 1].lines.append(read)
        }
    }

    private func broken(_ sentence: String) -> CalendarRefusal {
        CalendarRefusal(.validCalendarData, line: line, sentence)
    }
}
