import DaybookCore
import DaybookFormats
import DaybookLedger

/// Rows that go through the door together. What follows from the rows alone is worked out before their turn comes.
struct ImportBatch: Sendable {
    let drafts: [Draft]
    let author: ImportAuthor
    /// The place of the first row in the order of the file.
    let place: Int
    /// Rows that a dry run would have made before.
    let imagined: Set<Identifier>
    /// Rows that come again after their import was taken back, and the revision in which it was.
    let takenBack: [Identifier: Int64]
    /// They were refused before, and are asked for once more.
    let asksAnew: Bool
    /// The rows that may be there already, and the lists that tasks are in.
    private(set) var needs = SliceNeeds()
    /// The operations that it will come to where nothing is there yet, which is nearly always.
    private(set) var expected: [Identifier] = []
    /// And its plan then; nil where it is not of tasks alone.
    private var planOfNew: ImportPlan?

    init(
        drafts: [Draft], author: ImportAuthor, place: Int, imagined: Set<Identifier>,
        takenBack: [Identifier: Int64] = [:], asksAnew: Bool = false
    ) {
        (self.drafts, self.author, self.place, self.imagined) = (drafts, author, place, imagined)
        (self.takenBack, self.asksAnew) = (takenBack, asksAnew)
        for draft in drafts {
            switch draft {
            case .task(let task):
                needs.tasks.insert(author.row(.task, task.name))
                if let list = task.list { needs.lists.insert(author.row(.list, list)) }
            case .list(let list): needs.lists.insert(author.row(.list, list.name))
            case .settings: break
            }
        }
        expected = needs.tasks.map { author.creationOpId(.task, $0, after: takenBack[$0]) }
        for case .list(let list) in drafts {
            let id = author.row(.list, list.name)
            expected.append(author.creationOpId(.list, id, after: takenBack[id]))
        }
        let isOfTasks = drafts.allSatisfy { if case .task = $0 { true } else { false } }
        if isOfTasks { planOfNew = ImportPlan(self, on: Slice(account: author.account)) }
    }

    /// Those of its rows alone whose import was taken back.
    func returning(_ takenBack: [Identifier: Int64]) -> ImportBatch {
        let drafts = drafts.filter { author.row(of: $0).map { takenBack[$0] != nil } ?? false }
        return ImportBatch(
            drafts: drafts, author: author, place: place, imagined: imagined, takenBack: takenBack)
    }

    /// Those of its rows alone that were refused before.
    func asking(_ rows: Set<Identifier>) -> ImportBatch {
        let drafts = drafts.filter { author.row(of: $0).map(rows.contains) ?? false }
        return ImportBatch(drafts: drafts, author: author, place: place, imagined: imagined, asksAnew: true)
    }

    /// What it comes to in the account as it is.
    func plan(on slice: Slice) -> ImportPlan {
        if let planOfNew, slice.tasks.isEmpty { return planOfNew }
        return ImportPlan(self, on: slice)
    }

    /// What became of one row.
    enum Verdict: Hashable, Sendable {
        case made(SyncOperation.Entity)
        case changed(SyncOperation.Entity)
        /// It is there and not older than the file's.
        case unchanged(SyncOperation.Entity)
        /// Somebody deleted it here after it was imported.
        case deletedHere(SyncOperation.Entity)
    }

    /// What became of all of them.
    struct Result: Sendable {
        /// Each as often as it stands in the file, but for what was refused.
        var rows: [(id: Identifier, verdict: Verdict)] = []
        /// What the account decided otherwise.
        var remarks: [Remark] = []
        /// The rows that were refused, and why.
        var refusals: [Identifier: Remark] = [:]
        /// Those of them that an earlier import was refused, so that nobody looked at what they say now.
        var refusedBefore: Set<Identifier> = []
        var revision: Int64
    }
}

extension ImportAuthor {
    func row(_ entity: SyncOperation.Entity, _ name: SourceName) -> Identifier {
        name.identifier(entity, in: account, from: origin)
    }

    /// Nil for settings.
    fileprivate func row(of draft: Draft) -> Identifier? {
        switch draft {
        case .task(let task): row(.task, task.name)
        case .list(let list): row(.list, list.name)
        case .settings: nil
        }
    }

    /// The identifier of the operation that makes a row. It follows from the row alone, so a row is made once, whatever
    /// becomes of it afterwards; and once more after each time that its import was taken back.
    func creationOpId(_ entity: SyncOperation.Entity, _ row: Identifier, after undoing: Int64? = nil) -> Identifier {
        guard let undoing else {
            return .derived(
                .importedChange, account.high, account.low, UInt64(entity.rawValue), row.high, row.low, 0)
        }
        return .derived(
            .importedChange, account.high, account.low, UInt64(entity.rawValue), row.high, row.low, 3,
            UInt64(bitPattern: undoing))
    }

