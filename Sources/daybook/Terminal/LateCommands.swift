import DaybookClient
import DaybookCore
import DaybookServer

/// What is late: left behind on its day, or past its due time.
enum LateCommands {
    static let past: Command = Command(
        name: "past", summary: "Show what was scheduled before today and is not done",
        about: "Nothing moves from here by itself: take it up again with 'daybook move TASK today', or let it wait.",
        options: Desk.options,
        examples: [
            .init(line: "daybook past", does: "what was left behind, with its dates"),
            .init(line: "daybook past --json", does: "for programs"),
        ], codes: Desk.codes,
        run: { invocation in
            Desk.run(invocation) { desk in
                await desk.look()
                await desk.show("Left behind", await desk.notebook.past())
            }
        })

    static let overdue: Command = Command(
        name: "overdue", summary: "Show what was due before now and is not done",
        about: "A due time is an instant of its own; it has nothing to do with the day that a task is scheduled for.",
        options: Desk.options,
        examples: [
            .init(line: "daybook overdue", does: "what is late, to the minute"),
            .init(line: "daybook overdue --json --offline", does: "for a status bar, without the network"),
        ], codes: Desk.codes,
        run: { invocation in
            Desk.run(invocation) { desk in
                await desk.look()
                await desk.show("Overdue", await desk.notebook.overdue())
            }
        })
}
