import DaybookHost
import DaybookServer

/// What the server sends to people's devices.
enum RemindersCommand {
    static let command = Command(
        name: "reminders", summary: "See what is sent to devices, test a channel, pause it all",
        about: "See docs/run/reminders.md. For one's own reminders there are 'daybook remind' and 'daybook channel'.",
        subcommands: [status, test, pause, resume])

    private static let status = AdminCommand.make(
        "status", "Show what is due, what channels there are, and what became of the messages of 24 hours",
        about: "It counts all accounts and shows no titles, names or addresses.",
        examples: ["daybook reminders status --json": "for scripts"],
        work: { administration, _ in try await administration.reminderStatus() })

    private static let test = AdminCommand.make(
        "test", "Send a message over somebody's channel from here, and show what became of it",
        words: [Command.Word(name: "CHANNEL", help: "Its id, as its owner sees it in 'daybook channel list --json'.")],
        examples: [
            "daybook reminders test 5f2c6a70-91de-4b6e-8a4f-3c1f9be0d422": "whether the mail server takes a message"
        ],
        groups: [.database, .notifications],
        work: { administration, invocation in try await administration.testChannel(invocation.words[0]) })

    private static let pause = AdminCommand.make(
        "pause", "Send nothing for now, on all servers of this database",
        about:
            "Running servers take nothing more from this moment on. What falls due waits; tests, and mails that confirm an address, still go out.",
        examples: ["daybook reminders pause": "while a mail server moves"],
        work: { administration, _ in try await administration.pauseReminders() })

    private static let resume = AdminCommand.make(
        "resume", "Send again, beginning with what waits",
        about:
            "Running servers notice within five seconds. Reminders that are more than a day late become one summary for each account.",
        examples: ["daybook reminders resume": "marked with how late they are"],
        work: { administration, _ in try await administration.resumeReminders() })
}
