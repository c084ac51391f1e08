import DaybookCore
import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres
import Reactor

/// Merges an account without login and identity into the account of the person who has just proven who they are.
///
/// Whether it is done is one decision, taken under the locks of both accounts. The decision closes the source, so that
/// nothing new is written to it. Then its ledger is replayed into the other one through the same door, push by push and
/// with the same operation ids, so that an interrupted merge continues where it was and nothing is done twice. Then the
/// source is deleted. The target is not deleted meanwhile. The source's devices are copied as authors. The one that
/// asked keeps its access, with a new token.
struct AccountMerge: Sendable {
    let database: Database
    let ledger: Ledger
    let authenticator: Authenticator
    let deletion: AccountDeletion
    /// What goes with the device that asked.
    var belongings: Belongings = { _, _, _, _ in }
    /// Entries replayed at once, unless a single push has more.
    var batch = 500

    /// - Parameter token: of the source, as the request brought it. It counts for this even after the source was
    ///   closed, so the question can be asked again until the answer has arrived.
    func merge(_ token: PresentedToken?, into owner: ProvenOwner, now: Instant = .now()) async throws -> EnteredAccount
    {
        let account = owner.account
        guard let token, let source = token.address?.account else { throw Problem(.mergeSourceMissing) }
        guard source != account else { throw Problem(.mergeIntoItself) }
        // The second look finds what somebody began between the first and our own try.
        var journey = try await underWay(token, source, into: account)
        if journey == nil { journey = try await begin(token, into: owner, now: now) }
        if journey == nil { journey = try await underWay(token, source, into: account) }
        guard let journey else { throw Problem.unauthenticated }
        let entered = journey.isFinished ? try await enter(journey, owner) : try await arrive(journey, owner)
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
        guard id == token.address?.token, Sodium.equal(hash, Sodium.hash(token.secret.bytes)) else {
            throw Problem.unauthenticated
        }
        guard target == account else { throw Problem.merged(into: target) }
        return Journey(source: source, target: target, device: device, told: told, isFinished: isFinished)
    }

    /// Everything is replayed, and the device gets access in the same transaction that closes the source for ever:
    /// nobody can delete the target in between and leave the device without either.
    private func arrive(_ journey: Journey, _ owner: ProvenOwner) async throws -> EnteredAccount {
        try await tellAll(journey) { transaction in
            try await transaction.run(.scope(journey.target))
            return try await enter(journey, owner, in: transaction)
        }
    }

    private func enter(_ journey: Journey, _ owner: ProvenOwner) async throws -> EnteredAccount {
        try await database.transaction(of: journey.target) { try await enter(journey, owner, in: $0) }
    }

    /// Lets the device that asked into the account it went to. An answer that got lost is made again; the token in it
    /// is worth nothing then.
    private func enter(
        _ journey: Journey, _ owner: ProvenOwner, in transaction: Transaction
    ) async throws -> EnteredAccount {
        let (account, device, now) = (journey.target, journey.device, Instant.now())
        let token = TokenText(account: account, token: .random())
        let standing = try await EnteredAccount.Standing.load(account, in: transaction)
        try await owner.demand(in: transaction)
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
}

/// Takes what else a device has, from one account to another, in the transaction that closes the first: source, target
/// and device.
package typealias Belongings =
    @Sendable (_ source: Identifier, _ target: Identifier, _ device: Identifier, Transaction) async throws -> Void

/// One account on its way into another.
struct Journey: Sendable {
    let source: Identifier
    let target: Identifier
    /// Who asked for it.
    let device: Identifier
    /// The source's ledger has been replayed up to here.
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
        "merge_source_missing", .unprocessableContent, "To merge, send the token of the account to be merged")
    static let mergeTargetUnknown = ProblemType(
        "merge_target_unknown", .forbidden, "The token of the account to merge into is not valid")
    static let mergeIntoItself = ProblemType("merge_into_itself", .conflict, "That is the same account")
    static let mergeSourceClaimed = ProblemType(
        "merge_source_claimed", .conflict, "An account with its own login cannot be merged into another")
    package static let mergeUnderWay = ProblemType(
        "merge_under_way", .conflict, "Another account is being merged into this one; try again when that is done")
    static let mergeTargetClosing = ProblemType(
        "merge_target_closing", .conflict, "The account to merge into is being deleted or has itself been merged")
    static let mergeHistoryShortened = ProblemType(
        "merge_history_shortened", .conflict, "The account's history does not reach back to its beginning")
    static let accountMerged = ProblemType(
        "account_merged", .unauthorized,
        "The account was merged into another; log in or pair there and keep unsent changes")

    package static let ofMerge: [ProblemType] = [
        .mergeSourceMissing, .mergeTargetUnknown, .mergeIntoItself, .mergeSourceClaimed, .mergeUnderWay,
        .mergeTargetClosing, .mergeHistoryShortened, .accountMerged,
    ]
}
