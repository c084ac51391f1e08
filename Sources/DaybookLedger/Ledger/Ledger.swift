import DaybookCore
import DaybookHost
import Postgres
import Reactor

/// The accounts' ledgers: the one door through which tasks, lists and settings change.
package struct Ledger: Sendable {
    let database: Database
    let projections: Projections
    package let announcements: Announcements
    package let quotas: Quotas
    package let tally: OperationTally
    private let gate = AccountGate()
    /// Of changes that the server makes for devices.
    package let clock = AuthorClock()
    let lanes: WriteLanes

    /// - Parameter projections: what follows from the rows and is kept in step with them; whatever else does stays
    ///   behind.
    package init(
        database: Database, announcements: Announcements, quotas: Quotas = .none,
        tally: OperationTally = OperationTally(), lanes: Int? = nil, projections: [any Projection] = []
    ) {
        (self.database, self.projections) = (database, Projections(projections))
        self.announcements = announcements
        self.quotas = quotas
        self.tally = tally
        self.lanes = WriteLanes(database, lanes: lanes)
    }

    package var figures: WriteFigures { lanes.figures }

    /// Merges what a device sent: one transaction, two round trips. Answers once it is durable. With a cursor that
    /// cannot be continued nothing is done; nor where the push is divisible and too much at once.
    ///
    /// - Parameter quotas: others than every account's, for one who has asked before whether there is room.
    package func push(
        _ push: Push, to account: Identifier, continuing cursor: SyncCursor? = nil, isDivisible: Bool = false,
        within quotas: Quotas? = nil, now: Instant = .now()
    ) async throws -> PushResult {
        // Which occurrences may come next is a question of their rules, and some rules take long to answer.
        let needs = await aside(if: push.operations.count > AccountChange.manyRows) {
            Slice(account: account).needs(for: push, MergeContext(now: now))
        }
        var request = LedgerRequest(of: account, now: now)
        (request.needs, request.operations) = (needs, push.operations.map(\.opId))
        (request.device, request.cursor) = (push.device, cursor)
        (request.isDivisible, request.quotas) = (isDivisible, quotas)
        do {
            return try await change(request) { _ in Decision(push) }.result
        } catch is NoAccount {
            return .noAccount
        }
    }

    /// The same as `change` with a request, for one who needs to see rows and settings alone.
    package func change<Answer: Sendable>(
        _ account: Identifier, seeing needs: SliceNeeds = SliceNeeds(), now: Instant = .now(),
        _ decide: @escaping @Sendable (Slice) throws -> Decision<Answer>
    ) async throws -> (result: PushResult, answer: Answer) {
        try await change(LedgerRequest(of: account, seeing: needs, now: now)) { try decide($0.slice) }
    }

    /// Decides under the account's lock what to do, and does it: `decide` sees what the request names, and the
    /// account's position, as they are at that moment and makes a push from them. It may be called again when the
    /// transaction is, so it must not do anything outside of it; what it throws ends the transaction and changes
    /// nothing.
    package func change<Answer: Sendable>(
        _ request: LedgerRequest, _ decide: @escaping @Sendable (AccountSight) throws -> Decision<Answer>
    ) async throws -> (result: PushResult, answer: Answer) {
        let (account, last) = (request.account, LastAnswer<Answer>())
        var request = request
        request.quotas = request.quotas ?? quotas
        let asked = AskedChange(request, followedBy: projections) { sight in
            let decision = try decide(sight)
            last.keep(decision.answer)
            return decision.withoutAnswer
        }
        var passed: PushResult?
        while passed == nil {
            do {
                passed = try await gate.inTurn(of: account) { try await lanes.pass(asked) }
            } catch is ProjectionBehind {
                // What names something of the projection waits for that, and the account's other changes go on.
                try await bringProjectionUpToDate(of: account)
            } catch let error as PostgresError where error.leavesDoubt {
                announcements.inDoubt(account)
                throw error
            }
        }
        guard let result = passed, let answer = last.value else { throw PostgresError.misuse("nothing was decided") }
        if case .merged(var commit) = result, !commit.entries.isEmpty, !request.isRehearsal {
            commit.pusher = request.cursor == nil ? nil : request.device
            announcements.committed(commit, in: account)
            tally.count(commit.entries.count, at: request.now)
            for projection in projections.all { projection.committed(commit, of: account) }
        }
        return (result, answer)
    }

    /// Brings what the projection on demand stores of the account up to its last change. Throws `ProjectionBehind`
    /// where that takes longer than a request should.
    package func bringProjectionUpToDate(of account: Identifier) async throws {
        guard let projection = projections.onDemand, try await projection.bringUpToDate(account, in: database) else {
            throw ProjectionBehind()
        }
    }
}

