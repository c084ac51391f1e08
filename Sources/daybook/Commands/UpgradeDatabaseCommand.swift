import DaybookHost
import DaybookServer

enum UpgradeDatabaseCommand {
    static let command = AdminCommand.make(
        "upgrade-database", "Move the embedded database to a newer PostgreSQL",
        about:
            "Stop the server first. Needs both versions of PostgreSQL installed: the one that made the data folder and the newer one, which is taken if it is the newest. PostgreSQL's pg_upgrade takes seconds, whatever the size, because files are linked and not copied. Where it gives up, everything is moved by a backup into a new cluster, which takes longer and room for a second copy. If that fails too, or the command is killed, the data folder is as it was; run it again.",
        examples: ["daybook upgrade-database": "after apt install postgresql-18"],
        run: { invocation in
            AdminCommand.tell(invocation) { configuration throws(StartFailure) in
                let isQuiet = invocation.has("json")
                return try await DatabaseUpgrade.run(configuration) { if !isQuiet { Terminal.complain($0) } }
            }
        })
}
