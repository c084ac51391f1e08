import DaybookHost

/// What stands in a SQL script: its statements, and its line comments, in order.
struct SQLScript: Equatable {
    var statements: [SQLStatement] = []
    /// Every `--` comment, with whether it stands inside a statement or between two.
    var comments: [SQLComment] = []

    struct Failure: Error, Equatable {
        let line: Int
        let sentence: String
    }
}

/// One statement, without its semicolon.
public struct SQLStatement: Equatable, Sendable {
    public let text: String
    /// The line of the file on which it begins.
    public let line: Int
    /// Its keywords and plain identifiers in lower case, as far as telling kinds of statements apart needs them.
    let words: [String]
}

struct SQLComment: Equatable {
    /// What follows the dashes, without surrounding spaces.
    let text: String
    let line: Int
    let insideStatement: Bool
}

/// Finds where statements end, by PostgreSQL's lexical rules (with `standard_conforming_strings` on): a semicolon ends
/// a statement unless it stands in a string, a quoted identifier, a dollar quote, a comment, parentheses, or the body
/// of a `BEGIN ATOMIC` routine. It understands no more SQL than that.
struct SQLScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private var script = SQLScript()
    private var start: Int?
    private var startLine = 1
    /// One past the last byte of the statement that is not space or comment.
    private var end = 0
    private var words: [String] = []
    private var parentheses = 0
    private var blocks = 0

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    static func scan(_ text: String) throws(SQLScript.Failure) -> SQLScript {
        var scanner = SQLScanner(text)
        try scanner.scanAll()
        return scanner.script
    }

    private mutating func scanAll() throws(SQLScript.Failure) {
        while let byte = peek() {
            switch byte {
            case 0: throw SQLScript.Failure(line: line, sentence: "a null byte stands here")
            case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C: advance()
            case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"): skipLineComment()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): try skipBlockComment()
            case UInt8(ascii: ";") where parentheses <= 0 && blocks == 0: endStatement()
            default: try scanToken(byte)
            }
        }
        if start != nil {
            throw SQLScript.Failure(line: startLine, sentence: "the statement that begins here has no semicolon")
        }
    }

    private mutating func scanToken(_ byte: UInt8) throws(SQLScript.Failure) {
        if start == nil {
            start = position
            startLine = line
            if byte == UInt8(ascii: "\\") {
                throw SQLScript.Failure(line: line, sentence: "backslash commands are psql's, not SQL")
            }
        }
        switch byte {
        case UInt8(ascii: "'"): try skipString(backslashes: false)
        case UInt8(ascii: "\""): try skipQuoted(by: byte, what: "quoted identifier")
        case UInt8(ascii: "$"): try skipDollar()
        case UInt8(ascii: "("):
            parentheses += 1
            advance()
        case UInt8(ascii: ")"):
            parentheses -= 1
            advance()
        case _ where byte.beginsWord: try scanWord()
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            // Digits may run into letters (1e5, 0xFF); a quote after them begins an ordinary string.
            while let next = peek(), next.continuesWord && next != UInt8(ascii: "$") { advance() }
        default: advance()
        }
        end = position
    }

    private mutating func endStatement() {
        defer { advance() }
        guard let start else { return }  // `;;` is nothing
        script.statements.append(
            SQLStatement(text: String(decoding: bytes[start..<end], as: UTF8.self), line: startLine, words: words))
        self.start = nil
        words = []
        parentheses = 0
    }

    // MARK: Words

    private mutating func scanWord() throws(SQLScript.Failure) {
        let first = position
        while let byte = peek(), byte.continuesWord { advance() }
        let word = String(decoding: bytes[first..<position], as: UTF8.self).lowercased()
        // The prefixes of strings are part of the string only when the quote follows at once.
        if peek() == UInt8(ascii: "'"), word == "e" { return try skipString(backslashes: true) }
        if peek() == UInt8(ascii: "'"), ["b", "x", "n"].contains(word) { return try skipString(backslashes: false) }
        words.append(word)
        countBlock(word)
    }

    /// A routine with a SQL body holds whole statements between BEGIN ATOMIC and END; CASE has an END too.
    private mutating func countBlock(_ word: String) {
        guard parentheses == 0, words.first == "create" else { return }
        let kind = words.dropFirst().first { $0 != "or" && $0 != "replace" }
        guard kind == "function" || kind == "procedure" else { return }
        switch word {
        case "atomic" where words.dropLast().last == "begin": blocks += 1
        case "case" where blocks > 0: blocks += 1
        case "end" where blocks > 0: blocks -= 1
        default: break
        }
    }

    // MARK: Strings

    /// Skips a string and what continues it: strings on later lines are parts of the same one, by the same rules.
    private mutating func skipString(backslashes: Bool) throws(SQLScript.Failure) {
        repeat {
            try skipQuoted(by: UInt8(ascii: "'"), what: "string", backslashes: backslashes)
        } while continuesOnLaterLine()
    }

    private mutating func skipQuoted(
        by quote: UInt8, what: String, backslashes: Bool = false
    ) throws(SQLScript.Failure) {
        let begin = line
        advance()
        while let byte = peek() {
            if byte == 0 { break }
            if backslashes, byte == UInt8(ascii: "\\") {
                advance()
                if peek() != nil { advance() }
            } else if byte == quote {
                advance()
                guard peek() == quote else { return }
                advance()
            } else {
                advance()
            }
        }
        throw SQLScript.Failure(line: begin, sentence: "the \(what) that begins here does not end")
    }

    /// Whether only white space and line comments, with at least one line end among them, stand before another quote;
    /// if so, moves there.
    private mutating func continuesOnLaterLine() -> Bool {
        var ahead = position
        var lines = 0
        while ahead < bytes.count {
            switch bytes[ahead] {
            case UInt8(ascii: "\n"): lines += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C: break
            case UInt8(ascii: "-") where ahead + 1 < bytes.count && bytes[ahead + 1] == UInt8(ascii: "-"):
                while ahead + 1 < bytes.count, bytes[ahead + 1] != UInt8(ascii: "\n") { ahead += 1 }
            case UInt8(ascii: "'") where lines > 0:
                position = ahead
                line += lines
                return true
            default: return false
            }
            ahead += 1
        }
        return false
    }

    /// `$$ ... $$` or `$tag$ ... $tag$`; a dollar that opens neither (a parameter) is an ordinary byte.
    private mutating func skipDollar() throws(SQLScript.Failure) {
        var tagEnd = position + 1
        while tagEnd < bytes.count, bytes[tagEnd] != UInt8(ascii: "$") {
            let fits = tagEnd == position + 1 ? bytes[tagEnd].beginsWord : bytes[tagEnd].continuesWord
            guard fits else { return advance() }
            tagEnd += 1
        }
        guard tagEnd < bytes.count else { return advance() }
        let tag = bytes[position...tagEnd]
        let begin = line
        position = tagEnd + 1
        while position + tag.count <= bytes.count {
            if bytes[position] == UInt8(ascii: "$"), bytes[position..<position + tag.count] == tag {
                position += tag.count
                return
            }
            if bytes[position] == 0 { break }
            advance()
        }
        throw SQLScript.Failure(line: begin, sentence: "the dollar-quoted string that begins here does not end")
    }

    // MARK: Comments

    private mutating func skipLineComment() {
        let first = position + 2
        while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
        let text = String(decoding: bytes[first..<position], as: UTF8.self)
        script.comments.append(
            SQLComment(text: String(text.trimmingSpaces()), line: line, insideStatement: start != nil))
    }

    /// Block comments nest, as PostgreSQL's do.
    private mutating func skipBlockComment() throws(SQLScript.Failure) {
        let begin = line
        var depth = 0
        while let byte = peek() {
            if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                advance()
            }
        }
        throw SQLScript.Failure(line: begin, sentence: "the comment that begins here does not end")
    }

    // MARK: Bytes

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }
}

extension UInt8 {
    /// PostgreSQL takes every byte above ASCII as a letter.
    fileprivate var beginsWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            0x80...0xFF:
            true
        default: false
        }
    }

    fileprivate var continuesWord: Bool {
        beginsWord || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "$")
    }
}
