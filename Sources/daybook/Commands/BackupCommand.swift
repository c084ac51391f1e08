import DaybookHost
import DaybookServer

enum BackupCommand {
    static let command: Command = Command(
        name: "backup", summary: "Make, check and restore backups of everything",
        about: "A backup is one file with all accounts, as they were at one moment. Servers keep running meanwhile.",
        subcommands: [create, verify, restore, key])

    private static let file = Command.Word(name: "PATH", help: "The file of the backup.")
    private static let keyFile = Command.Option(
        name: "key-file", placeholder: "PATH", help: "The key of an encrypted backup, as `daybook backup key` makes it."
    )

    private static let create = AdminCommand.make(
        "create", "Back up everything to a new file",
        about:
            "The file gets its name only when it is complete and on disk, and never replaces another file. With a key, it is encrypted and also contains the server's secret key. Without one, keep a copy of the secret key yourself.",
        words: [Command.Word(name: "PATH", help: "The new file, or a folder for a file named after the time.")],
        options: [keyFile],
        examples: [
            "daybook backup create /var/backups/daybook/": "a file named after the time",
            "daybook backup create --key-file /etc/daybook/backup.key daybook.backup":
                "an encrypted backup",
        ],
        run: { invocation in
            AdminCommand.tell(invocation) { configuration throws(StartFailure) in
                defer { ProgressBar.clearLine() }
                return try await Backups.create(
                    configuration, at: invocation.words[0], keyFile: invocation.options["key-file"],
                    progress: megabytes("MiB read from the database"))
            }
        })

    private static let verify: Command = Command(
        name: "verify", summary: "Read a whole backup and check that it is undamaged",
        about:
            "Needs no database. Reports a changed byte, a missing end or a wrong key, and then exits with a code other than 0.",
        words: [file], options: [keyFile, Command.json],
        examples: ["daybook backup verify daybook.backup": "what it contains, and that it is complete"],
        codes: [.success, .failure, .usage, .inputOutput],
        run: { invocation in
            AdminCommand.tell(invocation) { () throws(StartFailure) in
                defer { ProgressBar.clearLine() }
                return try await Backups.verify(
                    invocation.words[0], keyFile: invocation.options["key-file"], progress: megabytes("MiB checked"))
            }
        })

    private static let restore = AdminCommand.make(
        "restore", "Restore a backup into an empty database",
        about: """
            The whole backup is read first; if anything is wrong with it, or the database is not empty, nothing is changed. A backup with an older schema is brought up to date. If a restore is interrupted, servers refuse the database until the same command has run again.

            Devices notice that the history has changed: they download everything again and resend their changes.
            """,
        words: [file],
        options: [
            keyFile,
            Command.Option(
                name: "database", placeholder: "NAME",
                help:
                    "Restore into this database on the same server, beside the one in use. It is created if it does not exist."
            ),
            Command.Option(
                name: "account", placeholder: "ID", help: "Restore only this account, which must no longer exist."),
        ],
        examples: [
            "daybook backup restore daybook.backup": "on a new machine, before the first start",
            "daybook backup restore daybook.backup --database last_week": "to look something up",
            "daybook backup restore daybook.backup --account 2b1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10":
                "an account that was deleted",
        ],
        run: { invocation in
            if invocation.has("account"), invocation.has("database") {
                return Terminal.end("--account restores into the database in use; leave out --database")
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
        about: "Keep a copy of it away from this machine and from the backups.",
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
