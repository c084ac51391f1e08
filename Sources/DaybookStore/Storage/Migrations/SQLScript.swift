import DaybookHost

/// A SQL script cut by its lines: a statement begins with a word and ends with the first line that ends with a
/// semicolon. PostgreSQL's rules for strings and routine bodies need not be known here: it takes one statement at a
/// time, so it refuses a piece of one, and two in one line.
struct SQLScript: Equatable {
    private(set) var statements: [SQLStatement] = []
    /// Every line that is a comment, with whether it stands inside a statement or between two.
    private(set) var comments: [SQLComment] = []

    struct Failure: Error, Equatable {
        let line: Int
        let sentence: String
    }

    init(_ text: String) throws(Failure) {
        var start: (index: String.Index, line: Int)?
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (line, content) in zip(1..., lines.map { $0.trimmingSpaces() }) where !content.isEmpty {
            if content.hasPrefix("--") {
                let told = String(content.dropFirst(2).trimmingSpaces())
                comments.append(SQLComment(text: told, line: line, insideStatement: start != nil))
                continue
            }
            guard !content.contains("\0") else { throw Failure(line: line, sentence: "a null byte stands here") }
            guard start != nil || content.first?.isLetter == true else {
                throw Failure(line: line, sentence: "a statement begins with a word")
            }
            let (first, begin) = start ?? (content.startIndex, line)
            guard content.last == ";" else {
                start = (first, begin)
                continue
            }
            let end = text.index(before: content.endIndex)
            statements.append(SQLStatement(text: String(text[first..<end]), line: begin))
            start = nil
        }
        if let start {
            throw Failure(line: start.line, sentence: "the statement that begins here has no semicolon")
        }
    }
}

/// One statement, without its semicolon.
public struct SQLStatement: Equatable, Sendable {
    public let text: String
    /// The line of the file on which it begins.
    public let line: Int
}

struct SQLComment: Equatable {
    /// What follows the dashes, without surrounding spaces.
    let text: String
    let line: Int
    let insideStatement: Bool
}
