import DaybookClient
import DaybookCore

/// What is late: left behind on its day, or past its due time.
enum LateCommands {
    static let past = command(
        "past", "Show what was scheduled before today and is not done",
        about: "Nothing here moves by itself: reschedule a task with 'daybook move TASK today', or leave it.",
        examples: [
            "daybook past": "what was left behind, with its dates",
            "daybook past --json": "for programs",
        ], title: "Left behind"
    ) { await $0.snapshot.past }

    static let overdue = command(
        "overdue", "Show what was due before now and is not done",
        about: "The due time is independent of the day that a task is scheduled for.",
        examples: [
            "daybook overdue": "what is late, to the minute",
            "daybook overdue --json --offline": "for a status bar, without the network",
        ], title: "Overdue"
    ) { await $0.snapshot.overdue }

    private static func command(
        _ name: String, _ summary: String, about: String, examples: KeyValuePairs<String, String>, title: String,
        _ tasks: @escaping @Sendable (Notebook) async -> [TaskItem]
    ) -> Command {
        CommandSession.command(
            name, summary, about: about, examples: examples,
            run: { _, session in
                await session.look()
                await session.show(title, await tasks(session.notebook))
            })
    }
}
