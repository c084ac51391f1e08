import DaybookAccounts
import HTTP

extension ViewReader {
    /// What the apps put on a screen, made at the server for devices that hold no replica.
    var views: [GuardedRoute] {
        let filtered = FilteredTasks(reader: self, all: ReadPage(database: database))
        return [
            get("/v1/views/inbox", InboxView.init),
            get("/v1/views/today", TodayView.init),
            get("/v1/views/upcoming", UpcomingView.init),
            get("/v1/views/past", PastView.init),
            get("/v1/views/overdue", OverdueView.init),
            get("/v1/views/backlog", BacklogView.init),
            get("/v1/views/board", BoardView.init),
            get("/v1/views/regions/:region", RegionView.init),
            get("/v1/views/widget", WidgetView.init),
            get("/v1/views/completed", CompletedView.init),
            .get("/v1/views/lists/:id", needs: .read, filtered.answerList),
        ]
    }

    /// What became of the account's days, in numbers and in pictures. Nothing in it counts streaks.
    var statistics: [GuardedRoute] {
        [
            get("/v1/analytics/summary", ReadSummary.init),
            get("/v1/analytics/daily", ReadDaily.init),
            get("/v1/analytics/distribution", ReadDistribution.init),
            get("/v1/analytics/rhythm", ReadRhythm.init),
            get("/v1/analytics/postponements", ReadPostponements.init),
            get("/v1/analytics/completion-time", ReadCompletionTime.init),
            get("/v1/analytics/review", ReadReview.init),
            get("/v1/analytics/daily.svg", DrawDaily.init),
            get("/v1/analytics/year.svg", DrawYear.init),
            get("/v1/analytics/balance.svg", DrawBalance.init),
        ]
    }

    private func get<View: AccountView>(
        _ pattern: String, _ view: @escaping @Sendable (Request) throws -> View
    ) -> GuardedRoute {
        .get(pattern, needs: .read) { try await answer(view($0), $0, $1) }
    }
}
