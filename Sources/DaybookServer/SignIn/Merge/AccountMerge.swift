import DaybookCore
import HTTP
import Postgres
import Reactor

/// Takes everything of an account that only devices lead to into the account of whoever has just proven who they are.
///
/// The source is closed first, so that it says nothing new; then its ledger is told again to the other one through the same
/// door, push by push and with the same operation ids, so that an interrupted merge goes on where it was and nothing is told
/// twice; then the source is deleted. Its devices go along as authors. The one that asked stays in, with a new token.
struct AccountMerge: Sendable {
    let database: Database
    /// One without quotas: whether there is room is decided before anything is done.
    let ledger: Ledger
    let quotas: Quotas
    let announcements: Announcements
    let authenticator: Authenticator
    let deletion: AccountDeletion
    /// Entries told at once, if one push has no more.
    var batch = 500

    /// - Parameter token: of the source, as the request brought it. It counts for this even after the source was closed, so
    ///   the question can be asked again until the answer has arrived.
    func merge(_ token: PresentedToken?, into account: Identifier, now: Instant = .now()) async throws -> EnteredAccount
    {
        guard let token, let source = token.address?.account else { throw Problem(.mergeSourceMissing) }
        guard source != account else { throw Problem(.mergeIntoItself) }
        // The second look finds what somebody began between the first and our own try.
        var journey = try await underWay(token, source, into: account)
        if journey == nil { journey = try await begin(token, into: account, now: now) }
        if journey == nil { journey = try await underWay(token, source, into: account) }
        guard let journey else { throw Problem.unauthenticated }
        if !journey.isFinished { try await tellAll(journey) }
        let entered = try await enter(journey, now: .now())
        // Nobody needs to wait for the rows of the source to be gone; what is left of them here, others finish.
        if let left = try await deletion.begin(journey.source) { finishSoon(left, of: journey.source) }
        return entered
    }

    private func finishSoon(_ left: Identifier, of source: Identifier) {
        Task(executorPreference: Reactor.current) { try await deletion.finish(left, of: source) }
    }

    /// The merge that this token began already.
    private func underWay(
        _ token: PresentedToken, _ source: Identifier, into account: Identifier
    ) async throws -> Journey? {
        let rows = try await database.read(
            """
            SELECT account_id, device_id, token_id, secret_hash, told_revision, finished_at IS NOT NULL FROM merged_account
            WHERE source_id = \(source)
            """)
        guard let row = rows.first else { return nil }
        let (target, device, id, hash, told, isFinished) = try row.decode(
            (Identifier, Identifier, Identifier, [UInt8], Int64, Bool).self)
        guard id == token.address?.token, Sodium.equal(hash, TokenText.hash(of: token.secret.bytes)) else {
            throw Problem.unauthenticated
        }
        guard target == account else { throw Problem.merged(into: target) }
        return Journey(source: source, target: target, device: device, told: told, isFinished: isFinished)
    }

