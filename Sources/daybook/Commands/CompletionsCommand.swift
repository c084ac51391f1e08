import DaybookHost

enum CompletionsCommand {
    static let command: Command = Command(
        name: "completions", summary: "Print completions for a shell",
        words: [Command.Word(name: "SHELL", help: "bash, zsh or fish.", choices: ["bash", "zsh", "fish"])],
        examples: [
            Command.Example(
                line: "daybook completions bash > /etc/bash_completion.d/daybook", does: "for every user of bash"),
            Command.Example(
                line: "daybook completions zsh > \"${fpath[1]}/_daybook\"", does: "for zsh; then start a new shell"),
            Command.Example(
                line: "daybook completions fish > ~/.config/fish/completions/daybook.fish", does: "for fish"),
        ],
        codes: [.success, .usage],
        run: { invocation in
            switch invocation.words.first {
            case "bash": Terminal.say(Completions.bash(Daybook.root))
            case "zsh": Terminal.say(Completions.zsh(Daybook.root))
            default: Terminal.say(Completions.fish(Daybook.root))
            }
            return .success
        })
}
