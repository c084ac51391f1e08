import DaybookHost

extension Command {
    /// The help of this command.
    func help(path: [String], width: Int = 100, colours: Bool = false) -> String {
        var page = HelpPage(width: width, colours: colours)
        page.paragraph(summary)
        page.heading("Usage")
        page.line(synopsis(path))
        if !about.isEmpty { for part in about.split(separator: "\n\n") { page.paragraph(String(part), gap: true) } }
        if !subcommands.isEmpty {
            for group in shownGroups {
                page.heading(group.title)
                page.list(group.commands.map { ($0.name, $0.summary) })
            }
        }
        if !words.isEmpty {
            page.heading("Arguments")
            page.list(words.map { ($0.name, $0.help) })
        }
        page.heading("Options")
        page.list(
            options.map { ("--\($0.name)" + ($0.placeholder.map { " \($0)" } ?? ""), $0.help) }
                + [("-h, --help", "Show this help.")])
        if !settings.isEmpty { putSettings(into: &page) }
        if !examples.isEmpty {
            page.heading("Examples")
            for (line, does) in examples { page.example(line, does) }
        }
        page.heading("Exit codes")
        page.list(codes.map { ("\($0.rawValue)", $0.meaning) })
        return page.text
    }

    func synopsis(_ path: [String]) -> String {
        var usage = path.joined(separator: " ")
        if !subcommands.isEmpty { usage += " COMMAND" }
        usage += " [OPTIONS]"
        for word in words {
            let name = word.name + (word.isRepeated ? "..." : "")
            usage += word.isOptional ? " [\(name)]" : " \(name)"
        }
        return usage
    }

    private func putSettings(into page: inout HelpPage) {
        page.heading("Settings")
        page.paragraph(
            "Each can be given as a flag, as an environment variable (\(Setting.fileVariable) and DAYBOOK_ with the flag's name in capitals), or in a file of NAME=value lines; the first of these wins."
        )
        page.list([("--\(Setting.fileFlag) FILE", "Read settings from this file.")])
        for group in settings {
            page.subheading(group.rawValue)
            page.list(
                Setting.table.filter { $0.group == group }.map { setting in
                    let value = setting.isSwitch ? "" : " \(setting.placeholder)"
                    let fallback = setting.fallback.isEmpty || setting.isSwitch ? "" : " [\(setting.fallback)]"
                    return (setting.flag + value, setting.help + fallback)
                })
        }
    }
}

/// Lays out help for a terminal of some width.
private struct HelpPage {
    let width: Int
    let colours: Bool
    private(set) var text = ""

    mutating func heading(_ name: String) { text += "\n" + (colours ? "\u{1B}[1m\(name)\u{1B}[0m" : name) + "\n" }
    mutating func subheading(_ name: String) { text += "\n  " + (colours ? "\u{1B}[4m\(name)\u{1B}[0m" : name) + "\n" }
    mutating func line(_ line: String) { text += "  \(line)\n" }

    mutating func paragraph(_ words: String, gap: Bool = false) {
        if gap { text += "\n" }
        for line in Self.wrapped(words, to: width - 2) { text += "  \(line)\n" }
    }

    mutating func list(_ items: [(String, String)]) {
        // Long names stand on a line of their own rather than push every description to the right.
        let column = min(30, (items.map(\.0.count).max() ?? 0) + 2)
        for (name, help) in items {
            var lines = Self.wrapped(help, to: max(20, width - column - 4))
            if name.count + 2 <= column {
                let gap = String(repeating: " ", count: column - name.count)
                text += "    \(name)\(gap)\(lines.removeFirst())\n"
            } else {
                text += "    \(name)\n"
            }
            for line in lines { text += String(repeating: " ", count: column + 4) + line + "\n" }
        }
    }

    mutating func example(_ line: String, _ does: String) { text += "    \(line)\n        \(does)\n" }

    static func wrapped(_ words: String, to width: Int) -> [String] {
        var lines = [""]
        for word in words.split(whereSeparator: \.isWhitespace) {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
