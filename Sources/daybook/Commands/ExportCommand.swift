import DaybookAPI
import DaybookFormats
import DaybookHost
import DaybookServer

enum ExportCommand {
    static let command: Command = Command(
        name: "export", summary: "Export all tasks, lists and settings to a file",
        about: """
            Exports your own account from the server that this device is logged in to. With --account or --all it is a command for operators: it works on the configured database, whether or not a server is running.

            The file gets its name only when it is complete, and replaces an older file of that name. Only its owner can read it.
            """,
        options: options, settings: [.database],
        examples: [
            "daybook export": "your own data, as JSON, in the current folder",
            "daybook export --format csv --output tasks.csv": "for a spreadsheet",
            "daybook export --account ada@example.org --include-history":
                "one of this server's accounts, with every change ever made",
            "daybook export --all --format ndjson --output /srv/exports": "each to its own file",
        ],
        codes: [.success, .failure, .usage, .unavailable, .inputOutput, .forbidden, .configuration],
        run: { invocation in
            guard let order = order(invocation) else { return .usage }
            Interruption.removesOutputs()
            let place = ExportPlace(invocation.options["output"])
            let isOne = invocation.options["account"] != nil
            guard isOne || invocation.has("all") else {
                return OwnAccountExport(order: order, place: place).run(invocation)
            }
            guard !(isOne && invocation.has("all")) else {
                return Terminal.end("--account and --all cannot be used together")
            }
            guard isOne || !place.isStandardOutput else { return Terminal.end("--all needs a folder for --output") }
            return export(invocation, order, to: place)
        })

    private static let options: [Command.Option] = [
        .init(
            name: "account", placeholder: "ACCOUNT",
            help: "Export this account, given by its id or the email of its login."),
        .init(name: "all", help: "Export every account of the server, each to its own file."),
        .init(
            name: "format", placeholder: "FORMAT", choices: ExportFormat.allCases.map(\.rawValue),
            help: "json, csv, ndjson or ics. [json]"),
        .init(
            name: "output", placeholder: "PATH",
            help: "A file, or a folder for a file named Daybook-Tasks-Export-DATE; - is standard output."),
        .init(name: "since", placeholder: "WHEN", help: "Only tasks changed since this date or time."),
        .init(name: "include-history", help: "Include every change; only for json and ndjson."),
        .init(name: "include-deleted", help: "Include deleted items that can still be restored."),
        .init(
            name: "anonymize",
            help: "Replace what people wrote with meaningless letters of the same shape, for bug reports."),
        NotebookPlace.option, Command.json,
    ]

    private static func order(_ invocation: Invocation) -> ExportOrder? {
        var order = ExportOrder()
        order.format = invocation.options["format"].flatMap(ExportFormat.init) ?? .json
        order.includesHistory = invocation.has("include-history")
        order.includesDeleted = invocation.has("include-deleted")
        order.isAnonymous = invocation.has("anonymize")
        if let text = invocation.options["since"] {
            guard let since = ExportOrder.Since(text) else {
                _ = Terminal.end("--since: expected a date such as 2026-11-21 or a time such as 2026-11-21T09:15:00Z")
                return nil
            }
            order.since = since
        }
        guard !order.includesHistory || order.format.holdsHistory else {
            _ = Terminal.end("--include-history: only json and ndjson can contain the history")
            return nil
        }
        return order
    }

    private static func export(_ invocation: Invocation, _ order: ExportOrder, to place: ExportPlace) -> ExitCode {
        guard let configuration = invocation.configuration()?.configuration else { return .configuration }
        let bar = ProgressBar("tasks")
        return AdminCommand.attempt { () throws(StartFailure) in
            let report = try await Administration.run(configuration) { administration in
                defer { bar.clear() }
                if let name = invocation.options["account"] {
                    return try await administration.export(name, order, to: place) { bar.show($0.tasks, of: $0.of) }
                }
                return try await administration.exportAll(order, to: place) { bar.show($0.tasks, of: $0.of) }
            }
            let text = invocation.has("json") ? report.json : report.text
            if place.isStandardOutput { Terminal.complain(text) } else { Terminal.say(text) }
            return .success
        }
    }
}
