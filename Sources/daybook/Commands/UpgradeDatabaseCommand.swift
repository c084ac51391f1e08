import DaybookHost
import DaybookServer

enum UpgradeDatabaseCommand {
    static let command = AdminCommand.make(
        "upgrade-database", "Move the embedded database to a newer PostgreSQL",
        about:
            "Stop the server first. Needs both versions of PostgreSQL installed: the one that made the data folder and the newer one, which is taken if it is the newest. It takes seconds, whatever the size, because files are linked and not copied. If it fails or is killed, the data folder is as it was; run it again.",
        examples: ["daybook upgrade-database": "after apt install postgresql-18"],
        run: { invocation in
            AdminCommand.tell(invocation) { configuration throws(StartFailure) in
                let isQuiet = invocation.has("json")
                return try DatabaseUpgrade.run(configuration) { if !isQuiet { Terminal.complain($0) } }
            }
        })
}