    /// The identifier of the operation that changes a row. Each version of a row in a file is a change of its own.
    func changeOpId(
        _ entity: SyncOperation.Entity, _ row: Identifier, _ at: Instant, _ part: UInt64 = 1
    ) -> Identifier {
        .derived(
            .importedChange, account.high, account.low, UInt64(entity.rawValue), row.high, row.low, part,
            UInt64(bitPattern: at.milliseconds))
    }

    /// The identifier of an operation whose own was refused: what it says makes it another one. Its place in the order
    /// says nothing where the file gives none, and that is another each time.
    func opId(askingAnewFor operation: SyncOperation) -> Identifier {
        let said = operation.fields.filter { $0.name != TaskField.sortOrder.name }
        return .derived(
            .importedChange, operation.opId.high, operation.opId.low, 4,
            from: String(decoding: JSONValue.object(said).json, as: UTF8.self))
    }

    /// A time of the file as a clock. Nothing is of the future.
    func clock(_ at: Instant?) -> HybridTime { HybridTime(min(at ?? now, now), device: device) }

    /// Now, and in any case after the last that happened to a row.
    func clock(after last: HybridTime?) -> HybridTime {
        let now = clock(nil)
        return last.map { max(now, $0.successor(device: device)) } ?? now
    }
}

extension ImportBatch.Result {
    init(_ batch: ImportBatch, _ plan: [ImportPlan.RowVerdict], _ commit: Commit) {
        revision = commit.revision
        let fresh = Set(commit.entries.map(\.operation.opId))
        for verdict in plan {
            var kind = verdict.kind
            if !batch.author.isDryRun, let place = verdict.operation {
                let outcome = commit.outcomes[place]
                let isFresh = fresh.contains(verdict.opId)
                // One that was erased for good is gone, as the others are that were made once.
                if case .rejected(let rejection) = outcome, isFresh || rejection.code != Rejection.erased.code {
                    refusals[verdict.row] = Remark(
                        .refused, line: verdict.line, field: rejection.fields.first?.field, rejection.sentence)
                    if !isFresh, verdict.row != batch.author.account { refusedBefore.insert(verdict.row) }
                    continue
                }
                if !isFresh {
                    // Known from before: it was made then, and is gone by now.
                    if case .made(let entity) = kind { kind = .deletedHere(entity) }
                    if case .changed(let entity) = kind { kind = .unchanged(entity) }
                } else {
                    for conflict in outcome.conflicts { note(conflict, verdict.line) }
                }
            }
            rows.append((verdict.row, kind))
        }
    }

    var counts: [ImportBatch.Verdict: Int] { rows.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 } }

    var refused: Int { refusals.count }

    /// All that there is to say.
    var allRemarks: [Remark] { (remarks + refusals.values).sorted { $0.line < $1.line } }

    /// Rows that were made once and are deleted.
    var gone: Set<Identifier> {
        Set(rows.lazy.filter { if case .deletedHere = $0.verdict { true } else { false } }.map(\.id))
    }

    /// In a dry run: what it would have made.
    var made: Set<Identifier> {
        Set(rows.lazy.filter { if case .made = $0.verdict { true } else { false } }.map(\.id))
    }

    /// Of these rows it turned out otherwise.
    mutating func retell(_ ids: Set<Identifier>, as returned: ImportBatch.Result) {
        rows.removeAll { ids.contains($0.id) }
        rows += returned.rows
        remarks += returned.remarks
        for id in ids { refusals[id] = nil }
        refusals.merge(returned.refusals) { $1 }
        revision = returned.revision
    }

    private mutating func note(_ conflict: Conflict, _ line: Int) {
        switch conflict.reason {
        case .listGone:
            remarks.append(
                Remark(.merged, line: line, field: "listId", "Its list is not there; the task is in the Inbox."))
        case .regionFull:
            remarks.append(
                Remark(.merged, line: line, field: conflict.field, "The region is full; the task went further down."))
        case .tangled:
            remarks.append(
                Remark(
                    .merged, line: line, field: conflict.field,
                    "It would be part of itself, or too many steps below the top; it stands by itself."))
        case .place:
            remarks.append(
                Remark(
                    .merged, line: line, field: conflict.field, "It does not go with the task's place, which counts."))
        default: break
        }
    }
}
