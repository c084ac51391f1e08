import DaybookAccounts
import DaybookCore
import DaybookHost
import Postgres

/// What the apps put on a screen, made at the server for devices that hold no replica.
struct ViewRoutes: Sendable {
    let reader: ViewReader

    init(_ database: Database, now: @escaping @Sendable () -> Instant = { .now() }) {
        reader = ViewReader(database: database, known: KnownSettings(), now: now)
    }

    var all: [(pattern: String, handler: GuardedRoutes.GuardedHandler)] {
        [
            ("/v1/views/inbox", { try await reader.answer(InboxView($0), $0, $1) }),
            ("/v1/views/today", { try await reader.answer(TodayView($0), $0, $1) }),
            ("/v1/views/upcoming", { try await reader.answer(UpcomingView($0), $0, $1) }),
            ("/v1/views/past", { try await reader.answer(PastView($0), $0, $1) }),
            ("/v1/views/overdue", { try await reader.answer(OverdueView($0), $0, $1) }),
            ("/v1/views/lists/:id", { try await reader.answer(ListView($0), $0, $1) }),
            ("/v1/views/backlog", { try await reader.answer(BacklogView($0), $0, $1) }),
            ("/v1/views/board", { try await reader.answer(BoardView($0), $0, $1) }),
            ("/v1/views/widget", { try await reader.answer(WidgetView($0), $0, $1) }),
            ("/v1/views/completed", { try await reader.answer(CompletedView($0), $0, $1) }),
        ]
    }

    func addRoutes(to routes: inout GuardedRoutes) {
        for (pattern, handler) in all { routes.get(pattern, needs: .read, handler) }
    }
}
