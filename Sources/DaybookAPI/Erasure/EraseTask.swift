import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookLedger
import HTTP
import Postgres

/// `POST /v1/tasks/{id}/erasure`: takes one task's words out of everything, for good. A task that is there is deleted
/// by it.
///
/// 200 with a receipt once it is done; asking again answers the same receipt, and goes on with what was interrupted.
/// 404 for no such task, 412 where `if-match` names another state.
struct EraseTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("id")
        let submission = try await Submission(request, principal)
        if !submission.isEmpty { try ChangePlan.requireNone(try await submission.members()) }
        let erasure = Erasure(of: id, in: principal.account, changes.database)
        if try await erasure.receipt() == nil { try await begin(erasure, submission) }
        try await erasure.bringToItsEnd()
        guard let receipt = try await erasure.receipt() else { throw Problem(.notFound) }
        return .document { receipt.write(to: &$0) }
    }

    private func begin(_ erasure: Erasure, _ submission: Submission) async throws {
        let traces = try await erasure.traces(in: changes.ledger)
        guard traces.isKnown else { throw Problem(.notFound) }
        let statements = erasure.beginning(traces, by: submission.principal.device, now: submission.now)
        let (id, account) = (erasure.task, submission.principal.account)
        var needs = SliceNeeds()
        needs.tasks.insert(id)
        do {
            _ = try await changes.make(submission, seeing: needs) { plan in
                if plan.erased.contains(id) { throw Problem(.erased) }
                if let task = plan.slice.tasks[id] { try submission.require(task.revision, of: plan.history) }
                // What somebody proposes for it may be in its words.
                try plan.erase(id, alongside: statements + [Proposal.deletion(ofThoseAbout: id, in: account)])
            }
        } catch let problem as Problem where problem.type == .erased {
            // Another request for the same was faster.
        }
    }
}

extension Erasure {
    /// What follows its beginning.
    ///
    /// - Parameter mayGoOn: asked between batches.
    func bringToItsEnd(mayGoOn: () async throws -> Bool = { true }) async throws {
        guard let receipt = try await receipt(), !receipt.isFinished else { return }
        guard try await takeWordsOut(mayGoOn: mayGoOn) else { return }
        try await SearchPages(database: database).scrub(account, of: task)
        try await finish(now: .now())
    }
}

/// What was erased in an account lately, looked over once more: a search that had read a task before it was erased may
/// have written its text into a page after that.
package struct RecentErasures: Sendable {
    let database: Database

    /// Nothing that runs beside an erasure takes as long.
    static let patience: Int64 = 10 * 60_000

    package init(_ database: Database) { self.database = database }

    package func settle(_ account: Identifier, now: Instant, mayGoOn: () async throws -> Bool) async throws {
        let rows = try await database.read(
            of: account,
            """
            SELECT task_id FROM erasure WHERE account_id = \(account) AND NOT is_settled
                AND erased_at < \(now.adding(milliseconds: -Self.patience))
            """)
        for row in rows {
            let task: Identifier = try row.decode(0)
            let erasure = Erasure(of: task, in: account, database)
            guard try await erasure.takeWordsOut(mayGoOn: mayGoOn) else { return }
            try await SearchPages(database: database).scrub(account, of: task)
            try await erasure.finish(now: now)
            try await database.write(
                of: account,
                "UPDATE erasure SET is_settled = true WHERE account_id = \(account) AND task_id = \(task)")
            guard try await mayGoOn() else { return }
        }
    }
}
