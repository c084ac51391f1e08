import DaybookHost

/// The program: every command there is, in the order in which one meets them.
enum Daybook {
    static let root: Command = Command(
        name: "daybook", summary: "A self-hosted sync backend for to-do apps, on PostgreSQL.",
        about:
            "Start with `daybook serve`. Without further settings it runs its own PostgreSQL and answers on http://127.0.0.1:8420.",
        options: [Command.Option(name: "version", help: "Show the version.")],
        subcommands: groups.flatMap(\.commands), groups: groups)

    private static let groups = [
        Command.Group(
            title: "Tasks",
            commands: [
                AddCommand.command, OpenCommands.next, ViewCommands.today, ViewCommands.inbox, ViewCommands.upcoming,
                LateCommands.past, LateCommands.overdue, OpenCommands.all, BoardCommand.command, BacklogCommand.command,
                CompletedCommand.command, ListsCommand.command, SearchCommand.command, FilterCommand.command,
                ShowCommand.command, StateCommands.done, StateCommands.start, StateCommands.reopen, MoveCommand.command,
                EditCommand.command, StateCommands.remove, EraseCommand.command, UndoCommand.command,
                RedoCommand.command,
                HistoryCommand.command, TakeBackCommand.command, ProposalsCommand.command,
                ProgressCommand.command, ReviewCommand.command, RemindCommand.command,
                AssistantCommand.command,
            ]),
        Command.Group(
            title: "Account and devices",
            commands: [
                LoginCommand.command, PairCommand.command, ClaimCommand.command, PasswordCommand.command,
                RecoveryCodesCommand.command, SecondFactorCommand.command, SyncCommand.command, StatusCommand.command,
                ConflictsCommand.command,
                SettingsCommand.command, ChannelCommand.command, ExportCommand.command, ImportCommand.command,
            ]),
        Command.Group(
            title: "Server",
            commands: [
                ServeCommand.command, MigrateCommand.command, DoctorCommand.command, ConfigCommand.command,
                StatsCommand.command, RemindersCommand.command, CalDAVCommand.command, AccountCommand.command,
                DeviceCommand.command, TokenCommand.command, InviteCommand.command, BackupCommand.command,
                KeyCommand.command, EpochCommand.command, CitusCommand.command,
                CheckCommand.command, PurgeCommand.command, VacuumCommand.command, UpgradeDatabaseCommand.command,
            ]),
        Command.Group(
            title: "This program",
            commands: [
                CompletionsCommand.command, WordsCommand.command, ManCommand.command, VersionCommand.command,
                HelpCommand.command,
            ]),
    ]

    static func run(_ arguments: [String]) -> ExitCode {
        // What is asked for in front of any command.
        if arguments == ["--version"] || arguments == ["-V"] { return VersionCommand.show(json: false) }
        do throws(UsageError) {
            if arguments.isEmpty {
                Terminal.complain(root.help(path: [root.name]))
                return .usage
            }
            let (invocation, path) = try root.parse(arguments)
            guard !invocation.wantsHelp else { return HelpCommand.show(invocation.command, path) }
            return invocation.command.run(invocation)
        } catch {
            return Terminal.end("\(error.sentence)\nTry '\(error.command) --help'.")
        }
    }
}
