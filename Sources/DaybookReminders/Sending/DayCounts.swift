import DaybookCore
import DaybookStore
import Postgres

/// What an account's digests speak of.
struct DayCounts: Sendable {
    var today = 0
    var overdue = 0
    var regions: [Region: Int] = [:]
    var doneThisWeek = 0
    var doneLastWeek = 0

    /// Nobody reads how many more there are.
    private static let most = 1_000

    static func load(of account: Identifier, _ settings: AccountSettings, in database: Database, at now: Instant)
        async throws -> DayCounts
    {
        let day = LocalDay(of: settings)
        let today = day.today(at: now)
        let hours = day.interval(of: today)
        let week = day.week(of: today)
        let before = week.lowerBound.adding(days: -7)...week.lowerBound.adding(days: -1)
        let (this, last) = (day.interval(of: week), day.interval(of: before))
        let isOpen: Query = "account_id = \(account) AND deleted_at IS NULL AND completed_at IS NULL"
        let completed: Query = "SELECT count(*) FROM completion WHERE account_id = \(account) AND completed_at"
        let rows = try await database.transaction(of: account, readOnly: true) { transaction in
            try await transaction.run([
                """
                SELECT (SELECT count(*) FROM (SELECT 1 FROM task WHERE \(isOpen) AND scheduled_date = \(today) LIMIT \(most)) AS few)
                    + (SELECT count(*) FROM (
                        SELECT 1 FROM task WHERE \(isOpen) AND due_at >= \(hours.lowerBound) AND due_at < \(hours.upperBound)
                            AND scheduled_date IS NULL LIMIT \(most)) AS few),
                    (SELECT count(*) FROM (SELECT 1 FROM task WHERE \(isOpen) AND due_at < \(now) LIMIT \(most)) AS few),
                    (\(completed) >= \(this.lowerBound) AND completed_at < \(this.upperBound)),
                    (\(completed) >= \(last.lowerBound) AND completed_at < \(last.upperBound))
                """,
                """
                SELECT region::text, count(*) FROM (
                    SELECT region FROM task WHERE \(isOpen) AND scheduled_date = \(today) AND region IS NOT NULL LIMIT \(most)
                ) AS few GROUP BY region
                """,
            ])
        }
        var counts = DayCounts()
        if let row = rows[0].first {
            (counts.today, counts.overdue, counts.doneThisWeek, counts.doneLastWeek) = try row.decode(
                (Int, Int, Int, Int).self)
        }
        for (name, count) in try rows[1].decode((String, Int).self) {
            if let region = Region.allCases.first(where: { $0.name == name }) { counts.regions[region] = count }
        }
        return counts
    }
}
