import DaybookCore

/// What one change of a book puts on the disk: all of it or nothing.
package struct Write {
    package private(set) var edits: [ReplicaEdit] = []
    /// Tasks that come without their words. Nothing else of them is kept either.
    package private(set) var erased: Set<Identifier> = []
    package var standing: Replica.Standing
    /// What was done.
    package var deed: Deed?
    /// Deeds whose operations the server gave other clocks. Whoever writes all deeds again, or reads the edits again,
    /// need not write them.
    package var moved: [Deed] = []
    /// What the server said of changes, where that is other than wished.
    package var troubles = Troubles()
    /// Operations whose trouble somebody has looked at.
    package var seen: [Identifier] = []

    package init(_ standing: Replica.Standing) { self.standing = standing }

    package mutating func add(_ more: [ReplicaEdit]) {
        edits += more
        for case .task(let task, _) in more where task.isErased { erased.insert(task.id) }
    }
}
