import DaybookCore

/// The messages in which server processes tell each other who asks a lot: by PostgreSQL's NOTIFY, as lines of kind,
/// subject and count. A message is worth nothing a minute later, so lost ones are not sent again.
package enum RateNews {
    package static let channel = "daybook_rates"
    /// PostgreSQL takes payloads of up to 8,000 bytes; a line has at most 60.
    private static let linesPerPayload = 120

    static func payloads(_ news: [RateSubject: Int], from sender: Identifier) -> [String] {
        let lines = news.map { subject, count in
            "\(subject.kind.rawValue) \(String(subject.high, radix: 16)) \(String(subject.low, radix: 16)) \(count)"
        }
        return stride(from: 0, to: lines.count, by: linesPerPayload).map { start in
            ([sender.text] + lines[start..<min(start + linesPerPayload, lines.count)]).joined(separator: "\n")
        }
    }

    /// Nil if the text is not such a message, or is this process's own.
    static func read(_ payload: String, by reader: Identifier) -> [RateSubject: Int]? {
        let lines = payload.split(separator: "\n")
        guard let first = lines.first, let sender = Identifier(String(first)), sender != reader else { return nil }
        var news: [RateSubject: Int] = [:]
        for line in lines.dropFirst() {
            let words = line.split(separator: " ")
            guard words.count == 4, let kind = UInt8(words[0]).flatMap(RateLimit.Kind.init),
                let high = UInt64(words[1], radix: 16), let low = UInt64(words[2], radix: 16),
                let count = Int(words[3]), count > 0
            else { return nil }
            news[RateSubject(kind: kind, high: high, low: low)] = count
        }
        return news
    }
}
