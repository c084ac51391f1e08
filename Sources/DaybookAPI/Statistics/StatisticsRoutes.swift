import DaybookAccounts
import DaybookCore
import Postgres

/// What became of the account's days, in numbers and in pictures. Nothing in it counts streaks.
struct StatisticsRoutes: Sendable {
    let reader: ViewReader

    func addRoutes(to routes: inout GuardedRoutes) {
        routes.get("/v1/analytics/summary", needs: .read) { try await reader.answer(ReadSummary($0), $0, $1) }
        routes.get("/v1/analytics/daily", needs: .read) { try await reader.answer(ReadDaily($0), $0, $1) }
        routes.get("/v1/analytics/distribution", needs: .read) {
            try await reader.answer(ReadDistribution($0), $0, $1)
        }
        routes.get("/v1/analytics/rhythm", needs: .read) { try await reader.answer(ReadRhythm($0), $0, $1) }
        routes.get("/v1/analytics/postponements", needs: .read) {
            try await reader.answer(ReadPostponements($0), $0, $1)
        }
        routes.get("/v1/analytics/completion-time", needs: .read) {
            try await reader.answer(ReadCompletionTime($0), $0, $1)
        }
        routes.get("/v1/analytics/review", needs: .read) { try await reader.answer(ReadReview($0), $0, $1) }
        routes.get("/v1/analytics/daily.svg", needs: .read) { try await reader.answer(DrawDaily($0), $0, $1) }
        routes.get("/v1/analytics/year.svg", needs: .read) { try await reader.answer(DrawYear($0), $0, $1) }
        routes.get("/v1/analytics/balance.svg", needs: .read) { try await reader.answer(DrawBalance($0), $0, $1) }
    }
}
