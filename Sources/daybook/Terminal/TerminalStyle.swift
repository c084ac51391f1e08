/// Colours where they are wanted, and text that cannot steer the terminal.
struct TerminalStyle {
    let colours: Bool
    let plainSigns: Bool

    init(colours: Bool, environment: [String: String]) {
        self.colours = colours
        let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? ""
        plainSigns = !locale.lowercased().replacing("-", with: "").contains("utf8")
    }

    func bold(_ text: String) -> String { paint(text, "1") }
    func dim(_ text: String) -> String { paint(text, "2") }
    func red(_ text: String) -> String { paint(text, "31") }
    func green(_ text: String) -> String { paint(text, "32") }
    func yellow(_ text: String) -> String { paint(text, "33") }
    func cyan(_ text: String) -> String { paint(text, "36") }

    private func paint(_ text: String, _ code: String) -> String {
        colours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// A user's text as it is, line by line, without terminal control codes.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
    }

    /// One line of somebody's text: what steers terminals (control characters, and marks that turn the direction) is
    /// replaced, wherever it came from.
    static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: line.unicodeScalars.append(" ")
            case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: line.unicodeScalars.append("\u{FFFD}")
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
