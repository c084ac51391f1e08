import DaybookHost

enum ConfigCommand {
    static let command: Command = Command(
        name: "config", summary: "Show the effective configuration and where each value comes from",
        about: "Secrets are left out, so you can show the output to others.",
        options: [
            Command.json,
            Command.Option(name: "markdown", help: "Print docs/run/configuration.md, the page of all settings."),
        ],
        settings: Setting.Group.allCases,
        examples: [
            "daybook config": "what `daybook serve` would use here",
            "daybook config --config /etc/daybook/daybook.env --json": "the same from a file, for programs",
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
