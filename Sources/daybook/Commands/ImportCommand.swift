import DaybookAPI
import DaybookFormats
import DaybookHost
import DaybookServer

enum ImportCommand {
    static let command: Command = Command(
        name: "import", summary: "Import tasks and lists from another app's file or an export",
        about: """
            Imports into your own account on the server that this device is logged in to. With --account it is a command for operators: it works on the configured database, whether or not a server is running.

            A file can be imported again at any time: what was imported before stays as it is, and an interrupted import continues. `daybook undo` takes back a whole import into your own account. Data that has no field in Daybook is kept in the notes and listed in the report. docs/use/import.md says what becomes of each field.
            """,
        words: [Command.Word(name: "FILE", help: "The file; - is standard input.")],
        options: [
            .init(
                name: "format", placeholder: "FORMAT", choices: Format.allCases.map(\.rawValue),
                help: "The file's format, if it cannot be detected."),
            .init(
                name: "account", placeholder: "ACCOUNT",
                help: "Import into this account, given by its id or the email of its login."
            ),
            .init(
                name: "name", placeholder: "NAME",
                help: "The name of the list for its tasks, instead of the file's name."),
            .init(name: "dry-run", help: "Change nothing; show what would be created, mapped and not understood."),
            NotebookPlace.option, Command.json,
        ], settings: [.database],
        examples: [
            "daybook import Work.csv --dry-run": "see what a Todoist project would become",
            "daybook import reminders.ics": "import a calendar's tasks",
            "task export | daybook import - --format taskwarrior": "straight from Taskwarrior",
            "daybook import Daybook-Tasks-Export-2026-11-21.json --account ada@example.org":
                "an export into one of this server's accounts",
        ],
        codes: [.success, .failure, .usage, .unavailable, .inputOutput, .forbidden, .configuration],
        run: { invocation in
            let wish = ImportRequest(invocation)
            if let text = invocation.options["format"], wish.format == nil {
                let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
                return Terminal.end("--format: \(text) is not one of \(known)")
            }
            guard let account = invocation.options["account"] else { return OwnImport(wish: wish).run(invocation) }
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
