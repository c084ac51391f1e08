import DaybookHost
import DaybookServer

enum AccountCommand {
    static let command = Command(
        name: "account", summary: "See and change accounts",
        about:
            "Works on the configured database, whether or not a server is running. Only `delete` without a name is about your own account.",
        subcommands: [
            list, show, create, label, demo, disable, enable, delete, exportThenDelete, setPassword, removeSecondFactor,
            passkeys, removePasskey,
        ])

    private static let zone = Command.Option(
        name: "time-zone", placeholder: "ZONE", help: "The account's time zone, such as Europe/Berlin. [UTC]")
    private static let email = Command.Option(
        name: "email", placeholder: "EMAIL", help: "Give it a login with this email.")
    private static let fromInput = Command.Option(
        name: "password-stdin", help: "Read the password from the first line of standard input instead of making one.")

    private static let list = AdminCommand.make(
        "list", "Show the accounts, newest first",
        options: [
            Command.Option(name: "label", placeholder: "TEXT", help: "Show only accounts whose label holds this."),
            Command.Option(name: "limit", placeholder: "N", help: "Show at most this many. [1000]"),
        ],
        examples: [
            "daybook account list --label family": "those that you call so",
            "daybook account list --json": "for scripts",
        ],
        run: { invocation in
            guard let limit = AdminCommand.number(invocation, "limit", default: 1000) else { return .usage }
            return AdminCommand.perform(invocation) {
                try await $0.listAccounts(limit: limit, label: invocation.options["label"])
            }
        })

    private static let show = AdminCommand.make(
        "show", "Show one account", words: [AdminCommand.account],
        examples: ["daybook account show ada@example.org": "by its email, or by its id"],
        work: { administration, invocation in try await administration.showAccount(invocation.words[0]) })

    private static let create = AdminCommand.make(
        "create", "Create an account and show its first token",
        about:
            "Works even if registration is closed. With --email the account gets a login, and its password is shown.",
        options: [
            zone, email, fromInput,
            Command.Option(name: "label", placeholder: "TEXT", help: "What you call it; only operators see it."),
        ],
        examples: [
            "daybook account create --email ada@example.org --time-zone Europe/Berlin":
                "an account that can log in at once"
        ],
        run: { invocation in
            let password = AdminCommand.password(invocation)
            return AdminCommand.perform(invocation) {
                try await $0.createAccount(
                    timeZone: invocation.options["time-zone"], email: invocation.options["email"], password: password,
                    label: invocation.options["label"])
            }
        })

    private static let label = AdminCommand.make(
        "label", "Say what you call an account",
        about:
            "Only the operator's commands show it. An account that came with an invitation has its label at first.",
        words: [
            AdminCommand.account, Command.Word(name: "TEXT", help: "The label; none forgets it.", isOptional: true),
        ],
        examples: ["daybook account label ada@example.org 'Ada, first floor'": "until it is said anew"],
        work: { administration, invocation in
            try await administration.labelAccount(invocation.words[0], invocation.words.dropFirst().first)
        })

    private static let demo = AdminCommand.make(
        "demo", "Create an account with sample data, for reviewers",
        about: "It has tasks from all three apps, as after a few weeks of use. Its login is shown.",
        options: [zone, email],
        examples: ["daybook account demo --time-zone Europe/Berlin": "with days in Berlin's time"],
        work: { administration, invocation in
            try await administration.createDemo(
                timeZone: invocation.options["time-zone"], email: invocation.options["email"])
        })

    private static let disable = AdminCommand.make(
        "disable", "Block access to an account", about: "Nothing is lost; `enable` undoes it.",
        words: [AdminCommand.account],
        examples: ["daybook account disable ada@example.org": "until it is enabled again"],
        work: { administration, invocation in
            try await administration.setAccount(invocation.words[0], disabled: true)
        })

    private static let enable = AdminCommand.make(
        "enable", "Restore access to a disabled account", words: [AdminCommand.account],
        examples: ["daybook account enable ada@example.org": "its devices continue where they left off"],
        work: { administration, invocation in
            try await administration.setAccount(invocation.words[0], disabled: false)
        })

