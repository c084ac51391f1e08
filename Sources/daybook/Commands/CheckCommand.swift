import DaybookHost
import DaybookServer

enum CheckCommand {
    static let command = AdminCommand.make(
        "check", "Compare every account's tables with its ledger",
        about: """
            Rows, completions, counters and order keys must be what follows from the ledger. Servers keep running meanwhile; accounts are read page by page. Rows are shown by their ids, without what users wrote.

            With --repair, the server corrects rows by making changes in the same ledger, so devices receive them and they can be undone. Exits with 1 if a flaw is left.
            """,
        options: [
            Command.Option(name: "account", placeholder: "ACCOUNT", help: "Check only this account."),
            Command.Option(name: "repair", help: "Repair what can be repaired. Make a backup first."),
        ],
        examples: [
            "daybook check": "every flaw of every account",
            "daybook check --account ada@example.org --repair": "repair one account",
        ],
        work: { administration, invocation in
            try await administration.check(invocation.options["account"], repairing: invocation.has("repair"))
        })
}

enum PurgeCommand {
    static let command = AdminCommand.make(
        "purge", "Remove now what the next cleanup would remove",
        about:
            "That is: tasks and lists deleted longer ago than DAYBOOK_DELETED_RETENTION, if every active device knows of the deletion; changes older than DAYBOOK_LEDGER_RETENTION; and whatever has expired.",
        options: [Command.Option(name: "account", placeholder: "ACCOUNT", help: "Clean up only this account.")],
        examples: ["daybook purge": "of every account"],
        groups: [.database, .housekeeping],
        work: { administration, invocation in try await administration.purge(invocation.options["account"]) })
}

enum VacuumCommand {
    static let command: Command = Command(
        name: "vacuum", summary: "Show what PostgreSQL's autovacuum has left to do", subcommands: [advice])

    private static let advice = AdminCommand.make(
        "advice", "Show which tables need a VACUUM or ANALYZE, with the statements",
        about: "Changes nothing. PostgreSQL cleans up by itself; use this after a large deletion or import.",
        examples: ["daybook vacuum advice": "usually there is nothing to do"],
        work: { administration, _ in try await administration.vacuumAdvice() })
}
