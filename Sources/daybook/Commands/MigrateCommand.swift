import DaybookHost
import DaybookServer
import DaybookStore

enum MigrateCommand {
    static let command: Command = Command(
        name: "migrate", summary: "Show and change the version of the database's schema",
        about:
            "Several processes may migrate at once: each migration is applied once. Applied migrations are compared with this program's by checksum.",
        subcommands: [status, up, down])

    private static let folder = Command.Option(
        name: "migrations", placeholder: "PATH", help: "Use the .sql files in this folder instead of the built-in ones."
    )
    private static let dryRun = Command.Option(name: "dry-run", help: "Print the statements instead of running them.")
    private static let groups: [Setting.Group] = [.database]

    private static let status: Command = Command(
        name: "status", summary: "Show which migrations are applied",
        about: "Exits with 78 if the schema is not the one that this program needs.",
        options: [Command.json, folder], settings: groups,
        examples: ["daybook migrate status": "each migration and when it was applied"],
        codes: [.success, .failure, .usage, .unavailable, .configuration],
        run: { invocation in
            perform(invocation) { migrator, _ throws(MigrationError) in
                let status = try await migrator.status()
                return (
                    invocation.has("json") ? status.json : status.text, status.isCurrent ? .success : .configuration
                )
            }
        })

    private static let up: Command = Command(
        name: "up", summary: "Apply the missing migrations",
        options: [
            Command.Option(name: "to", placeholder: "N", help: "Stop after migration N."), dryRun, Command.json, folder,
        ],
        settings: groups,
        examples: [
            "daybook migrate up": "the newest schema",
            "daybook migrate up --dry-run": "what that would run",
        ],
        codes: [.success, .failure, .usage, .unavailable, .configuration],
        run: { invocation in
            switch target(invocation) {
            case .newest: migrate(invocation, .up(to: nil))
            case .number(let number): migrate(invocation, .up(to: number))
            case .wrong: .usage
            }
        })

    private static let down: Command = Command(
        name: "down", summary: "Undo migrations",
        about: """
            What a migration added is dropped, with its data. Make a backup first, and stop the servers: where one uses the database, this asks, and without a terminal does nothing.
            """,
        options: [
            Command.Option(name: "to", placeholder: "N", help: "The migration to go back to; 0 is an empty schema."),
            dryRun, Question.option, Command.json, folder,
        ],
        settings: groups,
        examples: ["daybook migrate down --to 3": "undo 4 and everything after it"],
        codes: [.success, .failure, .usage, .unavailable, .configuration],
        run: { invocation in
            switch target(invocation) {
            case .number(let number): return migrate(invocation, .down(to: number))
            case .wrong: return .usage
            case .newest: return Terminal.end("--to N is missing\nTry 'daybook migrate down --help'.")
            }
        })

    private enum Target {
        case newest
        case number(Int)
        case wrong
    }

    private static func target(_ invocation: Invocation) -> Target {
        guard let text = invocation.options["to"] else { return .newest }
        guard let number = Int(text), number >= 0 else {
            Terminal.complain("daybook: --to: expected the number of a migration")
            return .wrong
        }
        return .number(number)
    }

    private static func migrate(_ invocation: Invocation, _ goal: MigrationGoal) -> ExitCode {
        let isDry = invocation.has("dry-run")
        return perform(invocation) { migrator, configuration throws(MigrationError) in
            if !isDry { try await migrator.requireKey(of: configuration) }
            if !isDry, case .down = goal, !invocation.has("yes") { try await requireNoServer(migrator, goal) }
            let plan = isDry ? try await migrator.plan(goal) : try await migrator.run(goal)
            return (invocation.has("json") ? plan.json : plan.text(withStatements: isDry), .success)
        }
    }

    /// What going back drops would go from under a server.
    private static func requireNoServer(_ migrator: Migrator, _ goal: MigrationGoal) async throws(MigrationError) {
        if try await migrator.plan(goal).steps.isEmpty { return }
        guard try await migrator.isServed() else { return }
        let question = "A server is using this database. Drop what it needs from under it?"
        guard Question.isAnswered(question) == true else { throw .served }
    }

    private static func perform(
        _ invocation: Invocation,
        _ body: @escaping @Sendable (Migrator, Configuration) async throws(MigrationError) -> (String, ExitCode)
    ) -> ExitCode {
        guard let configuration = invocation.configuration()?.configuration else { return .configuration }
        let folder = invocation.options["migrations"]
        return AdminCommand.attempt { () throws(StartFailure) in
            let (text, code) = try await SchemaSession.open(
                configuration, folder: folder, report: { Terminal.complain($0.text) }
            ) { migrator throws(MigrationError) in try await body(migrator, configuration) }
            Terminal.say(text)
            return code
        }
    }
}
