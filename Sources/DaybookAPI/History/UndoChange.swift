import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/history/{opId}/undo`, with or without `{"withConsequences":false}`: undoes one change, together with what
/// the server concluded from it unless told otherwise.
///
/// 200 with what was undone, the rows as they are then, and what was kept because somebody changed it since. An undo is
/// a change like any other and can be undone. 404 for no such change.
struct UndoChange: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let opId = try request.identifier("opId")
        let submission = try await Submission(request, principal)
        var members = submission.isEmpty ? [] : try await submission.members()
        let hasChoice = members["withConsequences"] != nil
        let alone = try !members.takeFlag("withConsequences") && hasChoice
        try ChangePlan.requireNone(members)
        let pages = LedgerPages(database: changes.database)
        let entries = try await pages.entries(of: opId, withConsequences: !alone, in: principal.account)
        guard !entries.isEmpty else { throw Problem(.notFound) }
        let rows = Set(entries.map(\.operation.id))
        let needs = try await pages.needs(toUndo: entries, in: principal.account)
        let staying = try await pages.holdingEvents(among: entries, in: principal.account)
        let undoable = entries.map { $0.keepingRow(staying.contains($0.operation.id)) }
        // A proposal is taken back as it was applied: all at once, and by who saw how much it is.
        var (settled, kept) = try await changes.make(
            submission, seeing: needs, remembering: rows, confirmMassDelete: opId.proposal == opId
        ) { plan in
            guard rows.isEmpty || !rows.isSubset(of: plan.erased) else { throw Problem(.erased) }
            let undo = plan.slice.undo(undoable, at: plan.time(after: plan.latestChange), request: opId)
            try plan.requireSeen(opId, in: entries, undoneBy: undo.operations)
            try plan.perform(undo.operations)
            if undo.operations.isEmpty { try plan.perform(nothing: 0, on: .settings, principal.account) }
            return undo.kept
                + staying.filter { plan.slice.lists[$0]?.isDeleted == false }.sorted()
                .map { UndoPlan.Kept(entity: .list, id: $0, field: "deletedAt") }
        }
        settled.entries.removeAll(where: \.operation.isMark)
        // Of a repeated request: what it came to then follows from how the rows were before it.
        let earlier = settled.before.map { [settled] before in
            let plan = before.undo(entries, at: HybridTime(.latest, device: principal.device), request: opId)
            return plan.kept + settled.listsThatStayed(of: plan)
        }
        if kept == nil { kept = earlier }
        let seen = (kept ?? []).filter { [unseen = settled.unseen] in !unseen.contains($0.id) }
        return .object { [undone = settled, kept = seen] json in
            json.member("revision", undone.revision)
            json.undone(undone, kept)
        }
    }
}

extension JSONWriter {
    /// The members with the result of an undo.
    mutating func undone(_ settled: ChangeResult, _ kept: [UndoPlan.Kept]) {
        let changed = settled.entries.rows
        // As many as a page holds; the others are pulled.
        let all = changed.tasks.union(changed.touched).sorted()
        let shown = settled.tasks(all, filling: PageBound.bytes)
        member("tasks") { $0.tasks(shown) }
        member("hasMore", shown.count < all.count)
        member("lists") { $0.array(changed.lists.sorted().compactMap { settled.lists[$0] }) { $1.write(to: &$0) } }
        objects("undone", settled.entries.filter { $0.operation.purpose == nil }) { $0.subject($1.operation) }
        member(kept: kept)
    }

    mutating func member(kept: [UndoPlan.Kept]) {
        objects("kept", kept) { json, field in
            json.member("entity", field.entity.name)
            json.member("id", field.id)
            json.member("field", field.field)
        }
    }
}

extension ChangeResult {
    /// Lists that were to go and are not gone, since something lay in them that others had put there.
    fileprivate func listsThatStayed(of plan: UndoPlan) -> [UndoPlan.Kept] {
        let done = Set(entries.lazy.filter { $0.operation.kind == .delete }.map(\.operation.row))
        return plan.operations.filter { $0.entity == .list && $0.kind == .delete && !done.contains($0.row) }
            .map { UndoPlan.Kept(entity: .list, id: $0.id, field: "deletedAt") }
    }
}

extension SyncOperation {
    /// It only says that a request was there.
    var isMark: Bool { kind == .set && fields.isEmpty }
}

extension LedgerEntry {
    /// Where the row that it made is to stay, what else it did.
    fileprivate func keepingRow(_ stays: Bool) -> LedgerEntry {
        var entry = self
        if stays { entry.created = false }
        return entry
    }

    /// Taking it back sets a text, or tells what may be as long. What was made goes, and that says nothing of it.
    fileprivate var concernsText: Bool {
        !created
            && (operation.fields + prior).contains { member in
                TaskField(name: member.name).map(Self.long.contains) ?? true
            }
    }

    private static let long: Set<TaskField> = [.title, .notes, .category, .tags]
}

extension ChangeResult {
    /// The first of these tasks that together hold no more than so many bytes, without those whose notes are not here.
    fileprivate func tasks(_ ids: [Identifier], filling bytes: Int) -> [TaskItem] {
        var left = bytes
        var shown: [TaskItem] = []
        for id in ids where left > 0 {
            guard let task = tasks[id], !task.leavesNotes else { continue }
            shown.append(task)
            left -= task.textBytes
        }
        return shown
    }
}

extension [LedgerEntry] {
    /// The rows that these changed.
    var rows: SliceNeeds {
        var needs = SliceNeeds()
        for entry in self { needs.add(rowOf: entry) }
        return needs
    }
}

extension SliceNeeds {
    /// The row that this changed.
    mutating func add(rowOf entry: LedgerEntry) {
        let id = entry.operation.id
        switch entry.operation.entity {
        case .task where entry.concernsText: tasks.insert(id)
        case .task: touched.insert(id)
        case .list: lists.insert(id)
        case .settings: break
        }
    }
}
