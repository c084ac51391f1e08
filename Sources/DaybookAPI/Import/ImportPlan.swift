import DaybookCore
import DaybookFormats

/// The effect of a batch on the account as it is: the operations, and what to report of each row.
struct ImportPlan {
    /// What becomes of one row of the file.
    struct RowVerdict: Sendable {
        let kind: ImportBatch.Verdict
        let line: Int
        let row: Identifier
        /// The place of the operation whose outcome counts for the row; nil if there is none.
        var operation: Int?
        var opId = Identifier.zero
    }

    private(set) var operations: [SyncOperation] = []
    private(set) var verdicts: [RowVerdict] = []
    private let author: ImportAuthor
    private let slice: Slice
    private let takenBack: [Identifier: Int64]
    private let asksAnew: Bool
    /// Rows of this batch; a row that comes twice is made once.
    private var seen: Set<Identifier>

    init(_ batch: ImportBatch, on slice: Slice) {
        author = batch.author
        self.slice = slice
        takenBack = batch.takenBack
        asksAnew = batch.asksAnew
        seen = batch.imagined
        operations.reserveCapacity(batch.drafts.count)
        verdicts.reserveCapacity(batch.drafts.count)
        for (offset, draft) in batch.drafts.enumerated() {
            switch draft {
            case .task(let task): plan(task, place: batch.place + offset)
            case .list(let list): plan(list, place: batch.place + offset)
            case .settings(let settings): plan(settings)
            }
        }
    }

    private mutating func conclude(
        _ kind: ImportBatch.Verdict, _ line: Int, _ row: Identifier, _ operation: SyncOperation? = nil
    ) {
        var verdict = RowVerdict(kind: kind, line: line, row: row)
        if var operation {
            if asksAnew { operation.opId = author.opId(askingAnewFor: operation) }
            verdict.operation = operations.count
            verdict.opId = operation.opId
            operations.append(operation)
        }
        verdicts.append(verdict)
    }

    private mutating func plan(_ draft: TaskDraft, place: Int) {
        let id = author.row(.task, draft.name)
        if let task = slice.tasks[id] {
            guard !task.isDeleted else {
                guard let undoing = takenBack[id], draft.deletedAt == nil else {
                    return conclude(.deletedHere(.task), draft.line, id)
                }
                guard seen.insert(id).inserted else { return conclude(.unchanged(.task), draft.line, id) }
                return conclude(
                    .made(.task), draft.line, id,
                    SyncOperation(
                        opId: author.creationOpId(.task, id, after: undoing), id: id,
                        at: author.clock(after: slice.lastChange(of: RowKey(.task, id))), kind: .restore,
                        fields: draft.differences(
                            from: task, list: draft.list.map { author.row(.list, $0) }, parent: parent(of: draft)),
                        reopens: draft.state == .completed ? nil : task.completion?.clock))
            }
            guard let at = draft.updatedAt, at > task.updatedAt, draft.deletedAt == nil else {
                return conclude(.unchanged(.task), draft.line, id)
            }
            let fields = draft.differences(
                from: task, list: draft.list.map { author.row(.list, $0) }, parent: parent(of: draft))
            guard !fields.isEmpty else { return conclude(.unchanged(.task), draft.line, id) }
            return conclude(
                .changed(.task), draft.line, id,
                SyncOperation(
                    opId: author.changeOpId(.task, id, at), id: id, at: author.clock(at), fields: fields,
                    reopens: draft.state == .completed ? nil : task.completion?.clock))
        }
        guard seen.insert(id).inserted else { return conclude(.unchanged(.task), draft.line, id) }
        let made = draft.lastChange
        // Nothing is in the backlog since a time after it was put there.
        let entered = draft.region == .backlog ? draft.enteredBacklogAt : nil
        let begun = draft.deletedAt == nil ? made : draft.createdAt ?? made
        let first = [begun, entered].compactMap(\.self).max()
        let fields = draft.fields(
            list: draft.list.map { author.row(.list, $0) }, parent: parent(of: draft),
            order: draft.sortOrder ?? author.order(of: place))
        conclude(
            .made(.task), draft.line, id,
            SyncOperation(
                opId: author.creationOpId(.task, id, after: takenBack[id]), id: id, at: author.clock(first),
                fields: fields))
        if let deletedAt = draft.deletedAt {
            operations.append(
                SyncOperation(
                    opId: author.changeOpId(.task, id, deletedAt, 2), id: id, at: author.clock(deletedAt), kind: .delete
                ))
        }
    }

