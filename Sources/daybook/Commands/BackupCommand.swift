import DaybookHost
import DaybookServer
import Glibc

enum BackupCommand {
    static let command: Command = Command(
        name: "backup", summary: "Make backups of everything, check them and bring them back",
        about: "A backup is one file with every account, as all of them were at one moment. Servers go on meanwhile.",
        subcommands: [create, verify, restore, key])

    private static let file = Command.Word(name: "PATH", help: "The file of the backup.")
    private static let keyFile = Command.Option(
        name: "key-file", placeholder: "PATH", help: "The key of an encrypted backup, as `daybook backup key` makes it."
    )
    private static let codes: [ExitCode] = [
        .success, .failure, .usage, .unavailable, .inputOutput, .configuration,
    ]

    private static let create: Command = Command(
        name: "create", summary: "Write everything into a new file",
        about:
            "The file appears under its name when it is whole and on the disk, and never in place of another. With a key it is encrypted and holds the server's secret key too; without one, keep a copy of that yourself.",
        words: [Command.Word(name: "PATH", help: "The new file, or a folder for a file named after the moment.")],
        options: [keyFile, Command.json], settings: [.database],
        examples: [
            "daybook backup create /var/backups/daybook/": "a file named after the moment",
            "daybook backup create --key-file /etc/daybook/backup.key daybook.backup":
                "one that nobody reads without the key",
        ],
        codes: codes,
        run: { invocation in
            AdminCommand.tell(invocation) { configuration throws(StartFailure) in
                defer { ProgressBar.clearLine() }
                return try await Backups.create(
                    configuration, at: invocation.words[0], keyFile: invocation.options["key-file"],
                    progress: megabytes("MiB read from the database"))
            }
        })

    private static let verify: Command = Command(
        name: "verify", summary: "Read a backup from end to end and say whether it is as it was written",
        about: "Needs no database. A changed byte, a missing end or a wrong key is told, and the exit code is not 0.",
        words: [file], options: [keyFile, Command.json],
        examples: ["daybook backup verify daybook.backup": "what is in it, and that it is whole"],
        codes: [.success, .failure, .usage, .inputOutput],
        run: { invocation in
            AdminCommand.tell(invocation) { () throws(StartFailure) in
                defer { ProgressBar.clearLine() }
                return try await Backups.verify(
                    invocation.words[0], keyFile: invocation.options["key-file"], progress: megabytes("MiB checked"))
            }
        })

    private static let restore: Command = Command(
        name: "restore", summary: "Put a backup into an empty database",
        about: """
            The backup is read to its end first; if anything is wrong with it, or the database is not empty, nothing is changed. A backup of an older schema is brought up to date. Interrupted, the database says that it is not to be used, and the same command begins again.

            Devices notice that the history is another one: they pull everything anew and send again what they have.
            """,
        words: [file],
        options: [
            keyFile,
            Command.Option(
                name: "database", placeholder: "NAME",
                help: "Into this database of the same server, beside the one in use; made if it is missing."),
            Command.Option(
                name: "account", placeholder: "ID", help: "Bring this account alone back, where it is gone."),
            Command.json,
        ],
        settings: [.database],
        examples: [
            "daybook backup restore daybook.backup": "on a new machine, before the first start",
            "daybook backup restore daybook.backup --database last_week": "to look something up",
            "daybook backup restore daybook.backup --account 2b1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10":
                "an account that was deleted",
        ],
        codes: codes,
        run: { invocation in
            if invocation.has("account"), invocation.has("database") {
                Terminal.complain("daybook: --account goes into the database in use; leave --database out")
                return .usage
            }
            return AdminCommand.tell(invocation) { configuration throws(StartFailure) in
                defer { ProgressBar.clearLine() }
                if let account = invocation.options["account"] {
                    return try await Backups.restoreAccount(
                        account, configuration, from: invocation.words[0], keyFile: invocation.options["key-file"])
                }
                return try await Backups.restore(
                    configuration, from: invocation.words[0], keyFile: invocation.options["key-file"],
                    database: invocation.options["database"], progress: megabytes("MiB restored"))
            }
        })

    private static let key: Command = Command(
        name: "key", summary: "Make a key for encrypted backups",
        about: "Keep a copy of it away from the machine and from the backups.",
        words: [Command.Word(name: "PATH", help: "The new file.")],
        examples: ["daybook backup key /etc/daybook/backup.key": "only its owner can read it"],
        codes: [.success, .usage, .inputOutput],
        run: { invocation in
            AdminCommand.attempt { () throws(StartFailure) in
                try Backups.createKey(invocation.words[0])
                return .success
            }
        })

    /// A line on a terminal while it lasts.
    private static func megabytes(_ what: String) -> Backups.Progress {
        let bar = ProgressBar(what)
        return { bar.show($0 >> 20, of: 0) }
    }
}
