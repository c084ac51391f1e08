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
    /// Lines to type, each with what it does.
    var examples: KeyValuePairs<String, String> = [:]
    var codes: [ExitCode] = [.success, .failure, .usage]
    var subcommands: [Command] = []
    /// The same under titles, where there are many.
    var groups: [Group] = []
    var run: @Sendable (Invocation) -> ExitCode = { _ in .usage }

    /// Commands that belong together.
    struct Group: Sendable {
        let title: String
        let commands: [Command]
    }

    /// The subcommands as pages show them.
    var shownGroups: [Group] {
        groups.isEmpty ? [Group(title: "Commands", commands: subcommands)] : groups
    }

    /// A word that is not an option.
    struct Word: Sendable {
        let name: String
        let help: String
        var choices: [String] = []
        /// What completions offer where other words are taken, too.
        var suggestions: [String] = []
        var isOptional = false
        /// As many as there are; one word of a command at most, with words behind it that have no choices.
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

    static let json = Option(name: "json", help: "Answer in JSON.")

    /// Everything that may begin with two dashes, for suggestions and completions.
    var flags: [Flag] {
        var flags = options.map {
            Flag(text: "--" + $0.name, placeholder: $0.placeholder, choices: $0.choices, help: $0.help)
        }
        if !settings.isEmpty {
            flags.append(
                Flag(text: "--" + Setting.fileFlag, placeholder: "FILE", help: "Read settings from this file."))
        }
        for setting in Setting.table where settings.contains(setting.group) {
            flags.append(
                Flag(
                    text: setting.flag, placeholder: setting.isSwitch ? nil : setting.placeholder,
                    choices: setting.choices, help: setting.help))
            if setting.isSwitch { flags.append(Flag(text: "--no-" + setting.name, help: "Not: \(setting.flag).")) }
        }
        flags.append(Flag(text: "--help", help: "Show this help."))
        return flags
    }

    struct Flag: Sendable {
        let text: String
        var placeholder: String?
        var choices: [String] = []
        let help: String

        var takesFile: Bool { placeholder == "FILE" || placeholder == "PATH" }
    }
}
