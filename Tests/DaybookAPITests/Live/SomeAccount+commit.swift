import DaybookCore

@testable import DaybookLedger
@testable import TestAccounts

extension SomeAccount {
    /// What a push of one new task comes to.
    func commit(_ revision: Int64, title: String = "Water the plants") -> Commit {
        let operation = SyncOperation(
            opId: Identifier(high: 7, low: UInt64(revision)), id: Identifier(high: 8, low: UInt64(revision)),
            at: HybridTime(milliseconds: 1_780_000_000_000, device: device),
            fields: [JSONMember("title", .string(title))])
        var slice = Slice(account: id)
        slice.revision = revision - 1
        let context = MergeContext(now: Instant(milliseconds: 1_780_000_000_000))
        guard case .merged(let merged) = slice.merge(Push(operations: [operation]), context) else {
            fatalError("a new task is refused")
        }
        return Commit(
            revision: slice.revision, outcomes: merged.outcomes, given: merged.given, entries: merged.entries,
            tasks: slice.tasks,
            lists: [:], settings: nil, shift: 0)
    }
}
