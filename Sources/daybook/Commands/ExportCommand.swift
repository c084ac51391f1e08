import DaybookAPI
import DaybookFormats
import DaybookHost
import DaybookServer

enum ExportCommand {
    static let command: Command = Command(
        name: "export", summary: "Write all tasks, lists and settings into a file",
        about: """
            Your own account, asked of the server that this device is logged in to. With --account or --all it is the operator's command: it works on the database of the configuration, beside a running server or without one.

            The file stands under its name whole or not at all; what was there before is replaced. It is readable by its owner alone.
            """,
        options: options, settings: [.database],
        examples: [
            "daybook export": "yours, as JSON, into the folder you are in",
            "daybook export --format csv --output tasks.csv": "for a spreadsheet",
            "daybook export --account ada@example.org --include-history":
                "one account of this server's, with every change ever made",
            "daybook export --all --format ndjson --output /srv/exports": "each into its own file",
        ],
        codes: [.success, .failure, .usage, .unavailable, .inputOutput, .forbidden, .configuration],
        run: { invocation in
            guard let order = order(invocation) else { return .usage }
            Interruption.removesOutputs()
            let place = ExportPlace(invocation.options["output"])
            let isOne = invocation.options["account"] != nil
            guard isOne || invocation.has("all") else { return OwnExport(order, to: place).run(invocation) }
            guard !(isOne && invocation.has("all")) else { return refuse("--account and --all exclude each other") }
            guard isOne || !place.isStandardOutput else { return refuse("--all needs a folder for --output") }
            return export(invocation, order, to: place)
        })

    private static let options: [Command.Option] = [
        .init(name: "account", placeholder: "ACCOUNT", help: "This account, by its id or the email of its login."),
        .init(name: "all", help: "Every account of the server, each into a file of its own."),
        .init(
            name: "format", placeholder: "FORMAT", choices: ExportFormat.allCases.map(\.rawValue),
            help: "json, csv, ndjson or ics. [json]"),
        .init(
            name: "output", placeholder: "PATH",
            help: "A file, or a folder in which it is called Daybook-Tasks-Export-DATE; - is standard output."),
        .init(name: "since", placeholder: "WHEN", help: "Only tasks changed since this date or instant."),
        .init(name: "include-history", help: "Also every change; json and ndjson."),
        .init(name: "include-deleted", help: "Also what is deleted and can still be restored."),
        .init(
            name: "anonymize", help: "Replace what people wrote by letters of the same shape, for reports of faults."),
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
                _ = refuse("--since: expected a date such as 2026-11-21 or an instant such as 2026-11-21T09:15:00Z")
                return nil
            }
            order.since = since
        }
        guard !order.includesHistory || order.format.holdsHistory else {
            _ = refuse("--include-history: only json and ndjson have a place for it")
            return nil
        }
        return order
    }

    private static func refuse(_ sentence: String) -> ExitCode {
        Terminal.complain("daybook: \(sentence)")
        return .usage
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
