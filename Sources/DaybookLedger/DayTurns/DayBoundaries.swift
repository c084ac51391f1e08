import DaybookCore
import Postgres
import Reactor

/// When the day of each account turns next (`day_turn`), for accounts whose turns have anything to do. A turn that is
/// due already is never put off: it looks itself which day it is.
package struct DayBoundaries: Projection {
    /// Rings when an account's next boundary may have moved: its settings changed, or a series that goes by its
    /// schedule.
    let news = Bell()

    package init() {}

    package func statements(for changes: [FollowedChange], spread: Bool) -> [Query] { changes.flatMap(statements) }

    private func statements(for change: FollowedChange) -> [Query] {
        let (account, now, (before, after)) = (change.account, change.now, change.settings)
        let isMoved = before.timeZone != after.timeZone || before.dayStart != after.dayStart
        let begins =
            after.rollover != .off && before.rollover == .off
            || change.tasks.contains { $0.after.goesBySchedule }
        guard isMoved || begins else { return [] }
        let day = LocalDay(of: after)
        let next = day.nextBoundary(after: now)
        var queries: [Query] = []
        if isMoved {
            // Whoever moves on to the next date has left a boundary behind without a moment at which it was.
            let isSkipped = day.today(at: now) > LocalDay(of: before).today(at: now)
            queries.append(
                """
                UPDATE day_turn SET due_at = \(isSkipped ? now : next) WHERE account_id = \(account) AND due_at > \(now)
                """)
        }
        if begins {
            queries.append(
                """
                INSERT INTO day_turn (account_id, due_at) VALUES (\(account), \(next)) ON CONFLICT (account_id) DO NOTHING
                """)
        }
        return queries
    }

    package func committed(_ commit: Commit, of account: Identifier) {
        if commit.settings != nil || commit.tasks.values.contains(where: \.goesBySchedule) { news.ring() }
    }
}
