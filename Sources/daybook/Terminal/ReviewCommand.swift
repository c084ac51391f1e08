import DaybookClient
import DaybookCore

/// A week looked back on.
enum ReviewCommand {
    static let command = CommandSession.command(
        "review", "Look back on a week",
        words: [
            Command.Word(
                name: "DATE", help: "A date in the week, or 'last'. [this week]", isOptional: true)
        ],
        examples: [
            "daybook review": "this week so far",
            "daybook review last": "the week before",
            "daybook review 2026-11-02": "the week of a date",
        ],
        run: { invocation, session in
            let today = await session.notebook.moment.today
            var date = today
            if let word = invocation.words.first {
                if word == "last" {
                    date = today.adding(days: -7)
                } else if let given = CalendarDate(word) {
                    date = given
                } else {
                    throw Refusal(usage: "'\(word)' is not a date such as 2026-11-21")
                }
            }
            await session.look()
            let told = try await session.notebook.review(of: date, withoutServer: session.isOffline)
            session.tellObject { json in
                json.member("source", told.source.rawValue)
                told.statistic.writeMembers(to: &json)
            }
            if !session.isJSON { show(told, session) }
        })

    private static func show(_ told: Told<WeeklyReview>, _ session: CommandSession) {
        let (style, review) = (session.style, told.statistic)
        session.say(style.bold(review.sentence))
        session.say("")
        let most = max(1, review.series.most)
        for day in review.series.days {
            let name = weekdays[day.date.weekday - 1]
            let filled = (day.count * 30 + most - 1) / most
            let bar = String(repeating: style.plainSigns ? "#" : "█", count: filled)
            let count = day.count == 0 ? "" : " \(day.count)"
            session.say("\(style.dim("\(name) \(day.date.text.dropFirst(5))"))  \(style.cyan(bar))\(count)")
        }
        session.say("")
        func line(_ name: String, _ count: Int) { session.say("\(style.dim(name.aligned(left: 18)))\(count)") }
        line("Written down", review.added)
        line("Moved to later", review.postponed)
        line("Still waiting", review.waiting)
        line("The week before", review.completedWeekBefore)
        if told.source == .device { session.sayWhereFrom() }
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
