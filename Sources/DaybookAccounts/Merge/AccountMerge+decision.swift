import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// Whether an account goes into another.
extension AccountMerge {
    /// Closes the source and writes down where it goes, in one transaction: from here on a crash cannot undo it. Nil
    /// where the source is closed already.
    ///
    /// Both accounts' rows are locked first, the lesser id before the greater, whichever is merged into the other. So
    /// if two accounts ask for each other, or a ring of them does, each decision sees those before it, and a deletion
    /// of the target comes either before (and nothing is done) or after everything has arrived. Keys that refer to an
    /// account do not wait for these locks.
    func begin(_ token: PresentedToken, into owner: ProvenOwner, now: Instant) async throws -> Journey? {
        let account = owner.account
        let principal = try await authenticator.lookUp(token)
        guard principal.scope == .full else { throw Problem(.scopeInsufficient) }
        let (source, hash) = (principal.account, Sodium.hash(token.secret.bytes))
        let hasBegun = try await database.transaction(of: source) { transaction in
            try await transaction.lockDirectories(of: source, account)
            try await transaction.run(
                [source, account].sorted().map { "SELECT 1 FROM account WHERE account_id = \($0) FOR NO KEY UPDATE" })
            // Statements of their own: that of the locks has not seen what was committed while it waited.
            guard try await mayGo(source, into: account, transaction) else { return false }
            try await demandRoom(for: source, in: account, transaction)
            try await transaction.run(.scope(account))
            try await owner.demand(in: transaction)
            try await transaction.run(.scope(source))
            try await transaction.run([
                "UPDATE account SET deleting_at = \(now) WHERE account_id = \(source)",
                """
                INSERT INTO merged_account (source_id, account_id, device_id, token_id, secret_hash, began_at, worked_at,
                    told_revision)
                VALUES (\(source), \(account), \(principal.device), \(principal.token), \(hash), \(now), \(now), 0)
                """,
                // Who went into the source before goes on with it.
                "UPDATE merged_account SET account_id = \(account) WHERE account_id = \(source)",
                RevocationLog.entry(source, now),
            ])
            return true
        }
        guard hasBegun else { return nil }
        ledger.announcements.closed(source)
        return Journey(source: source, target: account, device: principal.device, told: 0, isFinished: false)
    }

    /// False where the source is closed; throws the problem where it stands but must not go.
    private func mayGo(
        _ source: Identifier, into account: Identifier, _ transaction: Transaction
    ) async throws -> Bool {
        let answers = try await transaction.run([
            """
            SELECT claimed_at IS NOT NULL OR EXISTS (SELECT 1 FROM credential WHERE account_id = \(source))
                    OR EXISTS (SELECT 1 FROM identity_link WHERE account_id = \(source))
                    OR EXISTS (SELECT 1 FROM passkey WHERE account_id = \(source)),
                EXISTS (SELECT 1 FROM merged_account WHERE account_id = \(source) AND finished_at IS NULL),
                (SELECT revision > 0 FROM account_clock WHERE account_id = \(source))
                    AND NOT EXISTS (SELECT 1 FROM change WHERE account_id = \(source) AND revision = 1)
            FROM account WHERE account_id = \(source) AND deleting_at IS NULL
            """,
            "SELECT deleting_at IS NOT NULL, disabled_at IS NOT NULL FROM account WHERE account_id = \(account)",
        ])
        guard let row = answers[0].first else { return false }
        let (isClaimed, isTarget, isShortened) = try row.decode((Bool, Bool, Bool?).self)
        let (isClosing, isDisabled) = try answers[1].first?.decode((Bool, Bool).self) ?? (true, false)
        // A login would be lost by it; its owner can say first what should become of it.
        if isClaimed { throw Problem(.mergeSourceClaimed) }
        if isTarget { throw Problem(.mergeUnderWay) }
        if isClosing { throw Problem(.mergeTargetClosing) }
        if isDisabled { throw Problem(.accountDisabled) }
        // Where the operator keeps ledgers for a while only, an old one does not tell everything any more.
        if isShortened == true { throw Problem(.mergeHistoryShortened) }
        return true
    }

    /// Throws the problem where both together would be more than one account may be.
    private func demandRoom(
        for source: Identifier, in account: Identifier, _ transaction: Transaction
    ) async throws {
        let answers = try await transaction.run([
            Self.use(of: account), Self.use(of: source),
            "SELECT claimed_at IS NOT NULL FROM account WHERE account_id = \(account)",
        ])
        let (tasks, bytes) = try answers[0].first?.decode((Int32, Int64).self) ?? (0 as Int32, 0 as Int64)
        let (comingTasks, comingBytes) = try answers[1].first?.decode((Int32, Int64).self) ?? (0 as Int32, 0 as Int64)
        let quotas = ledger.quotas.of(claimed: try answers[2].first?.decode(0, as: Bool.self) ?? false)
        let before = Quotas.Use(tasks: Int(tasks), bytes: bytes)
        let after = Quotas.Use(tasks: Int(tasks + comingTasks), bytes: bytes + comingBytes)
        if let excess = quotas.excess(after: after, from: before) { throw Problem(excess, quotas) }
    }

    /// Events and journals count as tasks, and their bytes as those of the ledger.
    private static func use(of account: Identifier) -> Query {
        """
        SELECT live_tasks + guests, stored_bytes + guest_bytes FROM account_clock WHERE account_id = \(account)
        """
    }

    /// Why a token does not lead to an account to merge into. One that went into another account may have gone into the
    /// very one that asks.
    func refusal(of target: TokenText, askedBy source: PresentedToken) async throws -> Problem {
        let rows = try await database.read(
            "SELECT account_id, finished_at IS NOT NULL FROM merged_account WHERE source_id = \(target.account)")
        guard let row = rows.first else { return Problem(.mergeTargetUnknown) }
        let (account, hasArrived) = try row.decode((Identifier, Bool).self)
        guard account == source.address?.account else { return Problem(.mergeTargetClosing) }
        return Problem(hasArrived ? .mergeIntoItself : .mergeUnderWay)
    }
}
