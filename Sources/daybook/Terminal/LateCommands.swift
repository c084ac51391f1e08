import DaybookClient
import DaybookCore

/// What is late: left behind on its day, or past its due time.
enum LateCommands {
    static let past = command(
        "past", "Show what was scheduled before today and is not done",
        about: "Nothing moves from here by itself: take it up again with 'daybook move TASK today', or let it wait.",
        examples: [
            .init(line: "daybook past", does: "what was left behind, with its dates"),
            .init(line: "daybook past --json", does: "for programs"),
        ], title: "Left behind"
    ) { await $0.past() }

    static let overdue = command(
        "overdue", "Show what was due before now and is not done",
        about: "A due time is an instant of its own; it has nothing to do with the day that a task is scheduled for.",
        examples: [
            .init(line: "daybook overdue", does: "what is late, to the minute"),
            .init(line: "daybook overdue --json --offline", does: "for a status bar, without the network"),
        ], title: "Overdue"
    ) { await $0.overdue() }

    private static func command(
        _ name: String, _ summary: String, about: String, examples: [Command.Example], title: String,
        _ tasks: @escaping @Sendable (Notebook) async -> [TaskItem]
    ) -> Command {
        Command(
            name: name, summary: summary, about: about, options: CommandSession.options, examples: examples,
            codes: CommandSession.codes,
            run: { invocation in
                CommandSession.run(invocation) { session in
                    await session.look()
                    await session.show(title, await tasks(session.notebook))
                }
            })
    }
}