extension PostgresError {
    /// It may have been committed all the same.
    var leavesDoubt: Bool {
        switch self {
        case .cancelled, .connectionLost, .timedOut: true
        case .unavailable, .server, .decoding, .nullCharacter, .misuse: false
        }
    }
}

/// The account is gone, and with it every token of it.
package struct NoAccount: Error {
    package init() {}
}

/// Why nothing was done.
package enum LedgerRefusal: Error {
    /// The cursor that was to be continued cannot be.
    case cursorGone
    /// What could be sent in several pushes would read or write too much in one.
    case tooMuchAtOnce
    /// It was to be done whole, and something of it has no room.
    case noRoom(Quotas.Excess, Quotas)
}

/// What somebody wants done, and what to answer of what was seen when it was decided.
package struct Decision<Answer: Sendable>: Sendable {
    var push: Push
    package var answer: Answer
    /// All of it is done or nothing; what has no room in the account is a problem and not an outcome.
    package var isWhole = false
    /// Also load and answer these rows as they are after the merge.
    package var seeing = SliceNeeds()
    /// Statements of the same transaction, on tables that no user writes.
    package var alongside: [Query] = []
    /// What the projection is to keep of it.
    package var ofProjection: (any Sendable)?
    /// An edit that was refused, to be kept.
    package var refused: RefusedEdit?
    /// A task that loses its words by it.
    package var erases: Identifier?

    package init(_ push: Push, answer: Answer) {
        self.push = push
        self.answer = answer
    }

    /// The same for one who only does it.
    var withoutAnswer: Decision<Void> {
        var same = Decision<Void>(push)
        (same.isWhole, same.seeing, same.alongside) = (isWhole, seeing, alongside)
        (same.ofProjection, same.refused, same.erases) = (ofProjection, refused, erases)
        return same
    }
}

extension Decision where Answer == Void {
    package init(_ push: Push) { self.init(push, answer: ()) }
}

package enum PushResult: Sendable {
    case merged(Commit)
    /// Nothing was done: so many deletions of so many tasks need to be confirmed.
    case massDeleteRefused(deletions: Int, of: Int)
    case noAccount
}

/// What a push came to, once durable.
package struct Commit: Sendable {
    /// The account's revision after it.
    package var revision: Int64
    /// One for each operation of the push, in its order; of one that was known, what was decided then.
    package var outcomes: [Outcome]
    /// The clocks that they were given.
    package var given: [HybridTime?]
    /// The ledger's new entries, the server's own conclusions among them.
    package var entries: [LedgerEntry]
    /// Every row that was written or asked to be seen, as it is now.
    package var tasks: [Identifier: TaskItem]
    package var lists: [Identifier: TaskList]
    package var settings: AccountSettings?
    /// What was added to the clocks of the push.
    package var shift: Int64
    /// Programs want to be notified of it.
    package var tellsChanges = false
    /// What the projection answers who named something of it.
    package var ofProjection: (any Sendable)?
    /// The device that goes on from a cursor with it: its answer brings the rows.
    package var pusher: Identifier?

    /// Of a rehearsal: the rows as they are, and stay.
    package var before: Slice?

    /// The account's revision before it.
    var revisionBefore: Int64 { revision - Int64(entries.count) }
}
