import DaybookCore
import Postgres

/// A projection of those accounts alone of which it was asked for once. Before it says what it writes, it may look for
/// what it has to know, and it answers who names something of it. A ledger has one at most:
/// `account_clock.shelved_revision` is the revision that it has reached.
package protocol OnDemandProjection: Projection {
    /// What one change of an account makes of it.
    ///
    /// - Parameter named: what the asker names of it, to be seen when the change is decided.
    func projectedChange(of account: Identifier, lookingUp named: (any Sendable)?) -> any ProjectedChange

    /// Brings what is stored of the account up to its last change.
    ///
    /// - Returns: false where that takes longer than a request should.
    func bringUpToDate(_ account: Identifier, in database: Database) async throws -> Bool
}

/// One change of one account, as a projection on demand follows it.
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
    /// - Returns: what the asker is answered beside the commit.
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

/// What is stored of the account's projection ends at an earlier revision, and to bring it up takes longer than a
/// request should.
package struct ProjectionBehind: Error {}