    private func parent(of draft: TaskDraft) -> Identifier? { draft.parent.map { author.row(.task, $0) } }

    private mutating func plan(_ draft: ListDraft, place: Int) {
        let id = author.row(.list, draft.name)
        if let list = slice.lists[id] {
            guard !list.isDeleted else {
                guard let undoing = takenBack[id], draft.deletedAt == nil else {
                    return conclude(.deletedHere(.list), draft.line, id)
                }
                guard seen.insert(id).inserted else { return conclude(.unchanged(.list), draft.line, id) }
                return conclude(
                    .made(.list), draft.line, id,
                    SyncOperation(
                        opId: author.creationOpId(.list, id, after: undoing), entity: .list, id: id,
                        at: author.clock(after: slice.lastChange(of: RowKey(.list, id))), kind: .restore,
                        fields: draft.differences(from: list)))
            }
            guard let at = draft.updatedAt, at > list.modifiedAt, draft.deletedAt == nil else {
                return conclude(.unchanged(.list), draft.line, id)
            }
            let fields = draft.differences(from: list)
            guard !fields.isEmpty else { return conclude(.unchanged(.list), draft.line, id) }
            return conclude(
                .changed(.list), draft.line, id,
                SyncOperation(
                    opId: author.changeOpId(.list, id, at), entity: .list, id: id, at: author.clock(at), fields: fields)
            )
        }
        guard seen.insert(id).inserted else { return conclude(.unchanged(.list), draft.line, id) }
        let made = draft.updatedAt ?? draft.createdAt
        conclude(
            .made(.list), draft.line, id,
            SyncOperation(
                opId: author.creationOpId(.list, id, after: takenBack[id]), entity: .list, id: id,
                at: author.clock(draft.deletedAt == nil ? made : draft.createdAt ?? made),
                fields: draft.fields(order: draft.sortOrder ?? author.order(of: place))))
        if let deletedAt = draft.deletedAt {
            operations.append(
                SyncOperation(
                    opId: author.changeOpId(.list, id, deletedAt, 2), entity: .list, id: id,
                    at: author.clock(deletedAt),
                    kind: .delete))
        }
    }

    /// Settings fill in what the account has never decided for itself.
    private mutating func plan(_ draft: SettingsDraft) {
        let differing = Patch(draft.fields).differing(from: slice.settings)
        let fields = differing.members.filter { member in
            guard let field = SettingsField(name: member.name) else {
                return slice.settings.unknown[member.name] == nil
            }
            return slice.settings.clocks[field] == nil
        }
        guard !fields.isEmpty else { return conclude(.unchanged(.settings), 1, slice.account) }
        let opId = Identifier.derived(
            .importedChange, slice.account.high, slice.account.low,
            from: String(decoding: JSONValue.object(fields).json, as: UTF8.self))
        conclude(
            .made(.settings), 1, slice.account,
            SyncOperation(opId: opId, entity: .settings, id: slice.account, at: author.clock(nil), fields: fields))
    }
}

extension ImportAuthor {
    /// Keys in the order of the file, after all that was there before. A thousand rows pass for a millisecond.
    fileprivate func order(of place: Int) -> OrderKey {
        .created(
            at: HybridTime(
                milliseconds: now.milliseconds + Int64(place >> 10), counter: UInt16(place & 1023), device: device))
    }
}

extension TaskDraft {
    /// The time since which it has been as it is.
    fileprivate var lastChange: Instant? { updatedAt ?? [createdAt, completedAt].compactMap { $0 }.max() }
}
