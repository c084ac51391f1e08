/// The file of settings: `DAYBOOK_NAME=value` lines with the names of the environment.
///
/// Blank lines and lines that begin with `#` are skipped; one pair of quotes around a value is removed; nothing is
/// expanded and nothing continues on the next line. systemd's EnvironmentFile= and Docker's env_file read the same.
enum ConfigurationFile {
    struct Entry: Sendable, Equatable {
        let variable: String
        let text: String
        let line: Int
    }

    static func parse(_ text: String, path: String) throws(ConfigurationError) -> [Entry] {
        var entries: [Entry] = []
        var findings: [String] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let content = line.trimmingSpaces()
            if content.isEmpty || content.hasPrefix("#") { continue }
            let place = "\(path), line \(index + 1)"
            guard let equals = content.firstIndex(of: "=") else {
                // The line itself is not shown: it may be a secret with its name forgotten.
                findings.append("\(place): expected NAME=value")
                continue
            }
            let variable = String(content[..<equals].trimmingSpaces())
            if Setting.table.allSatisfy({ $0.variable != variable }) {
                findings.append("\(place): \(unknown(variable))")
            } else if let earlier = entries.first(where: { $0.variable == variable }) {
                findings.append("\(place): \(variable) was already set on line \(earlier.line)")
            } else {
                let value = unquoted(content[content.index(after: equals)...].trimmingSpaces())
                entries.append(Entry(variable: variable, text: value, line: index + 1))
            }
        }
        guard findings.isEmpty else { throw ConfigurationError(findings) }
        return entries
    }

    private static func unknown(_ variable: String) -> String {
        // What does not look like a name may be a value, and is not repeated.
        guard variable.hasPrefix("DAYBOOK_"), variable.utf8.allSatisfy({ isNameByte($0) }) else {
            return "expected a name that begins with DAYBOOK_"
        }
        if variable == Setting.fileVariable { return "\(variable) cannot be set in the file itself" }
        let near = Spelling.nearest(to: variable, among: Setting.table.map(\.variable))
        return "unknown setting \(variable)" + (near.map { "; did you mean \($0)?" } ?? "")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == 0x5F || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte
    }

    private static func unquoted(_ text: Substring) -> String {
        for quote in ["\"", "'"] where text.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return String(text.dropFirst().dropLast())
        }
        return String(text)
    }
}
