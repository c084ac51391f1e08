import DaybookClient
import DaybookCore
import DaybookHost

/// How the days went: numbers, and the server's pictures in letters.
enum ProgressCommand {
    static let command = CommandSession.command(
        "progress", "Show what was done: this month, day by day, and by category, tag or list",
        about:
            "Counts completions by the account's days, including tasks deleted since. Without the server it counts what this device has.",
        options: [
            Command.Option(name: "days", placeholder: "N", help: "How many days, 7 to 120. [30]"),
            Command.Option(
                name: "by", placeholder: "WHAT", choices: Distribution.Kind.allCases.map(\.rawValue),
                help: "What to group completions by. [list]"),
            Command.Option(name: "year", help: "Show a map of the last 365 days instead of bars."),
            Command.Option(
                name: "svg", placeholder: "PICTURE", choices: ["daily", "year", "balance"],
                help: "Print the server's picture as SVG instead."),
        ] + CommandSession.options,
        examples: [
            "daybook progress": "this month, the last 30 days, the balance",
            "daybook progress --year --by category": "a year's map, by category",
            "daybook progress --svg year > year.svg": "a picture for a page",
        ],
        run: { invocation, session in
            guard let days = Int(invocation.options["days"] ?? "30"), (7...120).contains(days) else {
                throw Refusal(usage: "--days: expected a number from 7 to 120")
            }
            let kind = Distribution.Kind(rawValue: invocation.options["by"] ?? "list") ?? .list
            await session.look()
            if let name = invocation.options["svg"] { return try await draw(name, kind, session) }
            let today = await session.notebook.moment.today
            let dates = today.adding(days: invocation.has("year") ? -364 : 1 - days)...today
            try await show(dates, asMap: invocation.has("year"), kind, session)
        })

    private static func draw(_ name: String, _ kind: Distribution.Kind, _ session: CommandSession) async throws {
        let picture: StatisticsPicture =
            switch name {
            case "year": .year()
            case "balance": .balance(kind)
            default: .daily
            }
        Terminal.say(String(decoding: try await session.notebook.picture(picture), as: UTF8.self))
    }

    private static func show(
        _ dates: ClosedRange<CalendarDate>, asMap: Bool, _ kind: Distribution.Kind, _ session: CommandSession
    ) async throws {
        let notebook = session.notebook
        let told = try await notebook.progress(dates, by: kind, withoutServer: session.isOffline)
        session.tellObject { json in
            json.member("source", told.source.rawValue)
            json.member("summary", told.statistic.counts)
            json.member("daily", told.statistic.series)
            json.object("distribution") { json in
                told.statistic.shares.distribution.writeMembers(to: &json, by: kind) { told.statistic.shares.names[$0] }
            }
        }
        guard !session.isJSON else { return }
        let (counts, series, shares) = (told.statistic.counts, told.statistic.series, told.statistic.shares)
        let charts = Charts(style: session.style)
        session.say(session.style.bold(counts.trend.sentence))
        session.say(
            session.style.dim(
                "Today \(counts.today), this week \(counts.thisWeek), last month \(counts.lastMonth), "
                    + "ever \(counts.ever)"))
        session.say("")
        let firstWeekday = await notebook.day.firstWeekday
        for line in asMap ? charts.map(series, firstWeekday: firstWeekday) : charts.bars(series) { session.say(line) }
        if !shares.distribution.shares.isEmpty {
            session.say("\n" + session.style.bold("By \(kind.rawValue)"))
            for line in charts.balance(shares.distribution.shares, name: { shares.names[$0] }) { session.say(line) }
        }
        if told.source == .device { session.sayWhereFrom() }
    }
}

extension CommandSession {
    /// That numbers may lack something.
    func sayWhereFrom() { say(style.dim("\nCounted from what this device has; the server was not asked.")) }
}
