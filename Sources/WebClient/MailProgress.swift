import CCurl

/// Follows a conversation with a mail server by what both sides say.
struct MailProgress {
    private let content: [UInt8]
    private var given = 0
    private var last = MailAnswer(step: .hello, code: 0)
    private var isOver = false

    init(content: [UInt8]) { self.content = content }

    /// The beginning of a line of ours.
    mutating func said(_ line: String) {
        let step: MailAnswer.Step? =
            switch line {
            case "AUTH ": .login
            case "MAIL ": .sender
            case "RCPT ": .recipient
            case "DATA\r", "BDAT ": .content
            default: nil
            }
        if line.hasPrefix("QUIT") { isOver = true }
        if let step { last = MailAnswer(step: step, code: 0) }
    }

    mutating func heard(_ line: String) {
        guard !isOver, let code = Int(line.prefix(3)) else { return }
        last.code = code
        last.detail = line.dropFirst(4).split(separator: " ").first.flatMap { word in
            let numbers = word.split(separator: ".", omittingEmptySubsequences: false)
            return numbers.count == 3 && numbers.allSatisfy { Int($0) != nil } ? String(word) : nil
        }
    }

    mutating func give(to room: UnsafeMutableRawBufferPointer) -> Int {
        let part = content[given...].prefix(room.count)
        room.copyBytes(from: part)
        given += part.count
        return part.count
    }

    /// What was said last, where that is why it ended.
    func end(_ outcome: CURLcode) -> MailAnswer? { outcome == CURLE_OK || last.code >= 400 ? last : nil }
}
