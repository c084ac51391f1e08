import DaybookHost

/// A command as data: parsing, help and completions are all made from it.
struct Command: Sendable {
    let name: String
    /// Half a line for lists of commands.
    let summary: String
    /// What there is to know before using it.
    var about = ""
    var words: [Word] = []
    var options: [Option] = []
    /// The groups of settings it takes as flags.
    var settings: [Setting.Group] = []
    var examples: [Example] = []
    var codes: [ExitCode] = [.success, .failure, .usage]
    var subcommands: [Command] = []
    var run: @Sendable (Invocation) -> ExitCode = { _ in .usage }

    /// A word that is no option.
    struct Word: Sendable {
        let name: String
        let help: String
        var choices: [String] = []
        /// What completions offer where other words are taken, too.
        var suggestions: [String] = []
        var isOptional = false
        /// As many as there are; only the last word of a command.
        var isRepeated = false
    }

    struct Option: Sendable {
        /// Without its dashes.
        let name: String
        /// Stands for the value; nil where the option is a switch.
        var placeholder: String?
        var choices: [String] = []
        let help: String
    }

    struct Example: Sendable {
        let line: String
        let does: String
    }

    static let json = Option(name: "json", help: "Answer in JSON.")

    /// Everything that may begin with two dashes, for suggestions and completions.
    var flags: [Flag] {
        var flags = options.map { Flag("--" + $0.name, $0.placeholder, $0.choices, $0.help) }
        if !settings.isEmpty {
            flags.append(Flag("--" + Setting.fileFlag, "FILE", [], "Read settings from this file."))
        }
        for setting in Setting.table where settings.contains(setting.group) {
            flags.append(
                Flag(setting.flag, setting.isSwitch ? nil : setting.placeholder, setting.choices, setting.help))
            if setting.isSwitch { flags.append(Flag("--no-" + setting.name, nil, [], "Not: \(setting.flag).")) }
        }
        flags.append(Flag("--help", nil, [], "Show this help."))
        return flags
    }

    struct Flag: Sendable {
        let text: String
        let placeholder: String?
        let choices: [String]
        let help: String

        init(_ text: String, _ placeholder: String?, _ choices: [String], _ help: String) {
            self.text = text
            self.placeholder = placeholder
            self.choices = choices
            self.help = help
        }

        var takesFile: Bool { placeholder == "FILE" || placeholder == "PATH" }
    }
}
