import DaybookCore
import DaybookLedger
import DaybookStore
import Postgres
import Reactor

/// Under which names calendar programs see an account's tasks (`dav_resource`), and what they sent of them
/// (`dav_body`): what the ledger keeps for them with every change, once a program has asked.
package struct CalendarIndex: OnDemandProjection {
    /// So many parts of a task are told again where its UID becomes another: few have more, and no change is to take
    /// long.
    package static let mostPartsTold = 200

    private let patience: Duration
    /// Whoever asks for the same account tells the next page in turn, and holds no connection while waiting for that.
    private let turns = AccountGate()

    /// - Parameter patience: so long an account may take to be brought up while somebody waits for it, which is less
    ///   than programs and proxies wait for an answer.
    package init(patience: Duration = .seconds(30)) { self.patience = patience }

    package func projectedChange(
        of account: Identifier, lookingUp named: (any Sendable)?
    ) -> any ProjectedChange {
        CalendarIndexChange(of: account, naming: named as? NamedResource)
    }

    package func statements(for changes: [FollowedChange], spread: Bool) -> [Query] {
        let changes = changes.compactMap { $0.looked as? CalendarIndexChange }
        func owned(_ resources: (CalendarIndexChange) -> [Resource]) -> [Owned<Resource>] {
            changes.flatMap { change in resources(change).map { Owned(change.account, $0) } }
        }
        let told = owned(\.told)
        guard !told.isEmpty else { return [] }
        let again = owned(\.toldAgain)
        return [.write(told, spread: spread)] + (again.isEmpty ? [] : [.dropOctets(again, spread: spread)])
            + changes.compactMap(\.keptOctets)
    }

    /// Adds to the index what it lacks: all tasks when the first calendar program asks, later what servers wrote that
    /// know of no index. It takes 200 tasks at a time, each time under the lock of the account, so that others get
    /// their turn between; whoever asks meanwhile or next goes on from the last page.
    package func bringUpToDate(_ account: Identifier, in database: Database) async throws -> Bool {
        let end = ContinuousClock.now + patience
        var told = 0
        while true {
            let answer = try await turns.inTurn(of: account) { () -> Bool? in
                // Whoever waited too long for their turn is told so now, and not after everybody before them.
                if ContinuousClock.now > end + .seconds(1) { return nil }
                let page = CalendarIndexPage(account, within: max(.seconds(1), end - .now))
                return try await database.transaction(of: account) { try await page.recordNextPage(in: $0) }
            }
            guard let isUp = answer else { return false }
            if !isUp { told += CalendarIndexPage.most }
            let isEnd = isUp || ContinuousClock.now > end
            // Statements about the index keep their plans, and those for an empty table read far too much. Autovacuum
            // says the same a minute later, so nothing is lost where this fails.
            if told == CalendarIndexPage.most || isEnd, told > 0 {
                try? await database.tellPlanner(of: ["dav_resource"], with: told)
            }
            if isEnd { return isUp }
        }
    }
}

/// The next tasks in the order of their changes, and what the calendar index records of them.
private struct CalendarIndexPage {
    let account: Identifier
    /// How long somebody else may have the account.
    let patience: Duration
    static let most = 200

    init(_ account: Identifier, within patience: Duration) { (self.account, self.patience) = (account, patience) }

    /// Answers whether the calendar index has recorded everything.
    func recordNextPage(in transaction: Transaction) async throws -> Bool {
        let isSpread = transaction.isSpread
        let locking = Query.lockedClock(of: account, spread: isSpread)
        let answers = try await transaction.run(locking + [nextTasks, nextGuests], timeout: patience)
        guard let row = answers[locking.count - 1].first else { throw NoAccount() }
        let clock = try LockedClock(row)
        if clock.isProjected { return true }
        var tasks = try answers[locking.count].map { row throws(PostgresError) in
            var columns = StoredColumns(row)
            return try TaskItem(withoutLongNotes: &columns)
        }
        var guests = try answers[locking.count + 1].decode((Identifier, Int64).self)
        // Both are in the order of their changes. A page ends where the first of them is cut.
        var through = clock.revision
        if tasks.count == Self.most, let last = tasks.last?.revision { through = last }
        if guests.count == Self.most, let last = guests.last?.1 { through = min(through, last) }
        tasks.removeAll { $0.revision > through }
        guests.removeAll { $0.1 > through }
        let isLast = through == clock.revision
        if !guests.isEmpty {
            try await transaction.run(GuestRows.show(guests.map(\.0), of: account, isMadeAnew: true))
        }
        let change = try await change(by: tasks, transaction)
        func owned(_ resources: [Resource]) -> [Owned<Resource>] { resources.map { Owned(account, $0) } }
        var queries: [Query] = []
        if !change.told.isEmpty { queries.append(.write(owned(change.told), spread: isSpread)) }
        if !change.toldAgain.isEmpty { queries.append(.dropOctets(owned(change.toldAgain), spread: isSpread)) }
        queries.append(
            "UPDATE account_clock SET shelved_revision = \(through) WHERE account_id = \(account)")
        try await transaction.commit(after: queries)
        return isLast
    }

    private var nextTasks: Query {
        """
        SELECT \(TaskItem.columnsWithoutLongNotes) FROM task
        WHERE account_id = \(account) AND revision > (SELECT coalesce(shelved_revision, 0) FROM account_clock
            WHERE account_clock.account_id = \(account))
        ORDER BY revision LIMIT \(Int32(Self.most))
        """
    }

    private var nextGuests: Query {
        """
        SELECT guest_id, revision FROM dav_guest
        WHERE account_id = \(account) AND deleted_at IS NULL
            AND revision > (SELECT coalesce(shelved_revision, 0) FROM account_clock
                WHERE account_clock.account_id = \(account))
        ORDER BY revision LIMIT \(Int32(Self.most))
        """
    }

    private func change(by tasks: [TaskItem], _ transaction: Transaction) async throws -> CalendarIndexChange {
        var change = CalendarIndexChange(of: account)
        change.follow(tasks.map { ChangedTask(before: nil, after: $0) })
        var look = await aside(if: true) { change.lookAhead() }
        while !look.isEmpty {
            let answers = try await transaction.run(look.statements.map(\.query))
            for (statement, rows) in zip(look.statements, answers) {
                _ = try change.take(rows, of: statement.number)
            }
            look = await aside(if: true) { change.look() }
        }
        await aside(if: true) { change.tell() }
        return change
    }
}
