import DaybookFormats

/// A calendar object whose properties stay what they are, and whose texts cannot be read any more.
enum WordlessCalendar {
    static func text(_ text: String, _ names: inout TranscriptNames) -> String {
        var lines: [String] = []
        for line in text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(String(line))
            }
        }
        return lines.compactMap { self.line($0, &names) }.joined(separator: "\n")
    }

    /// One line without its folds; nil for what only the recorded server understands.
    private static func line(_ line: String, _ names: inout TranscriptNames) -> String? {
        guard let (head, value) = split(line) else { return line.isEmpty ? line : Wordless.text(line) }
        var parameters = head.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        let name = parameters.removeFirst()
        guard name.uppercased() != "X-DAYBOOK-BASE" else { return nil }
        let told: String =
            switch name.uppercased() {
            case "UID", "RELATED-TO", "X-WR-ALARMUID": names.id(value)
            case let kept where Self.kept.contains(kept): value
            default: Wordless.text(value)
            }
        return ([name] + parameters.map(parameter)).joined(separator: ";") + ":" + told
    }

    private static func parameter(_ text: String) -> String {
        guard let sign = text.firstIndex(of: "=") else { return Wordless.text(text) }
        let name = text[..<sign].uppercased()
        if keptParameters.contains(name) { return text }
        return "\(text[...sign])\(Wordless.text(String(text[text.index(after: sign)...])))"
    }

    /// At the colon that is in no quotes.
    private static func split(_ line: String) -> (head: String, value: String)? {
        var isQuoted = false
        for place in line.indices {
            if line[place] == "\"" { isQuoted.toggle() }
            if line[place] == ":", !isQuoted {
                return (String(line[..<place]), String(line[line.index(after: place)...]))
            }
        }
        return nil
    }

    /// Properties whose values are a program's and nobody's words.
    private static let kept: Set<String> = [
        "BEGIN", "END", "VERSION", "PRODID", "CALSCALE", "METHOD", "DTSTAMP", "CREATED", "LAST-MODIFIED", "DTSTART",
        "DUE",
        "DURATION", "COMPLETED", "PERCENT-COMPLETE", "STATUS", "PRIORITY", "RRULE", "EXDATE", "RDATE", "RECURRENCE-ID",
        "SEQUENCE", "CLASS", "TRIGGER", "ACTION", "ACKNOWLEDGED", "REPEAT", "PROXIMITY", "TZID", "TZNAME",
        "TZOFFSETFROM", "TZOFFSETTO", "COLOR", "X-APPLE-SORT-ORDER", "X-APPLE-DEFAULT-ALARM", "X-MOZ-LASTACK",
        "X-MOZ-GENERATION", "X-MOZ-SNOOZE-TIME", "X-OC-HIDESUBTASKS", "X-PINNED", "X-STATUS",
        "X-KDE-LIBKCAL-DTRECURRENCE", "X-EVOLUTION-ENDDATE",
    ]
    private static let keptParameters: Set<String> = [
        "VALUE", "TZID", "RELATED", "RELTYPE", "LANGUAGE", "ENCODING", "FMTTYPE", "ROLE", "PARTSTAT", "CUTYPE", "GAP",
        "X-EVOLUTION-ENDDATE", "X-VOBJ-FLOATINGTIME-ALLOWED",
    ]
}

/// Words as exports make them unreadable, but for the signs that carry a format: what a backslash or an ampersand
/// begins.
enum Wordless {
    static func text(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let place = rest.firstIndex(where: { $0 == "\\" || $0 == "&" }) {
            result += Anonymous.text(String(rest[..<place]))
            rest = rest[place...]
            let isEntity = rest.first == "&" && rest.prefix(10).contains(";")
            let sign = isEntity ? rest.prefix { $0 != ";" } + ";" : rest.prefix(rest.first == "&" ? 1 : 2)
            result += sign
            rest = rest.dropFirst(sign.count)
        }
        return result + Anonymous.text(String(rest))
    }
}
