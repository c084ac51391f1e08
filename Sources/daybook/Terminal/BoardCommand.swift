import DaybookClient
import DaybookCore

enum BoardCommand {
    static let command = CommandSession.command(
        "board", "Show today's Morning, Afternoon and Evening, or the tasks of one",
        about: """
            Each region shows its must-do, how many complementary and other tasks are open out of those it has room for, and how \
            much is done. On the board are today's tasks, those of a region without a date, and sticky ones until they are done.
            """,
        words: [
            Command.Word(
                name: "REGION", help: "Show the tasks of this region.", choices: Region.ofTheDay.map(\.name),
                isOptional: true)
        ],
        examples: [
            "daybook board": "the day at a glance",
            "daybook board morning": "the morning's tasks",
        ],
        run: { invocation, session in
            await session.look()
            if let name = invocation.words.first {
                guard let region = Region(name: name), Region.ofTheDay.contains(region) else {
                    throw Refusal(usage: "there is no region '\(TerminalStyle.line(name))'")
                }
                return await session.show(region.title, await session.notebook.snapshot.tasks(in: region))
            }
            let board = await session.notebook.snapshot.board
            session.tell { board.write(to: &$0) }
            for cell in board.cells { show(cell, session) }
            session.say("\(session.style.bold("Backlog"))  \(board.backlog) open")
            session.say(session.style.dim("\nDone today: \(board.overall), \(board.overall.percent) %"))
        })

    private static func show(_ cell: Board.Cell, _ session: CommandSession) {
        let style = session.style
        session.say(
            "\(style.bold(cell.region.title))  \(style.dim("\(cell.progress) done, \(cell.progress.percent) %"))")
        let title = TerminalStyle.line(cell.mustDoTitle)
        let isOpen = cell.mustDo.map { !$0.isCompleted } ?? false
        session.say("  Must-do        \(isOpen ? title : style.dim(title))")
        session.say("  Complementary  \(cell.complementary)")
        session.say("  Misc           \(cell.misc)")
    }
}

enum BacklogCommand {
    static let command = CommandSession.command(
        "backlog", "Show the backlog by when its tasks came in",
        about: "In groups: Today, Yesterday, This Week (from the account's first weekday) and Older.",
        examples: [
            "daybook backlog": "what is waiting, newest first",
            "daybook backlog --json": "for programs, with the count of each group",
        ],
        run: { _, session in
            await session.look()
            let backlog = await session.notebook.snapshot.backlog
            session.tell { backlog.write(to: &$0) }
            guard !session.isJSON else { return }
            let lines = await session.lines()
            session.groups(
                backlog.groups.filter { $0.count > 0 }.map { group in
                    ("\(session.language.text(group.age.phrase)) (\(group.count))", group.tasks.map { lines.line($0) })
                }, orElse: "The backlog is empty.")
        })
}
