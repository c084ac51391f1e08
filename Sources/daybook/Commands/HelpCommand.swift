import DaybookHost

enum HelpCommand {
    static let command: Command = Command(
        name: "help", summary: "Show the help of a command",
        words: [
            Command.Word(name: "COMMAND", help: "The command, for example serve.", isOptional: true),
            Command.Word(name: "SUBCOMMAND", help: "One of its subcommands, for example up.", isOptional: true),
        ],
        examples: ["daybook help migrate up": "how to bring a schema up to date"],
        codes: [.success, .usage],
        run: { invocation in
            do throws(UsageError) {
                let (asked, path) = try invocation.root.parse(invocation.words + ["--help"])
                return show(asked.command, path)
            } catch {
                return Terminal.end(error.sentence)
            }
        })

    static func show(_ command: Command, _ path: [String]) -> ExitCode {
        let page = command.help(path: path, width: width, colours: Terminal.takesColours())
        Terminal.say(String(page.dropLast()))
        return .success
    }

    /// The terminal's width, or a readable one without a terminal.
    private static var width: Int {
        guard let columns = TerminalWidth.columns, columns >= 40 else { return 100 }
        return min(120, columns)
    }
}
