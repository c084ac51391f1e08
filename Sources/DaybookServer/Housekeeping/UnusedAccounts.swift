import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// Removes unused accounts: never written to, never claimed, and not seen for a while. A flood of such accounts takes
/// room only for that long.
///
/// One process at a time looks, a hundred accounts at once, and each is removed by itself. An account whose device
/// comes back in that very moment is either seen before (and stays) or gone before its first change is written down:
/// removing it takes the lock that every change needs, and takes it away.
struct UnusedAccounts: Sendable {
    let database: Database
    /// Accounts not seen for this long are removed; zero keeps them forever.
    let patience: Duration
    let log: Log
    private let chore: Chore
    var page = 100

    /// Between rounds.
    static let interval: Int64 = 3_600_000

    init(_ database: Database, after patience: Duration, _ log: Log) {
        self.database = database
        self.patience = patience
        self.log = log
        chore = Chore(name: "remove unused accounts", database: database, holder: .random())
    }

    /// Until its task is cancelled.
    @Sendable func run() async {
        guard patience > .zero else { return }
        await log.repeatedly(60_000...180_000, interrupted: "removal of unused accounts interrupted") {
            if let removed = try await sweep(now: .now()), removed > 0 {
                log.info("unused accounts removed", .count(removed))
            }
        }
    }

    /// How many were removed; nil where it is not due or another process does it.
    @discardableResult
    func sweep(now: Instant) async throws -> Int? {
        guard patience > .zero, try await chore.claim(now: now) != nil else { return nil }
        let last = now.adding(milliseconds: -patience.milliseconds).utcDate
        var removed = 0
        var seen: (day: CalendarDate, account: Identifier)?
        while !Task.isCancelled {
            let candidates = try await candidates(seenBefore: last, after: seen)
            for candidate in candidates {
                if try await remove(candidate.account, seenBefore: last, now: now) { removed += 1 }
            }
            guard candidates.count == page, try await chore.hold(doneThrough: nil, now: .now()) else { break }
            seen = candidates.last
        }
        try await chore.finish(dueAt: now.adding(milliseconds: Self.interval))
        return removed
    }

    private func candidates(
        seenBefore last: CalendarDate, after seen: (day: CalendarDate, account: Identifier)?
    ) async throws -> [(day: CalendarDate, account: Identifier)] {
        let (day, account) = seen ?? (.earliest, .zero)
        return try await database.read(
            """
            SELECT account.last_seen_on, account.account_id FROM account JOIN account_clock USING (account_id)
            WHERE account.last_seen_on < \(last) AND (account.last_seen_on, account.account_id) > (\(day), \(account))
                AND account.claimed_at IS NULL AND NOT account.is_demo AND account_clock.revision <= 1
            ORDER BY account.last_seen_on, account.account_id LIMIT \(page)
            """
        ).decode((CalendarDate, Identifier).self)
    }

    /// Says whether the account was removed; somebody may have used it since it was read.
    private func remove(_ account: Identifier, seenBefore last: CalendarDate, now: Instant) async throws -> Bool {
        do {
            return try await database.transaction(of: account) { transaction in
                // First the lock that every change takes, then the row that a claim takes.
                let locked = try await transaction.run([
                    // Its first line may say how it began.
                    """
                    SELECT 1 FROM account_clock WHERE account_id = \(account) AND (revision = 0 OR revision = 1 AND EXISTS (
                        SELECT 1 FROM change WHERE account_id = \(account) AND op_id = \(NewAccount.beginning(of: account))))
                    FOR UPDATE
                    """,
                    """
                    SELECT 1 FROM account
                    WHERE account_id = \(account) AND claimed_at IS NULL AND last_seen_on < \(last) AND NOT is_demo
                    FOR UPDATE
                    """,
                    Self.keptElsewhere(for: account),
                    // By itself: it may be spread over several servers, where those are not.
                    """
                    (SELECT 1 FROM task WHERE account_id = \(account) LIMIT 1)
                    UNION ALL (SELECT 1 FROM completion WHERE account_id = \(account) LIMIT 1)
                    """,
                ])
                guard locked[0].count == 1, locked[1].count == 1, locked[2...].allSatisfy(\.isEmpty) else {
                    return false
                }
                try await transaction.commit(after: Self.statements(account, now))
                return true
            }
        } catch PostgresError.server(let error) where error.state == .foreignKeyViolation {
            // Something else is kept for it, so it did come to something.
            return false
        }
    }

    /// Whether something is kept for it where no key says so; then it did come to something.
    private static func keptElsewhere(for account: Identifier) -> Query {
        """
        SELECT 1 FROM login WHERE account_id = \(account)
        UNION ALL SELECT 1 FROM identity WHERE account_id = \(account)
        UNION ALL SELECT 1 FROM merged_account WHERE account_id = \(account)
        UNION ALL SELECT 1 FROM deletion WHERE account_id = \(account)
        UNION ALL SELECT 1 FROM day_turn WHERE account_id = \(account)
        UNION ALL SELECT 1 FROM reminder WHERE account_id = \(account)
        UNION ALL SELECT 1 FROM change_cursor WHERE account_id = \(account)
        """
    }

    /// Everything that an account without a login and without changes can have.
    private static func statements(_ account: Identifier, _ now: Instant) -> [Query] {
        [
            RevocationLog.entry(account, now),
            "DELETE FROM pairing WHERE account_id = \(account)",
            "DELETE FROM assistant_grant WHERE account_id = \(account)",
            "DELETE FROM proposal WHERE account_id = \(account)",
            "DELETE FROM sign_in_attempt WHERE account_id = \(account)",
            "DELETE FROM app_password WHERE account_id = \(account)",
            "DELETE FROM token WHERE account_id = \(account)",
            "DELETE FROM device_clock WHERE account_id = \(account)",
            "DELETE FROM waiting_change WHERE account_id = \(account)",
            "DELETE FROM device_sync WHERE account_id = \(account)",
            "DELETE FROM device WHERE account_id = \(account)",
            "DELETE FROM change WHERE account_id = \(account)",
            "DELETE FROM search_page WHERE account_id = \(account)",
            "DELETE FROM account_settings WHERE account_id = \(account)",
            "DELETE FROM account_clock WHERE account_id = \(account)",
            "DELETE FROM account WHERE account_id = \(account)",
        ]
    }
}
