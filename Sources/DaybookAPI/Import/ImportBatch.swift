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
    /// The rows that may be there already, and the lists that tasks are in.
    private(set) var needs = SliceNeeds()
    /// The operations that it will come to where nothing is there yet, which is nearly always.
    private(set) var expected: [Identifier] = []
    /// And its plan then; nil where it is not of tasks alone.
    private var planOfNew: ImportPlan?

    init(drafts: [Draft], author: ImportAuthor, place: Int, imagined: Set<Identifier>) {
        (self.drafts, self.author, self.place, self.imagined) = (drafts, author, place, imagined)
        for draft in drafts {
            switch draft {
            case .task(let task):
                needs.tasks.insert(author.row(.task, task.name))
                if let list = task.list { needs.lists.insert(author.row(.list, list)) }
            case .list(let list): needs.lists.insert(author.row(.list, list.name))
            case .settings: break
            }
        }
        expected = needs.tasks.map { author.creationOpId(.task, $0) }
        for case .list(let list) in drafts { expected.append(author.creationOpId(.list, author.row(.list, list.name))) }
        let isOfTasks = drafts.allSatisfy { if case .task = $0 { true } else { false } }
        if isOfTasks { planOfNew = ImportPlan(self, on: Slice(account: author.account)) }
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
        var counts: [Verdict: Int] = [:]
        var remarks: [Remark] = []
        var refused = 0
        /// In a dry run: what it would have made.
        var made: Set<Identifier> = []
        var revision: Int64
    }
}

extension ImportAuthor {
    func row(_ entity: SyncOperation.Entity, _ name: SourceName) -> Identifier {
        name.identifier(entity, in: account, from: origin)
    }

    /// The identifier of the operation that makes a row. It follows from the row alone, so a row is made once, whatever
    /// becomes of it afterwards.
    func creationOpId(_ entity: SyncOperation.Entity, _ row: Identifier) -> Identifier {
        .derived(.importedChange, account.high, account.low, UInt64(entity.rawValue), row.high, row.low, 0)
    }

    /// The identifier of the operation that changes a row. Each version of a row in a file is a change of its own.
    func changeOpId(
        _ entity: SyncOperation.Entity, _ row: Identifier, _ at: Instant, _ part: UInt64 = 1
    ) -> Identifier {
        .derived(
            .importedChange, account.high, account.low, UInt64(entity.rawValue), row.high, row.low, part,
            UInt64(bitPattern: at.milliseconds))
    }

    /// A time of the file as a clock. Nothing is of the future.
    func clock(_ at: Instant?) -> HybridTime { HybridTime(min(at ?? now, now), device: device) }
}

extension ImportBatch.Result {
    init(_ batch: ImportBatch, _ plan: [ImportPlan.RowVerdict], _ commit: Commit) {
        revision = commit.revision
        let fresh = Set(commit.entries.map(\.operation.opId))
        for verdict in plan {
            var kind = verdict.kind
            if !batch.author.isDryRun, let place = verdict.operation {
                let outcome = commit.outcomes[place]
                if !fresh.contains(verdict.opId) {
                    // Known from before: it was made then, and is gone by now.
                    if case .made(let entity) = kind { kind = .deletedHere(entity) }
                    if case .changed(let entity) = kind { kind = .unchanged(entity) }
                } else if case .rejected(let rejection) = outcome {
                    refused += 1
                    remarks.append(
                        Remark(
                            .refused, line: verdict.line, field: rejection.fields.first?.field, rejection.sentence))
                    continue
                } else {
                    for conflict in outcome.conflicts { note(conflict, verdict.line) }
                }
            }
            counts[kind, default: 0] += 1
            if case .made = kind { made.insert(verdict.row) }
        }
    }

    private mutating func note(_ conflict: Conflict, _ line: Int) {
        switch conflict.reason {
        case .listGone:
            remarks.append(
                Remark(.merged, line: line, field: "listId", "Its list is not there; the task is in the Inbox."))
        case .regionFull:
            remarks.append(
                Remark(.merged, line: line, field: conflict.field, "The region is full; the task went further down."))
        default: break
        }
    }
}
