import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Reactor

/// Under which names calendar programs see an account's tasks (`dav_resource`), and what they sent of them
/// (`dav_body`): what the ledger keeps for them with every change, once a program has asked.
package struct CalendarIndex: OnDemandProjection {
    private let patience: Duration

    /// - Parameter patience: so long an account may take to be brought up at once.
    package init(patience: Duration = .seconds(5)) { self.patience = patience }

    package func change(of account: Identifier, asking question: (any Sendable)?) -> any ProjectedChange {
        CalendarIndexChange(of: account, naming: question as? NamedResource)
    }

    package func statements(for changes: [FollowedChange], spread: Bool) -> [Query] {
        let changes = changes.compactMap { $0.looked as? CalendarIndexChange }
        let resources = changes.flatMap { change in change.told.map { Owned(change.account, $0) } }
        guard !resources.isEmpty else { return [] }
        return [.write(resources, spread: spread), .dropOctets(resources, spread: spread)]
            + changes.compactMap(\.keptOctets)
    }

    /// All tasks when the first calendar program asks, and what servers that know of no index have written since. In
    /// pages of 200 tasks, each under the account's lock, so that others go on in between; who asks next goes on from
    /// the last page.
    package func bringUp(_ account: Identifier, in database: Database) async throws -> Bool {
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

/// The next tasks in the order of their changes, and what the calendar index records of them.
private struct CalendarIndexPage {
    let account: Identifier
    static let most = 200

    init(_ account: Identifier) { self.account = account }

    /// Answers whether the calendar index has recorded everything.
    func tell(_ transaction: Transaction) async throws -> Bool {
        let isSpread = transaction.isSpread
        let locked = try await transaction.run(Query.lockedClock(of: account, spread: isSpread)).last
        guard let row = locked?.first else { throw NoAccount() }
        let clock = try LockedClock(row)
        if clock.isProjected { return true }
        let rows = try await transaction.run(
            """
            SELECT \(TaskItem.columnsWithoutLongNotes) FROM task
            WHERE account_id = \(account) AND revision > \(clock.projectedRevision ?? 0)
            ORDER BY revision LIMIT \(Int32(Self.most))
            """)
        let tasks = try rows.map { row throws(PostgresError) in
            var columns = StoredColumns(row)
            return try TaskItem(withoutLongNotes: &columns)
        }
        let isLast = tasks.count < Self.most
        let through = isLast ? clock.revision : tasks.last?.revision ?? 0
        let told = try await tell(tasks, transaction).map { Owned(account, $0) }
        var queries: [Query] = []
        if !told.isEmpty {
            queries += [.write(told, spread: isSpread), .dropOctets(told, spread: isSpread)]
        }
        queries.append(
            "UPDATE account_clock SET shelved_revision = \(through) WHERE account_id = \(account)")
        try await transaction.commit(after: queries)
        return isLast
    }

    private func tell(_ tasks: [TaskItem], _ transaction: Transaction) async throws -> [Resource] {
        var change = CalendarIndexChange(of: account)
        change.follow(tasks.map { ChangedTask(before: nil, after: $0) })
        while case let look = await aside(if: true, { change.look() }), !look.isEmpty {
            let answers = try await transaction.run(look.statements.map(\.query))
            for (statement, rows) in zip(look.statements, answers) {
                _ = try change.take(rows, of: statement.number)
            }
        }
        await aside(if: true) { change.tell() }
        return change.told
    }
}
