/// Why the newer PostgreSQL did not take what the older one holds: the statement that it refused, out of the log that
/// pg_upgrade names.
///
/// pg_restore sends all statements that make one table at once, and the server does not say which of them it means. It
/// nearly always quotes a word of it.
struct UpgradeLog: Equatable {
    /// The log's file.
    let path: String
    let complaint: String
    let statement: String

    /// - Parameters:
    ///   - output: what pg_upgrade printed.
    ///   - folder: where its logs lie.
    ///   - read: reads one of them.
    init?(output: String, in folder: String, read: (String) -> String) {
        for path in output.split(separator: "\"").map(String.init) where path.hasPrefix("\(folder)/") {
            guard path.hasSuffix(".log"), let found = UpgradeLog(path: path, text: read(path)) else { continue }
            self = found
            return
        }
        return nil
    }

    init?(path: String, text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let error = lines.lastIndex(where: { $0.contains(Self.mark) }),
            let mark = lines[error].firstRange(of: Self.mark)
        else { return nil }
        let complaint = String(lines[error][mark.upperBound...])
        let statements = Self.statements(lines, around: error)
        let words = complaint.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)
        let meant =
            statements.first { statement in words.contains { statement.contains($0) } }
            ?? statements.first { !$0.hasPrefix("SELECT pg_catalog.binary_upgrade_") } ?? statements.first
        guard let meant else { return nil }
        self.path = path
        self.complaint = complaint
        statement = meant.count > Self.longest ? "\(meant.prefix(Self.longest))..." : meant
    }

    private static let mark = "ERROR:  "
    /// The rest is in the log.
    private static let longest = 300

    /// pg_restore and pg_dump show what they sent behind the error, psql before it.
    private static func statements(_ lines: [Substring], around error: Int) -> [String] {
        for at in error..<lines.count {
            for head in ["Command was: ", "Query was: "] {
                guard let start = lines[at].firstRange(of: head) else { continue }
                return statements([lines[at][start.upperBound...]] + lines[(at + 1)...])
            }
        }
        return lines[..<error].last { !$0.isEmpty }.map { [String($0)] } ?? []
    }

    /// Each on one line, without comments.
    private static func statements(_ lines: [Substring]) -> [String] {
        var found: [String] = []
        var open: [Substring] = []
        for line in lines where !line.hasPrefix("--") {
            open += line.split(separator: " ")
            guard line.hasSuffix(";"), !open.isEmpty else { continue }
            found.append(open.joined(separator: " "))
            open = []
        }
        if !open.isEmpty { found.append(open.joined(separator: " ")) }
        return found
    }
}
