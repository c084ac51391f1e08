import DaybookHost
import DaybookServer

enum CitusCommand {
    static let command = Command(
        name: "citus", summary: "Spread the database over several servers",
        about:
            "For a PostgreSQL with the extension Citus. What belongs to accounts is spread over its nodes by account; what leads to accounts stays on the coordinator. See docs/run/citus.md.",
        subcommands: [distribute])

    private static let distribute = AdminCommand.make(
        "distribute", "Put every table where it belongs, and say where each is",
        about:
            "Once, after the first migration, and again after each upgrade that added tables. Stop the servers before, or they wait. Tables that are in place stay as they are.",
        examples: ["daybook citus distribute": "which tables are spread, and which stay"],
        work: { administration, _ in try await administration.distribute() })
}
