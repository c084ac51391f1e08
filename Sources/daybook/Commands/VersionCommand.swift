import DaybookHost

enum VersionCommand {
    static let command: Command = Command(
        name: "version", summary: "Show the version", options: [Command.json], codes: [.success, .usage],
        run: { show(json: $0.has("json")) })

    static func show(json: Bool) -> ExitCode {
        Terminal.say(json ? Version.json : Version.line)
        return .success
    }
}
