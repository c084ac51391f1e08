import DaybookCore
import Postgres

/// What follows from an account's rows and is kept in step with them. The ledger runs its statements with every change,
/// and knows nothing of what they say.
package protocol Projection: Sendable {
    /// What the changes of one transaction write.
    func statements(for changes: [FollowedChange], spread: Bool) -> [Query]

    /// A change of the account is durable.
    func committed(_ commit: Commit, of account: Identifier)

    /// What does not follow from the account's rows as it is stored.
    func flaws(of account: Identifier, in database: Database) async throws -> [Flaw]

    /// Mends those among the flaws that are its own.
    func mend(_ flaws: [Flaw], of account: Identifier, in database: Database) async throws

    /// What it holds of a task word for word.
    func erasableWords(of task: Identifier, in account: Identifier) -> ErasableWords?
}

extension Projection {
    package func statements(for changes: [FollowedChange], spread: Bool) -> [Query] { [] }
    package func committed(_ commit: Commit, of account: Identifier) {}
    package func flaws(of account: Identifier, in database: Database) async throws -> [Flaw] { [] }
    package func mend(_ flaws: [Flaw], of account: Identifier, in database: Database) async throws {}
    package func erasableWords(of task: Identifier, in account: Identifier) -> ErasableWords? { nil }
}

/// What goes with a task that is erased.
package struct ErasableWords: Sendable {
    /// An expression that counts the octets.
    let size: Query
    /// Statements that take them away.
    let erasing: [Query]

    package init(size: Query, erasing: [Query]) { (self.size, self.erasing) = (size, erasing) }
}

/// What a change makes of an account's rows, as projections follow it.
package struct FollowedChange: Sendable {
    package let account: Identifier
    package let now: Instant
    /// It was made elsewhere before.
    package let isRetold: Bool
    /// Those that changed.
    package let tasks: [ChangedTask]
    package let settings: (before: AccountSettings, after: AccountSettings)
    /// Else both are the same.
    package let changesSettings: Bool
    /// What the projection on demand has made of it, where it follows the account.
    package var looked: (any ProjectedChange)?

    init(_ merged: Merged, of slice: Slice, since before: RowsBefore, isRetold: Bool, now: Instant) {
        (account, self.now, self.isRetold) = (slice.account, now, isRetold)
        tasks = merged.tasks.compactMap { id in
            slice.tasks[id].map { ChangedTask(before: before.tasks[id], after: $0) }
        }
        settings = (before.settings, slice.settings)
        changesSettings = merged.writesSettings
    }
}

/// What a change found.
struct RowsBefore {
    let settings: AccountSettings
    let tasks: [Identifier: TaskItem]

    init(_ slice: Slice) { (settings, tasks) = (slice.settings, slice.tasks) }
}

/// A task before and after a change.
package struct ChangedTask: Sendable {
    /// Nil where it is new, or not known.
    package let before: TaskItem?
    package let after: TaskItem

    package init(before: TaskItem?, after: TaskItem) { (self.before, self.after) = (before, after) }

    /// When it changed.
    package var revision: Int64 { after.revision }
}

/// Those of a ledger.
struct Projections: Sendable {
    let all: [any Projection]
    let onDemand: (any OnDemandProjection)?

    init(_ all: [any Projection]) {
        self.all = all
        onDemand = all.lazy.compactMap { $0 as? any OnDemandProjection }.first
    }
}
