import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/conflicts/{opId}/resolution` with `{"take":"mine"}` or `{"take":"theirs"}`: `mine` makes the change again,
/// now; `theirs` leaves everything as it stands. Either way the conflict is closed.
///
/// 200 with the rows that changed. The same decision again is answered as it was the first time; the opposite decision
/// is then refused with 409 `conflict_resolved` (undo the change in the history instead). 409 `region_full` where the
/// region is still full, 422 where its list is gone, 404.
struct ResolveConflict: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let opId = try request.identifier("opId")
        let submission = try await Submission(request, principal)
        let side = try await side(wantedBy: submission)
        guard
            let entry = try await LedgerPages(database: changes.database).entries(
                of: opId, withConsequences: false, in: principal.account
            ).first, !entry.outcome.conflicts.isEmpty
        else { throw Problem(.notFound) }
        var needs = [entry].rows
        for conflict in entry.outcome.conflicts where conflict.field == "listId" {
            if case .string(let text) = conflict.mine, let list = Identifier(text) { needs.lists.insert(list) }
        }
        let settled = try await settle(
            submission.identified(as: RequestIdentity(resolutionOf: opId, taking: side)), needs
        ) { plan in
            if side == .mine { try plan.insist(on: entry) } else { try plan.accept(entry) }
        }
        return .object { json in
            json.member("revision", settled.revision)
            json.undone(settled, [])
        }
    }

    private func settle(
        _ submission: Submission, _ needs: SliceNeeds, _ decide: @escaping @Sendable (inout ChangePlan) throws -> Void
    ) async throws -> ChangeResult {
        do {
            return try await changes.make(submission, seeing: needs, decide).settled
        } catch let problem as Problem where problem.type == .idempotencyKeyReused {
            throw Problem(.conflictResolved)
        }
    }

    private func side(wantedBy submission: Submission) async throws -> ConflictSide {
        var members = try await submission.members()
        let take = members.take("take")
        try ChangePlan.requireNone(members)
        guard case .string(let word)? = take, let side = ConflictSide(rawValue: word) else {
            throw Problem(invalid: "take", .unknownValue, "take must be mine or theirs.")
        }
        return side
    }
}

extension ChangePlan {
    /// Does what the change wanted, in the fields in which it lost.
    fileprivate mutating func insist(on entry: LedgerEntry) throws {
        let operation = entry.operation
        let task = operation.entity == .task ? slice.tasks[operation.id] : nil
        let list = operation.entity == .list ? slice.lists[operation.id] : nil
        guard task != nil || list != nil || operation.entity == .settings else { throw Problem(.notFound) }
        var kind = SyncOperation.Kind.set
        var fields: [JSONMember] = []
        var reopens: HybridTime?
        for conflict in entry.outcome.conflicts {
            switch conflict.reason {
            case .immutable, .place: continue
            case .deleted: kind = .restore
            case .edited: kind = .delete
            case .newer, .completed, .reopened, .regionFull, .listGone, .tangled:
                fields.append(JSONMember(conflict.field, conflict.mine))
                // Who went to the backlog lost the bucket with the region.
                if conflict.field == "region", let bucket = operation.fields["bucket"] {
                    fields.append(JSONMember("bucket", bucket))
                }
                if conflict.field == "state", conflict.mine != .string(TaskState.completed.name) {
                    reopens = task?.isCompleted == true ? task?.completion?.clock : nil
                }
            }
        }
        if kind == .set, task?.isDeleted ?? list?.isDeleted ?? false { throw Problem(.gone) }
        if kind == .delete { fields = [] }
        if kind == .set, fields.isEmpty { return try perform(nothing: 0, on: operation.entity, operation.id) }
        try perform(0, operation.id, kind, Change(operation.entity, fields), reopens: reopens)
    }

    /// Leaves everything as it stands, and writes down that somebody has seen it.
    fileprivate mutating func accept(_ entry: LedgerEntry) throws {
        try perform(nothing: 0, on: entry.operation.entity, entry.operation.id)
    }
}

extension ProblemType {
    static let conflictResolved = ProblemType(
        "conflict_resolved", .conflict, "This conflict has already been resolved differently")
    static let historyTooShort = ProblemType(
        "history_too_short", .conflict, "The history does not reach back that far")

    static let ofHistory: [ProblemType] = [.conflictResolved, .historyTooShort]
}
