import DaybookHost

enum ConfigCommand {
    static let command: Command = Command(
        name: "config", summary: "Show the effective configuration and where each value comes from",
        about: "Secrets are left out, so the output can be shown to others.",
        options: [
            Command.json,
            Command.Option(name: "markdown", help: "Print the page of all settings, docs/configuration.md."),
        ],
        settings: Setting.Group.allCases,
        examples: [
            "daybook config": "what `daybook serve` would use here",
            "daybook config --config /etc/daybook/daybook.env --json": "the same with a file, for programs",
        ],
        codes: [.success, .usage, .configuration],
        run: { invocation in
            if invocation.has("markdown") {
                Terminal.say(Setting.markdownPage)
                return .success
            }
            guard let resolved = invocation.configuration() else { return .configuration }
            Terminal.say(invocation.has("json") ? resolved.json : resolved.text)
            return .success
        })
}
