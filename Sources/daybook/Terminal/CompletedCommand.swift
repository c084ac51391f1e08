import DaybookClient
import DaybookCore

enum CompletedCommand {
    static let command = CommandSession.command(
        "completed", "Show completed tasks by date, latest first",
        about: "Dates are in the account's time zone. Tasks deleted since are not shown.",
        options: [
            .init(name: "from", placeholder: "DATE", help: "The first date. [six days before the last]"),
            .init(name: "to", placeholder: "DATE", help: "The last date. [today]"),
        ] + CommandSession.options,
        examples: [
            "daybook completed": "the last seven days",
            "daybook completed --from 2026-11-01 --to 2026-11-30": "a month",
            "daybook completed --from today --json": "today's, for programs",
        ],
        run: { invocation, session in
            await session.look()
            let dates = try await dates(invocation, session)
            let groups = await session.notebook.snapshot.completed(on: dates)
            guard let lines = await session.lines(unlessTold: "groups", { $0.array(groups) { $1.write(to: &$0) } })
            else { return }
            session.groups(
                groups.map { group in
                    ("\(lines.title(of: group.date)) (\(group.tasks.count))", group.tasks.map { lines.line($0) })
                }, orElse: "Nothing was completed.")
        })

    private static func dates(_ invocation: Invocation, _ session: CommandSession) async throws -> ClosedRange<
        CalendarDate
    > {
        func date(_ option: String) async throws -> CalendarDate? {
            guard let text = invocation.options[option] else { return nil }
            guard let date = try await session.date(text) else { throw Refusal(usage: "--\(option) needs a date") }
            return date
        }
        let today = await session.notebook.moment.today
        let from = try await date("from")
        let last = try await date("to") ?? max(today, from ?? today)
        let first = from ?? last.adding(days: -6)
        guard first <= last else { throw Refusal(usage: "--from is after --to") }
        return first...last
    }
}
