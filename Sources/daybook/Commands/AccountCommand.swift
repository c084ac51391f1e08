import DaybookHost
import DaybookServer

enum AccountCommand {
    static let command = Command(
        name: "account", summary: "See and change accounts",
        about: "Works on the database of the configuration, beside a running server or without one.",
        subcommands: [list, show, create, demo, disable, enable, delete, exportThenDelete, setPassword])

    private static let zone = Command.Option(
        name: "time-zone", placeholder: "ZONE", help: "The account's time zone, as Europe/Berlin; UTC unless said.")
    private static let email = Command.Option(
        name: "email", placeholder: "EMAIL", help: "Give it a login with this email.")
    private static let fromInput = Command.Option(
        name: "password-stdin", help: "Read the password from the first line of standard input instead of making one.")

    private static let list = AdminCommand.make(
        "list", "Show the accounts, the newest first",
        options: [Command.Option(name: "limit", placeholder: "N", help: "Show so many at most; 1000 unless said.")],
        examples: ["daybook account list --json": "for scripts"],
        run: { invocation in
            guard let limit = AdminCommand.number(invocation, "limit", default: 1000) else { return .usage }
            return AdminCommand.perform(invocation) { try await $0.listAccounts(limit: limit) }
        })

    private static let show = AdminCommand.make(
        "show", "Show one account", words: [AdminCommand.account],
        examples: ["daybook account show ada@example.org": "by its email, or by its id"],
        work: { administration, invocation in try await administration.showAccount(invocation.words[0]) })

    private static let create = AdminCommand.make(
        "create", "Make an account and show its first token",
        about: "Also where registration is closed. With --email it gets a login, and its password is shown.",
        options: [zone, email, fromInput],
        examples: [
            "daybook account create --email ada@example.org --time-zone Europe/Berlin":
                "an account that can log in at once"
        ],
        run: { invocation in
            let password = AdminCommand.password(invocation)
            return AdminCommand.perform(invocation) {
                try await $0.createAccount(
                    timeZone: invocation.options["time-zone"], email: invocation.options["email"], password: password)
            }
        })

    private static let demo = AdminCommand.make(
        "demo", "Make an account with sample data, for reviewers",
        about: "Tasks of all three apps, as a few weeks of use would have left them. Its login is shown.",
        options: [zone, email],
        examples: ["daybook account demo --time-zone Europe/Berlin": "its days are those of Berlin"],
        work: { administration, invocation in
            try await administration.createDemo(
                timeZone: invocation.options["time-zone"], email: invocation.options["email"])
        })

    private static let disable = AdminCommand.make(
        "disable", "Let nobody of an account in", about: "Nothing of it is lost; `enable` undoes it.",
        words: [AdminCommand.account],
        examples: ["daybook account disable ada@example.org": "until it is enabled again"],
        work: { administration, invocation in
            try await administration.setAccount(invocation.words[0], disabled: true)
        })

    private static let enable = AdminCommand.make(
        "enable", "Let a disabled account in again", words: [AdminCommand.account],
        examples: ["daybook account enable ada@example.org": "its devices go on where they were"],
        work: { administration, invocation in
            try await administration.setAccount(invocation.words[0], disabled: false)
        })

    private static let delete = AdminCommand.make(
        "delete", "Delete an account and everything of it, for good", words: [AdminCommand.account],
        options: [Command.Option(name: "yes", help: "Do not ask.")],
        examples: ["daybook account delete ada@example.org --yes": "without being asked, for scripts"],
        run: { invocation in
            let name = invocation.words[0]
            guard
                AdminCommand.isConfirmed(
                    invocation, "Everything of \(name) will be deleted; only a backup could bring it back.")
            else { return .failure }
            return AdminCommand.perform(invocation) { try await $0.deleteAccount(name) }
        })

    private static let exportThenDelete = AdminCommand.make(
        "export-then-delete", "Write everything of an account into a file, then delete the account",
        about:
            "As JSON, with its history. Nobody gets in meanwhile; where the file cannot be written the account stays as it was.",
        words: [AdminCommand.account],
        options: [
            Command.Option(
                name: "output", placeholder: "PATH",
                help: "A file, or a folder in which it is called Daybook-Tasks-Export-DATE."),
            Command.Option(name: "yes", help: "Do not ask."),
        ],
        examples: ["daybook account export-then-delete ada@example.org --output ada.json": "asks before it deletes"],
        run: { invocation in
            let name = invocation.words[0]
            guard let output = invocation.options["output"] else {
                Terminal.complain("daybook: --output PATH is missing")
                return .usage
            }
            guard
                AdminCommand.isConfirmed(
                    invocation, "\(name) will be written to \(output) and deleted from this server.")
            else { return .failure }
            Interruption.removesOutputs()
            let bar = ProgressBar("tasks")
            return AdminCommand.perform(invocation) {
                defer { bar.clear() }
                return try await $0.exportThenDelete(name, to: ExportPlace(output)) { bar.show($0.tasks, of: $0.of) }
            }
        })

    private static let setPassword = AdminCommand.make(
        "set-password", "Give an account another password",
        about: "With --email also another email, or a first login. Who is logged in stays so without --end-sessions.",
        words: [AdminCommand.account],
        options: [
            email, fromInput,
            Command.Option(name: "end-sessions", help: "Revoke all of the account's devices."),
        ],
        examples: ["daybook account set-password ada@example.org": "makes a new one and shows it"],
        run: { invocation in
            let password = AdminCommand.password(invocation)
            return AdminCommand.perform(invocation) {
                try await $0.setPassword(
                    invocation.words[0], email: invocation.options["email"], password: password,
                    endsSessions: invocation.has("end-sessions"))
            }
        })
}
