import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// Changes that clients ask for one by one and wait for, through the ledger's one door.
struct OnlineChanges: Sendable {
    let database: Database
    let ledger: Ledger
    let clock: AuthorClock

    init(_ database: Database, _ ledger: Ledger) {
        self.database = database
        self.ledger = ledger
        clock = ledger.clock
    }

    /// Decides under the account's lock, with the rows that `needs` names, and answers them as they are afterwards. A
    /// repeated request under its key is answered as it was the first time, whatever happened since; `decide` then has
    /// no answer. If two copies arrive at once, the second one to get the lock is answered like the first.
    ///
    /// What `decide` throws is the client's answer and nothing has changed. It may be called again, so it must not do
    /// anything but decide.
    ///
    /// - Parameters:
    ///   - rows: of which a repeated request is to have what they were before it, whether it changed them or not.
    ///   - isRehearsal: nothing is done.
    func make<Answer: Sendable>(
        _ submission: Submission, seeing needs: SliceNeeds, remembering rows: Set<Identifier> = [],
        confirmMassDelete: Bool = false, isDivisible: Bool = false, isRehearsal: Bool = false,
        _ decide: @escaping @Sendable (inout ChangePlan) throws -> Answer
    ) async throws -> (settled: ChangeResult, answer: Answer?) {
        func first() async throws -> ChangeResult? { isRehearsal ? nil : try await recall(submission, with: rows) }
        if let first = try await first() { return (first, nil) }
        let account = submission.principal.account
        var needs = needs
        needs.settings = true
        needs.touched.formUnion(try await tasks(besideThoseOf: needs.neighbours, of: account))
        var stretches: [Stretch] = []
        // Each further attempt knows more of the order than the one before; rows change between them, so there is an
        // end.
        for _ in 0..<Self.attempts {
            do {
                let (settled, answer) = try await attempt(
                    submission, seeing: needs, stretches, confirmMassDelete, isDivisible: isDivisible,
                    isRehearsal: isRehearsal, decide)
                return (isRehearsal ? settled : try await visible(settled, among: rows, to: submission), answer)
            } catch let crowd as CrowdedOrder {
                let reach = Self.firstReach << (3 * min(stretches.count, 6))
                let stretch = try await stretch(around: crowd.task, of: account, reach: reach)
                needs.touched.formUnion(stretch.tasks)
                stretches.append(stretch)
            } catch let error where error is Problem || error is LedgerRefusal {
                // The same request may have been on its way twice, and its other half done what is refused now.
                if let first = try await first() { return (first, nil) }
                throw error
            } catch is AlreadyDone {
                if let first = try await first() { return (first, nil) }
            }
        }
        throw Problem(.databaseTooSlow, fields: ["retry-after": "1"])
    }

    /// What a request would come to, of which nothing is done. How the rows are before it is answered with it, and
    /// also what is not there for the one who asks.
    func rehearse<Answer: Sendable>(
        _ submission: Submission, seeing needs: SliceNeeds,
        _ decide: @escaping @Sendable (inout ChangePlan) throws -> Answer
    ) async throws -> (settled: ChangeResult, answer: Answer) {
        let (settled, answer) = try await make(
            submission, seeing: needs, confirmMassDelete: true, isDivisible: true, isRehearsal: true, decide)
        guard let answer else { throw Problem(.databaseTooSlow, fields: ["retry-after": "1"]) }
        return (settled, answer)
    }

    private static let attempts = 20
    /// How many tasks on each side of the place are read where no key is free there, so that they can move aside; each
    /// further attempt reads eight times as many.
    private static let firstReach = 500

    private func attempt<Answer: Sendable>(
        _ submission: Submission, seeing needs: SliceNeeds, _ stretches: [Stretch], _ confirmMassDelete: Bool,
        isDivisible: Bool, isRehearsal: Bool, _ decide: @escaping @Sendable (inout ChangePlan) throws -> Answer
    ) async throws -> (ChangeResult, Answer?) {
        let (clock, identity) = (clock, submission.identity)
        var request = LedgerRequest(of: submission.principal.account, seeing: needs, now: submission.now)
        (request.operations, request.isDivisible) = ([identity.opId(0)], isDivisible)
        (request.isRehearsal, request.isBounded) = (isRehearsal, true)
        if identity.isKeyed, !isRehearsal { request.question = identity.work(in: request.account) }
        let (result, answer) = try await ledger.change(request) { sight in
            guard sight.answers?.isEmpty ?? true else { throw AlreadyDone() }
            var plan = ChangePlan(sight, submission, clock, stretches)
            let answer = try decide(&plan)
            var decision = Decision(
                Push(operations: plan.operations, confirmsMassDelete: confirmMassDelete),
                answer: (answer, plan.operations.map(\.opId), plan.history))
            (decision.erases, decision.alongside) = (plan.erasing, plan.alongside)
            decision.isWhole = true
            decision.seeing.tasks = sight.seen.tasks
            decision.seeing.touched = sight.seen.touched
            decision.seeing.lists = sight.seen.lists
            return decision
        }
        switch result {
        case .noAccount: throw Problem.unauthenticated
        case .massDeleteRefused(let deletions, let total):
            throw Problem(
                .massDeleteUnconfirmed,
                members: [.init("deletions", .number(deletions)), .init("of", .number(total))])
        case .merged(let commit):
            return (ChangeResult(commit, answer.1, submission.identity, answer.2), answer.0)
        }
    }
}

extension RequestIdentity {
    /// Answers a row where anything was done under the key.
    ///
    /// What was done already is looked up before the lock, where it delays nobody. What was done between that look-up
    /// and the lock, only a statement under the lock can see. It is one step in an index, sent along with what is
    /// looked for.
    fileprivate func work(in account: Identifier) -> Query {
        """
        SELECT 1 FROM change WHERE account_id = \(account)
            AND op_id BETWEEN \(operations.lowerBound) AND \(operations.upperBound) LIMIT 1
        """
    }
}

/// The other half of a request that was on its way twice was faster.
private struct AlreadyDone: Error {}

/// What became of a request to change something.
struct ChangeResult: Sendable {
    var revision: Int64
    /// What that and the rows' revisions count in.
    let history: AccountHistory
    /// The request was known: this is its first result.
    var isRepeated = false
    /// By the operation's place in the request.
    var outcomes: [Int: Outcome] = [:]
    var tasks: [Identifier: TaskItem] = [:]
    var lists: [Identifier: TaskList] = [:]
    var settings: AccountSettings?
    /// The new lines of the ledger: the request's own, and what the server concluded from them.
    var entries: [LedgerEntry] = []
    /// For a repeated request, and a rehearsed one: its rows as they were before it.
    var before: Slice?
    /// Tasks that are not there for the one who asked; of these nothing else here tells.
    var unseen: Set<Identifier> = []

    init(revision: Int64, of history: AccountHistory) {
        self.revision = revision
        self.history = history
    }

    init(_ commit: Commit, _ opIds: [Identifier], _ identity: RequestIdentity, _ history: AccountHistory) {
        revision = commit.revision
        self.history = history
        for (opId, outcome) in zip(opIds, commit.outcomes) {
            if let place = identity.place(of: opId) { outcomes[place] = outcome }
        }
        tasks = commit.tasks
        lists = commit.lists
        settings = commit.settings
        entries = commit.entries
        before = commit.before
    }
}
