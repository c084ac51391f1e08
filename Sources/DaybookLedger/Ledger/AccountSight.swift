import DaybookCore
import Postgres

/// What a decision sees: the account as it is under its lock, as far as it was loaded.
package struct AccountSight: Sendable {
    package let slice: Slice
    package let position: AccountPosition
    /// What was looked for; other rows may exist.
    package let seen: SliceNeeds
    /// What the projection found of what the request names of it.
    package var projected: (any ProjectedChange)?
    /// Operations that were expected and are in the ledger, each with its revision.
    package var known: [Identifier: Int64] = [:]
    /// What the request's own question was answered, or the one that was asked since.
    package var answers: Rows?
    /// Of the tasks that were looked for, those that were erased for good.
    package var erased: Set<Identifier> = []
    /// Tasks of which more than long notes was left where it is.
    var outlines: Set<Identifier> = []
    /// How many bytes were left of tasks at first, also of those that are whole by now: the same for each sight of a
    /// decision.
    var bytesLeft: [Identifier: Int] = [:]
}

/// A decision depends on rows that were not looked for. They are loaded under the same lock, and it is asked again.
package struct UnseenRows: Error {
    let needs: SliceNeeds
    /// A statement of the decision's own about the account, which the next sight brings the answer of.
    let question: Query?

    package init(needs: SliceNeeds = SliceNeeds(), asking question: Query? = nil) {
        (self.needs, self.question) = (needs, question)
    }

    package func adding(_ other: UnseenRows) -> UnseenRows {
        var sum = needs
        sum.add(other.needs)
        return UnseenRows(needs: sum, asking: question ?? other.question)
    }
}
