import DaybookCore
import Postgres

/// What others are shown of an account's tasks, and what is stored of it: kept by every transaction that changes the
/// tasks, for accounts of which it was asked for once. `account_clock.shelved_revision` is the revision that it has
/// reached. The ledger runs its statements and knows nothing of what they say.
package protocol Projection: Sendable {
    associatedtype Change: ProjectedChange

    /// What one change of an account makes of it.
    ///
    /// - Parameter question: what the asker names of it, to be seen when the change is decided.
    func change(of account: Identifier, asking question: (any Sendable)?) -> Change

    /// What the changes of one transaction write.
    func statements(for changes: [Owned<Change>], spread: Bool) -> [Query]

    /// Brings what is stored of the account up to its last change.
    ///
    /// - Returns: false where that takes longer than a request should.
    func bringUp(_ account: Identifier, in database: Database) async throws -> Bool
}

/// One change of one account, as a projection follows it.
package protocol ProjectedChange: Sendable {
    /// What it looks for next: first what the asker names, then whatever it has to know of tasks that changed. Empty
    /// once it knows all that it needs. It is never asked for the same twice.
    mutating func look() -> ProjectionLook

    /// Takes what a statement of a look answered.
    ///
    /// - Returns: rows of tasks and lists among it, which a decision sees, too.
    mutating func take(_ rows: Rows, of statement: Int) throws -> SeenRows

    /// These tasks change with it. Nothing is written yet.
    mutating func follow(_ tasks: [ChangedTask])

    /// It has seen all that it needs, and says what it will write.
    ///
    /// - Parameters:
    ///   - wish: what the decision wants to be kept of it.
    ///   - bytes: what the ledger's lines of the change hold.
    ///   - isMuch: the change is so large that it is worked on aside.
    /// - Returns: what the asker is told of it beside the commit.
    mutating func conclude(
        _ wish: (any Sendable)?, _ commit: Commit, linesOf bytes: Int, isMuch: Bool
    ) async -> (any Sendable)?
}

/// Statements of one account that a projection wants to be answered.
package struct ProjectionLook: Sendable {
    /// Each with a number by which the projection knows it again.
    package var statements: [(number: Int, query: Query)] = []
    /// How many rows they answer, about.
    package var rows = 0

    package init() {}

    package var isEmpty: Bool { statements.isEmpty }
}

/// Rows of the ledger that came with a projection's.
package struct SeenRows: Sendable {
    package var tasks: [TaskItem] = []
    package var lists: [TaskList] = []

    package init() {}
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

/// What is stored of the account's projection ends at an earlier revision, and to bring it up takes longer than a
/// request should.
package struct ProjectionBehind: Error {}

extension Projection {
    /// All changes of a transaction are followed by the same projection.
    func statements(ofAny changes: [Owned<any ProjectedChange>], spread: Bool) -> [Query] {
        let mine = changes.compactMap { owned in (owned.row as? Change).map { Owned(owned.account, $0) }
        }
        return mine.isEmpty ? [] : statements(for: mine, spread: spread)
    }
}
