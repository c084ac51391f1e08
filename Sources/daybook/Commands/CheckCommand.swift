import DaybookHost
import DaybookServer

enum CheckCommand {
    static let command = AdminCommand.make(
        "check", "Hold every account's tables against its ledger",
        about: """
            Rows, completions, counters and order keys must be what the ledger alone gives. Servers go on meanwhile; an account is read page by page. Rows are named, and what users wrote is not shown.

            With --repair rows are set right by changes of the server's own, in the same ledger, so devices hear of them and they can be undone. Exits with 1 where a flaw is left.
            """,
        options: [
            Command.Option(name: "account", placeholder: "ACCOUNT", help: "Look at this one alone."),
            Command.Option(name: "repair", help: "Mend what can be mended. Make a backup first."),
        ],
        examples: [
            "daybook check": "every flaw of every account",
            "daybook check --account ada@example.org --repair": "one account, mended",
        ],
        work: { administration, invocation in
            try await administration.check(invocation.options["account"], repairing: invocation.has("repair"))
        })
}

enum PurgeCommand {
    static let command = AdminCommand.make(
        "purge", "Remove now what housekeeping would remove at its next round",
        about:
            "Deleted tasks and lists past DAYBOOK_DELETED_RETENTION that every active device has read of, changes past DAYBOOK_LEDGER_RETENTION, and what has expired.",
        options: [Command.Option(name: "account", placeholder: "ACCOUNT", help: "Of this one alone.")],
        examples: ["daybook purge": "of every account"],
        groups: [.database, .housekeeping],
        work: { administration, invocation in try await administration.purge(invocation.options["account"]) })
}

enum VacuumCommand {
    static let command: Command = Command(
        name: "vacuum", summary: "Say what PostgreSQL's cleaning has left to do", subcommands: [advice])

    private static let advice = AdminCommand.make(
        "advice", "Show which tables are worth a VACUUM or ANALYZE, and the statement for it",
        about: "Changes nothing. PostgreSQL cleans by itself; this is for after a large deletion or import.",
        examples: ["daybook vacuum advice": "nothing to do, as a rule"],
        work: { administration, _ in try await administration.vacuumAdvice() })
}
