import DaybookHost

enum CompletionsCommand {
    static let command: Command = Command(
        name: "completions", summary: "Print completions for a shell",
        words: [Command.Word(name: "SHELL", help: "bash, zsh or fish.", choices: ["bash", "zsh", "fish"])],
        examples: [
            "daybook completions bash > /etc/bash_completion.d/daybook": "for every user of bash",
            "daybook completions zsh > \"${fpath[1]}/_daybook\"": "for zsh; then start a new shell",
            "daybook completions fish > ~/.config/fish/completions/daybook.fish": "for fish",
        ],
        codes: [.success, .usage],
        run: { invocation in
            switch invocation.words.first {
            case "bash": Terminal.say(Completions.bash(invocation.root))
            case "zsh": Terminal.say(Completions.zsh(invocation.root))
            default: Terminal.say(Completions.fish(invocation.root))
            }
            return .success
        })
}
