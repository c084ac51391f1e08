import DaybookCore

/// What a device has stored: the parts of its replica, kept up to date by its edits alone, as a store on a disk keeps
/// them.
package struct Paper: Sendable {
    package private(set) var parts: ReplicaParts

    package init(_ replica: Replica) { parts = replica.parts }

    package func replica(now: Instant) -> Replica { Replica(parts, now: now) }

    /// The operations that are here in whatever state.
    var known: [Identifier] { parts.answered.map(\.operation.opId) + parts.waiting.map(\.opId) }

    package mutating func write(_ edits: [ReplicaEdit], _ standing: Replica.Standing) {
        for edit in edits { parts.write(edit) }
        parts.standing = standing
        parts.base.recount()
        parts.base.revision = standing.revision
        parts.incoming?.recount()
        parts.incoming?.revision = standing.cursor?.revision ?? 0
    }
}