    /// Closes the source and writes down where it goes, in one transaction: from here on a crash cannot undo it.
    private func begin(_ token: PresentedToken, into account: Identifier, now: Instant) async throws -> Journey? {
        let principal = try await authenticator.lookUp(token)
        guard principal.scope == .full else { throw Problem(.scopeInsufficient) }
        let (source, hash) = (principal.account, TokenText.hash(of: token.secret.bytes))
        let hasBegun = try await database.transaction(of: source) { transaction in
            let rows = try await transaction.run(
                """
                SELECT claimed_at IS NOT NULL OR EXISTS (SELECT FROM credential WHERE account_id = \(source))
                        OR EXISTS (SELECT FROM identity_link WHERE account_id = \(source)),
                    EXISTS (SELECT FROM merged_account WHERE account_id = \(source) AND finished_at IS NULL),
                    (SELECT revision > 0 FROM account_clock WHERE account_id = \(source))
                        AND NOT EXISTS (SELECT FROM change WHERE account_id = \(source) AND revision = 1)
                FROM account WHERE account_id = \(source) AND deleting_at IS NULL FOR UPDATE
                """)
            guard let row = rows.first else { return false }
            let (isClaimed, isTarget, isShortened) = try row.decode((Bool, Bool, Bool?).self)
            try await demandRoom(for: source, in: account, transaction)
            // A login would be lost by it; its owner can say first what should become of it.
            if isClaimed { throw Problem(.mergeSourceClaimed) }
            if isTarget { throw Problem(.mergeUnderWay) }
            // Where the operator keeps ledgers for a while only, an old one does not tell everything any more.
            if isShortened == true { throw Problem(.mergeHistoryShortened) }
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
        announcements.closed(source)
        return Journey(source: source, target: account, device: principal.device, told: 0, isFinished: false)
    }

    /// Throws the problem where both together would be more than one account may be.
    private func demandRoom(
        for source: Identifier, in account: Identifier, _ transaction: Transaction
    ) async throws {
        let rows = try await transaction.run(
            """
            SELECT sum(live_tasks), sum(stored_bytes)::bigint, sum(live_tasks) FILTER (WHERE account_id = \(account)),
                (sum(stored_bytes) FILTER (WHERE account_id = \(account)))::bigint
            FROM account_clock WHERE account_id IN (\(account), \(source))
            """)
        guard let row = rows.first else { return }
        let (tasks, bytes, ownTasks, ownBytes) = try row.decode((Int64?, Int64?, Int64?, Int64?).self)
        let after = Quotas.Use(tasks: Int(tasks ?? 0), bytes: bytes ?? 0)
        let before = Quotas.Use(tasks: Int(ownTasks ?? 0), bytes: ownBytes ?? 0)
        if let excess = quotas.excess(after: after, from: before) { throw Problem(excess) }
    }

    /// Lets the device that asked into the account it went to. An answer that got lost is made again; the token in it is
    /// worth nothing then.
    private func enter(_ journey: Journey, now: Instant) async throws -> EnteredAccount {
        let (account, device) = (journey.target, journey.device)
        let token = TokenText(account: account, token: .random())
        let entered = try await database.transaction(of: account) { transaction in
            let standing = try await EnteredAccount.Standing.load(account, in: transaction)
            let rows = try await transaction.run([
                """
                UPDATE device SET revoked_at = NULL, last_seen_at = \(now)
                WHERE account_id = \(account) AND device_id = \(device) RETURNING name, created_at
                """,
                "DELETE FROM token WHERE account_id = \(account) AND device_id = \(device) AND scope = 'full'",
                """
                INSERT INTO token (account_id, token_id, device_id, scope, secret_hash, created_at, last_used_at)
                VALUES (\(account), \(token.token), \(device), 'full', \(token.secretHash), \(now), \(now))
                """,
                RevocationLog.entry(account, device: device, now),
            ])
            guard let row = rows[0].first else { throw Problem.unauthenticated }
            let (name, createdAt) = try row.decode((String, Instant).self)
            let session = Session(
                device: Device(id: device, name: DeviceName(name) ?? .usual, createdAt: createdAt), token: token)
            return EnteredAccount(standing: standing, session: session)
        }
        return entered
    }
}

/// One account on its way into another.
struct Journey: Sendable {
    let source: Identifier
    let target: Identifier
    /// Who asked for it.
    let device: Identifier
    /// The source's ledger up to here has been told.
    var told: Int64
    var isFinished: Bool
}

extension Problem {
    static func merged(into account: Identifier) -> Problem {
        Problem(
            .accountMerged, members: [Member("account", .text(account.text))],
            fields: ["www-authenticate": "Bearer realm=\"daybook\""])
    }
}

extension ProblemType {
    static let mergeSourceMissing = ProblemType(
        "merge_source_missing", .unprocessableContent, "To merge, send the token of the account that comes along")
    static let mergeTargetUnknown = ProblemType(
        "merge_target_unknown", .forbidden, "The token of the account to merge into does not count")
    static let mergeIntoItself = ProblemType("merge_into_itself", .conflict, "That is the same account")
    static let mergeSourceClaimed = ProblemType(
        "merge_source_claimed", .conflict, "An account with a way in of its own is not merged into another")
    static let mergeUnderWay = ProblemType(
        "merge_under_way", .conflict, "Another account is on its way into this one; try again when it has arrived")
    static let mergeHistoryShortened = ProblemType(
        "merge_history_shortened", .conflict, "The account's history does not reach back to its beginning")
    static let accountMerged = ProblemType(
        "account_merged", .unauthorized,
        "The account went into another; log in or pair there and keep what was not sent yet")

    static let ofMerge: [ProblemType] = [
        .mergeSourceMissing, .mergeTargetUnknown, .mergeIntoItself, .mergeSourceClaimed, .mergeUnderWay,
        .mergeHistoryShortened, .accountMerged,
    ]
}
