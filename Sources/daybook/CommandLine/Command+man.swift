import DaybookHost

extension Command {
    /// The manual page of this command in the language of man(7), made from what its help is made from.
    func manual(path: [String]) -> String {
        let name = path.joined(separator: "-")
        var page = ManualPage()
        page.macro("TH", [name.uppercased(), "1", "", "daybook \(Version.number)", "Daybook"])
        page.section("NAME")
        page.text("\(name) - \(summary.prefix(1).lowercased() + summary.dropFirst())")
        page.section("SYNOPSIS")
        page.bold(synopsis(path))
        if !about.isEmpty {
            page.section("DESCRIPTION")
            page.paragraphs(about)
        }
        if !subcommands.isEmpty {
            page.section("COMMANDS")
            for group in shownGroups {
                if !groups.isEmpty { page.subsection(group.title) }
                for next in group.commands {
                    page.item((path + [next.name]).joined(separator: "-") + "(1)", next.summary)
                }
            }
        }
        if !words.isEmpty {
            page.section("ARGUMENTS")
            for word in words { page.item(word.name, word.help) }
        }
        page.section("OPTIONS")
        for option in options {
            page.item("--\(option.name)" + (option.placeholder.map { " \($0)" } ?? ""), option.help)
        }
        page.item("-h, --help", "Show the help.")
        if !settings.isEmpty { putSettings(into: &page) }
        if !examples.isEmpty {
            page.section("EXAMPLES")
            for (line, does) in examples { page.item(line, does) }
        }
        page.section("EXIT STATUS")
        for code in codes { page.item("\(code.rawValue)", code.meaning) }
        if path.count > 1 {
            page.section("SEE ALSO")
            page.text(path.dropLast().joined(separator: "-") + "(1)")
        }
        return page.source
    }

    /// This command's page and those of everything below it, by the names of their files.
    func manuals(path: [String] = []) -> [(file: String, source: String)] {
        let path = path + [name]
        return [(path.joined(separator: "-") + ".1", manual(path: path))]
            + subcommands.flatMap { $0.manuals(path: path) }
    }

    private func putSettings(into page: inout ManualPage) {
        page.section("SETTINGS")
        page.paragraphs(
            "Each can be given as a flag, as an environment variable, or in a file of NAME=value lines; the first of these wins."
        )
        page.item("--\(Setting.fileFlag) FILE", "Read settings from this file (\(Setting.fileVariable)).")
        for setting in Setting.table where settings.contains(setting.group) {
            let value = setting.isSwitch ? "" : " \(setting.placeholder)"
            let fallback = setting.fallbackInWords.isEmpty ? "" : " Without it: \(setting.fallbackInWords)."
            page.item(setting.flag + value, "\(setting.help) (\(setting.variable))\(fallback)")
        }
    }
}

/// Text in the language of man(7): what a line begins with and what a character means is kept from being understood.
private struct ManualPage {
    private(set) var source = ""

    mutating func macro(_ name: String, _ arguments: [String]) {
        source += ".\(name) " + arguments.map { "\"\(Self.escaped($0, quoted: true))\"" }.joined(separator: " ") + "\n"
    }

    mutating func section(_ name: String) { source += ".SH \(name)\n" }
    mutating func subsection(_ name: String) { source += ".SS \(name)\n" }
    mutating func text(_ text: String) { source += Self.line(text) }
    mutating func bold(_ text: String) { source += ".B \"\(Self.escaped(text, quoted: true))\"\n" }

    mutating func paragraphs(_ text: String) {
        for (index, part) in text.split(separator: "\n\n").enumerated() {
            if index > 0 { source += ".PP\n" }
            source += Self.line(part.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
    }

    mutating func item(_ name: String, _ text: String) {
        source += ".TP\n"
        bold(name)
        source += Self.line(text)
    }

    private static func line(_ text: some StringProtocol) -> String {
        let escaped = escaped(String(text), quoted: false)
        let isControl = escaped.hasPrefix(".") || escaped.hasPrefix("'")
        return (isControl ? "\\&" : "") + escaped + "\n"
    }

    private static func escaped(_ text: String, quoted: Bool) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\"": escaped += quoted ? "\\(dq" : "\""
            case "\n": escaped += " "
            default: escaped.append(character)
            }
        }
    }
}