    private static let delete = Command(
        name: "delete", summary: "Delete your own account, or one of this server's, with all its data",
        about: """
            Without ACCOUNT it deletes the account that this device is logged in to, at its server and on all devices, and empties this notebook. It says what goes, offers an export, and wants the password; for an account without a login it wants the account's id. Both are typed, or a line of standard input, also with --yes.

            With ACCOUNT it is a command for operators: it works on the configured database, whether or not a server is running.
            """,
        words: [Command.Word(name: "ACCOUNT", help: AdminCommand.account.help, isOptional: true)],
        options: [
            .init(name: "recovery-code", help: "Prove with a recovery code that your own account is yours."),
            Question.option, NotebookPlace.option, Command.json,
        ], settings: [.database],
        examples: [
            "daybook account delete": "your own; asks before it deletes",
            "daybook account delete ada@example.org --yes": "one of this server's, without a question",
        ],
        codes: [.success, .failure, .usage, .unavailable, .inputOutput, .forbidden, .configuration],
        run: { invocation in
            guard let name = invocation.words.first else { return OwnAccountDeletion.run(invocation) }
            let question = "All data of \(name) will be deleted; only a backup can bring it back."
            return AdminCommand.perform(invocation, asking: question) { try await $0.deleteAccount(name) }
        })

    private static let exportThenDelete = AdminCommand.make(
        "export-then-delete", "Export all data of an account to a file, then delete the account",
        about:
            "The file is JSON and includes the history. The account is blocked meanwhile. If the file cannot be written, the account stays as it was.",
        words: [AdminCommand.account],
        options: [
            Command.Option(
                name: "output", placeholder: "PATH",
                help: "A new file, or a folder for a file named Daybook-Tasks-Export-DATE-ACCOUNT."),
            Question.option,
        ],
        examples: ["daybook account export-then-delete ada@example.org --output ada.json": "asks before it deletes"],
        run: { invocation in
            let name = invocation.words[0]
            guard let output = invocation.options["output"] else { return Terminal.end("--output PATH is missing") }
            let question = "\(name) will be written to \(output) and deleted from this server."
            guard AdminCommand.isConfirmed(invocation, question) else { return .failure }
            Interruption.removesOutputs()
            let bar = ProgressBar("tasks")
            return AdminCommand.perform(invocation) {
                defer { bar.clear() }
                return try await $0.exportThenDelete(name, to: ExportPlace(output)) { bar.show($0.tasks, of: $0.of) }
            }
        })

    private static let removeSecondFactor = AdminCommand.make(
        "remove-second-factor", "Let an account's password alone log in again",
        about:
            "For somebody who has lost the device that shows the codes, and the recovery codes. Devices stay logged in. Be sure that it is the owner who asks.",
        words: [AdminCommand.account],
        examples: ["daybook account remove-second-factor ada@example.org": "she can set up another afterwards"],
        work: { administration, invocation in try await administration.removeSecondFactor(invocation.words[0]) })

    private static let passkeys = AdminCommand.make(
        "passkeys", "Show an account's passkeys", words: [AdminCommand.account],
        examples: ["daybook account passkeys ada@example.org": "with the time of each one's last use"],
        work: { administration, invocation in try await administration.listPasskeys(invocation.words[0]) })

    private static let removePasskey = AdminCommand.make(
        "remove-passkey", "Remove a passkey of an account",
        about: "Nobody signs in with it any more; devices that are in stay in. Be sure that it is the owner who asks.",
        words: [AdminCommand.account, Command.Word(name: "PASSKEY", help: "Its id.")],
        examples: [
            "daybook account remove-passkey ada@example.org 5f2c6a70-91de-4b6e-8a4f-3c1f9be0d422": "a lost key"
        ],
        work: { administration, invocation in
            try await administration.removePasskey(invocation.words[0], invocation.words[1])
        })

    private static let setPassword = AdminCommand.make(
        "set-password", "Change an account's password",
        about:
            "With --email, also change its email or give it its first login. Devices, passkeys, calendar feeds and recovery codes stay good unless --end-sessions is given.",
        words: [AdminCommand.account],
        options: [
            email, fromInput,
            Command.Option(
                name: "end-sessions",
                help: "Revoke all of the account's devices, and remove its passkeys, calendar feeds and recovery codes."
            ),
        ],
        examples: ["daybook account set-password ada@example.org": "generate a new password and show it"],
        run: { invocation in
            let password = AdminCommand.password(invocation)
            return AdminCommand.perform(invocation) {
                try await $0.setPassword(
                    invocation.words[0], email: invocation.options["email"], password: password,
                    endsSessions: invocation.has("end-sessions"))
            }
        })
}
