import DaybookHost
import Migrations

/// The format of a migration's file:
///
///     -- Why this migration exists, in as many lines as it takes.
///     -- older servers: go on             (or: stop, because REASON)
///     -- lock timeout: 2s                 (these are optional)
///     -- statement timeout: 10min
///     -- no transaction: REASON
///     -- repeatable: REASON
///     -- forward
///     statements
///     -- backward
///     -- What going back means.           (or: -- irreversible: REASON, and no statements)
///     statements
enum MigrationFile {
    static func parse(_ source: MigrationText) throws(MigrationError) -> Migration {
        let (number, name) = try parseName(source.file)
        let script: SQLScript
        do {
            script = try SQLScript(source.text)
        } catch {
            throw .badFile(source.file, line: error.line, sentence: error.sentence)
        }
        let parts = try Parts(of: script, file: source.file)
        for statement in script.statements { try parts.check(statement) }
        return Migration(
            number: number, name: name, file: source.file, checksum: Checksum.sha256(source.text),
            forward: parts.forward, backward: try parts.backward(), rules: try parts.rules())
    }

    /// `0001_name.sql`: four digits, an underscore, and lower-case words.
    static func parseName(_ file: String) throws(MigrationError) -> (number: Int, name: String) {
        let digits = file.prefix(4)
        let rest = file.dropFirst(4)
        let name = rest.dropFirst().dropLast(4)
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        guard digits.count == 4, digits.utf8.allSatisfy(\.isDigit), let number = Int(digits), number > 0,
            rest.hasPrefix("_"), rest.hasSuffix(".sql"),
            words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0.isDigit || $0.isLowerCaseLetter } })
        else {
            throw .badFile(file, line: nil, sentence: "a migration's file is named like 0001_lower_case_words.sql")
        }
        return (number, String(name))
    }

    /// `300ms`, `2s`, `10min`, `1h`.
    static func parseDuration(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...7).contains(digits.count), let count = Int(digits), count > 0 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": return .milliseconds(count)
        case "s": return .seconds(count)
        case "min": return .seconds(count * 60)
        case "h": return .seconds(count * 3600)
        default: return nil
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLowerCaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}

/// A script cut at its two marks.
private struct Parts {
    let file: String
    let forwardLine: Int
    let backwardLine: Int
    let script: SQLScript

    init(of script: SQLScript, file: String) throws(MigrationError) {
        self.file = file
        self.script = script
        for mark in ["forward", "backward"] {
            let found = script.comments.filter { $0.text == mark }
            guard found.count <= 1 else {
                throw .badFile(file, line: found[1].line, sentence: "a second \"-- \(mark)\" stands here")
            }
            if let comment = found.first, comment.insideStatement {
                throw .badFile(
                    file, line: comment.line, sentence: "the statement before \"-- \(mark)\" has no semicolon")
            }
        }
        guard let forward = script.comments.first(where: { $0.text == "forward" }) else {
            throw .badFile(file, line: nil, sentence: "a line \"-- forward\" is missing")
        }
        guard let backward = script.comments.first(where: { $0.text == "backward" }), backward.line > forward.line
        else { throw .badFile(file, line: nil, sentence: "a line \"-- backward\" after \"-- forward\" is missing") }
        forwardLine = forward.line
        backwardLine = backward.line
        guard head.contains(where: { !$0.text.isEmpty && $0.directive == nil }) else {
            throw .badFile(file, line: nil, sentence: "the head does not say why this migration exists")
        }
        if let stray = script.statements.first(where: { $0.line < forward.line }) {
            throw .badFile(file, line: stray.line, sentence: "a statement stands before \"-- forward\"")
        }
        if let stray = script.comments.first(where: { $0.directive != nil && !belongs($0) }) {
            throw .badFile(file, line: stray.line, sentence: "\"\(stray.text)\" stands in the wrong part")
        }
        if let unclear = script.comments.first(where: { $0.isAlmostDirective && $0.line != backwardLine }) {
            throw .badFile(
                file, line: unclear.line,
                sentence:
                    "\"\(unclear.text)\" is neither an instruction, which has a colon and a value, nor clearly prose")
        }
        guard !self.forward.isEmpty else {
            throw .badFile(file, line: forwardLine, sentence: "the forward part has no statement")
        }
    }

    private var head: [SQLComment] { script.comments.filter { $0.line < forwardLine } }
    private var tail: [SQLComment] { script.comments.filter { $0.line > backwardLine } }

    private func belongs(_ comment: SQLComment) -> Bool {
        comment.directive == .irreversible ? comment.line > backwardLine : comment.line < forwardLine
    }

    var forward: [SQLStatement] { script.statements.filter { $0.line < backwardLine } }

