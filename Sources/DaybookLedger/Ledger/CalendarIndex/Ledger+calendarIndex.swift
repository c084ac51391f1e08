import DaybookCore
import Postgres
import Reactor

extension Ledger {
    /// Brings the account's calendar index up to the last change: all tasks when the first calendar program asks, and
    /// what servers that know of no index have written since. In pages of 200 tasks, each under the account's lock, so
    /// that others go on in between; who asks next goes on from the last page.
    ///
    /// - Returns: false where that takes longer than a request should.
    package func bringIndexUp(of account: Identifier, within patience: Duration = .seconds(5)) async throws -> Bool {
        let end = ContinuousClock.now + patience
        var told = 0
        while true {
            let isUp = try await database.transaction(of: account) { transaction in
                try await CalendarIndexPage(account).tell(transaction)
            }
            if !isUp { told += CalendarIndexPage.most }
            guard isUp || ContinuousClock.now > end else { continue }
            // Statements about the index keep their plans, and those for an empty table read far too much. Autovacuum
            // says the same a minute later, so nothing is lost where this fails.
            if told > 0 { try? await database.tellPlanner(of: ["dav_resource"], with: told) }
            return isUp
        }
    }
}

/// The next tasks in the order of their changes, and what the calendar index is told of them.
private struct CalendarIndexPage {
    let account: Identifier
    static let most = 200

    init(_ account: Identifier) { self.account = account }

    /// Answers whether the calendar index is told of everything.
    func tell(_ transaction: Transaction) async throws -> Bool {
        let isSpread = transaction.isSpread
        let locked = try await transaction.run(Query.lockedClock(of: account, spread: isSpread)).last
        guard let row = locked?.first else { throw NoAccount() }
        let clock = try LockedClock(row)
        if clock.isIndexed { return true }
        let rows = try await transaction.run(
            """
            SELECT \(TaskItem.columnsWithoutLongNotes) FROM task
            WHERE account_id = \(account) AND revision > \(clock.indexedRevision ?? 0)
            ORDER BY revision LIMIT \(Int32(Self.most))
            """)
        let tasks = try rows.map { row throws(PostgresError) in
            var columns = StoredColumns(row)
            return try TaskItem(withoutLongNotes: &columns)
        }
        let isLast = tasks.count < Self.most
        let through = isLast ? clock.clock.position.revision : tasks.last?.revision ?? 0
        let told = try await tell(tasks, transaction)
        var queries: [Query] = []
        if !told.isEmpty { queries += [.write(told, spread: isSpread), .dropOctets(told, spread: isSpread)] }
        queries.append("UPDATE account_clock SET shelved_revision = \(through) WHERE account_id = \(account)")
        try await transaction.commit(after: queries)
        return isLast
    }

    private func tell(_ tasks: [TaskItem], _ transaction: Transaction) async throws -> [Owned<Resource>] {
        var telling = CalendarIndexUpdate(tasks.map { CalendarIndexUpdate.Changed(before: nil, after: $0) })
        while case let needs = await aside(if: true, { telling.needs }), !needs.isEmpty {
            telling.known.ask(needs)
            let asked = Query.resources(needs, of: account)
            let answers = try await transaction.run(asked.map(\.query))
            for ((kind, _), rows) in zip(asked, answers) {
                for row in rows {
                    var columns = StoredColumns(row)
                    let resource = try Resource(&columns)
                    if case .resourceOfSeries = kind {
                        telling.known.take(resource, of: try TaskItem(withoutLongNotes: &columns))
                    } else {
                        telling.known.take(resource)
                    }
                }
            }
        }
        let known = telling
        return await aside(if: true) {
            var telling = known
            return telling.tell()
        }.map { Owned(account, $0) }
    }
}
