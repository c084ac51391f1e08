import DaybookCore

/// A task as a resource of a calendar shows it.
package struct ShownTask: Sendable {
    /// What of its series a task is.
    package enum Part: Hashable, Sendable {
        /// The latest live occurrence, or a task without a series: it bears the name and the UID of all of it.
        case head
        /// An earlier occurrence: a task with a name and a UID of its own, which does not come back.
        case earlier
    }

    package let task: TaskItem
    package let part: Part
    /// The UID of the task that it is part of; nil where that is its identifier.
    package let parentUID: String?
    /// What the resource carries in X-DAYBOOK-BASE, by which an edit tells what it was made from; nil to write none.
    package let base: String?

    package init(_ task: TaskItem, _ part: Part, parentUID: String? = nil, base: String? = nil) {
        (self.task, self.part, self.parentUID, self.base) = (task, part, parentUID, base)
    }
}