    func backward() throws(MigrationError) -> Migration.Backward {
        let statements = script.statements.filter { $0.line > backwardLine }
        if let reason = try value(of: .irreversible, in: tail) {
            guard statements.isEmpty else {
                throw .badFile(
                    file, line: backwardLine, sentence: "the backward part is irreversible, yet has statements")
            }
            return .impossible(reason: reason)
        }
        guard !statements.isEmpty else {
            throw .badFile(
                file, line: backwardLine,
                sentence: "the backward part has neither a statement nor \"-- irreversible: REASON\"")
        }
        guard tail.contains(where: { !$0.text.isEmpty }) else {
            throw .badFile(file, line: backwardLine, sentence: "the backward part does not say what going back means")
        }
        return .statements(statements)
    }

    func rules() throws(MigrationError) -> Migration.Rules {
        var rules = Migration.Rules()
        rules.keepsOlderServers = try keepsOlderServers()
        rules.noTransaction = try value(of: .noTransaction, in: head)
        rules.repeatable = try value(of: .repeatable, in: head)
        if rules.repeatable != nil, rules.noTransaction == nil {
            throw .badFile(
                file, line: nil,
                sentence: "\"repeatable\" is for migrations with \"no transaction\"; others are undone whole")
        }
        // An index built concurrently takes as long as the table is large.
        if rules.noTransaction != nil { rules.statementTimeout = .seconds(3600) }
        if let timeout = try duration(of: .lockTimeout) {
            guard rules.noTransaction == nil else {
                throw .badFile(file, line: nil, sentence: "\"lock timeout\" is for migrations in a transaction")
            }
            rules.lockTimeout = timeout
        }
        if let timeout = try duration(of: .statementTimeout) { rules.statementTimeout = timeout }
        return rules
    }

    /// What would break a server that does not know of it is refused where the file says that it goes on.
    private func keepsOlderServers() throws(MigrationError) -> Bool {
        guard let answer = try value(of: .olderServers, in: head) else { return false }
        guard answer == "go on" else {
            guard answer.hasPrefix("stop, because ") else {
                throw .badFile(
                    file, line: nil, sentence: "\"older servers\" is \"go on\", or \"stop, because\" and a reason")
            }
            return false
        }
        for statement in forward {
            guard let change = statement.breaksOlderServers else { continue }
            throw .badFile(
                file, line: statement.line, sentence: "\(change) would break the older servers that are to go on")
        }
        return true
    }

    private func value(of directive: Directive, in comments: [SQLComment]) throws(MigrationError) -> String? {
        let found = comments.filter { $0.directive == directive }
        guard let comment = found.first else { return nil }
        let value = String(comment.text.dropFirst(directive.rawValue.count + 1).trimmingSpaces())
        guard found.count == 1, !value.isEmpty else {
            throw .badFile(
                file, line: found[found.count - 1].line,
                sentence: "\"-- \(directive.rawValue): ...\" is wanted once, with a value")
        }
        return value
    }

    private func duration(of directive: Directive) throws(MigrationError) -> Duration? {
        guard let text = try value(of: directive, in: head) else { return nil }
        guard let duration = MigrationFile.parseDuration(text) else {
            throw .badFile(file, line: nil, sentence: "\"\(directive.rawValue)\" is like 300ms, 2s, 10min or 1h")
        }
        return duration
    }

    /// What would take the transaction out of the migrator's hands, or wants a client that sends data.
    func check(_ statement: SQLStatement) throws(MigrationError) {
        let words = statement.text.lowercased().split { !$0.isLetter }
        let first = words.first ?? ""
        if ["begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release", "prepare"].contains(first) {
            throw .badFile(
                file, line: statement.line,
                sentence:
                    "a migration is one transaction or, with \"-- no transaction: REASON\", none; it has no \(first.uppercased())"
            )
        }
        if first == "copy", words.contains("stdin") || words.contains("stdout") {
            throw .badFile(
                file, line: statement.line, sentence: "COPY from or to the client cannot stand in a migration")
        }
    }
}

private enum Directive: String, CaseIterable {
    case olderServers = "older servers"
    case noTransaction = "no transaction"
    case repeatable
    case lockTimeout = "lock timeout"
    case statementTimeout = "statement timeout"
    case irreversible
}

extension SQLComment {
    fileprivate var directive: Directive? {
        guard !insideStatement else { return nil }
        return Directive.allCases.first { text.hasPrefix($0.rawValue + ":") }
    }

    /// A line that begins with an instruction's name but is not an instruction: a forgotten colon must not silently
    /// change how a migration runs.
    fileprivate var isAlmostDirective: Bool {
        guard !insideStatement, directive == nil else { return false }
        return Directive.allCases.contains { text == $0.rawValue || text.hasPrefix($0.rawValue + " ") }
    }
}
