import DaybookAPI
import DaybookFormats
import DaybookHost
import DaybookServer

enum ImportCommand {
    static let command: Command = Command(
        name: "import", summary: "Take in tasks and lists from a file of another app, or of an export",
        about: """
            Into your own account, by the server that this device is logged in to. With --account it is the operator's command: it works on the database of the configuration, beside a running server or without one.

            A file can be imported again at any time: what is there already stays as it is, and what was interrupted goes on. What has no field here is kept in the notes and told in the report. See docs/import.md for what becomes of each field.
            """,
        words: [Command.Word(name: "FILE", help: "The file; - is standard input.")],
        options: [
            .init(
                name: "format", placeholder: "FORMAT", choices: Format.allCases.map(\.rawValue),
                help: "What it is, where the file does not tell."),
            .init(
                name: "account", placeholder: "ACCOUNT", help: "Into this account, by its id or the email of its login."
            ),
            .init(
                name: "name", placeholder: "NAME",
                help: "Call the list of its tasks so, where the file's name would be."),
            .init(name: "dry-run", help: "Change nothing, and tell what would be made, mapped and not understood."),
            NotebookPlace.option, Command.json,
        ], settings: [.database],
        examples: [
            "daybook import Work.csv --dry-run": "see what a project of Todoist's would become",
            "daybook import reminders.ics": "take in a calendar's tasks",
            "task export | daybook import - --format taskwarrior": "straight from Taskwarrior",
            "daybook import Daybook-Tasks-Export-2026-11-21.json --account ada@example.org":
                "an export into an account of this server's",
        ],
        codes: [.success, .failure, .usage, .unavailable, .inputOutput, .forbidden, .configuration],
        run: { invocation in
            let wish = ImportRequest(invocation)
            if let text = invocation.options["format"], wish.format == nil {
                Terminal.complain(
                    "daybook: --format: \(text) is none of \(Format.allCases.map(\.rawValue).joined(separator: ", "))")
                return .usage
            }
            guard let account = invocation.options["account"] else { return OwnImport(wish).run(invocation) }
            return operate(invocation, wish, on: account)
        })

    private static func operate(_ invocation: Invocation, _ wish: ImportRequest, on account: String) -> ExitCode {
        let bar = ProgressBar("bytes")
        return AdminCommand.perform(invocation) { administration in
            defer { bar.clear() }
            return try await administration.importFile(wish, into: account) { bar.show($0, of: $1) }
        }
    }
}

extension ImportRequest {
    init(_ invocation: Invocation) {
        self.init(invocation.words[0])
        format = invocation.options["format"].flatMap(Format.init)
        if let name = invocation.options["name"] { self.name = name }
        isDryRun = invocation.has("dry-run")
    }
}
