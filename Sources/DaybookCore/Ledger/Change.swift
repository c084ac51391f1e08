/// What an operation changes: fields of one row of a kind.
package enum Change: Hashable, Sendable {
    case task(Patch<TaskItem>)
    case list(Patch<TaskList>)
    case settings(Patch<AccountSettings>)

    package init(_ entity: SyncOperation.Entity, _ members: [JSONMember]) {
        switch entity {
        case .task: self = .task(Patch(members))
        case .list: self = .list(Patch(members))
        case .settings: self = .settings(Patch(members))
        }
    }

    package var entity: SyncOperation.Entity {
        switch self {
        case .task: .task
        case .list: .list
        case .settings: .settings
        }
    }

    /// As on the wire.
    var members: [JSONMember] {
        switch self {
        case .task(let patch): patch.members
        case .list(let patch): patch.members
        case .settings(let patch): patch.members
        }
    }

    /// As it was taken in, where it was.
    package var asTaken: Change {
        switch self {
        case .task(let patch): .task(patch.asTaken)
        case .list(let patch): .list(patch.asTaken)
        case .settings(let patch): .settings(patch.asTaken)
        }
    }

    /// Fields that are not known here.
    var unknown: [JSONMember] {
        switch self {
        case .task(let patch): patch.unknown
        case .list(let patch): patch.unknown
        case .settings(let patch): patch.unknown
        }
    }
}

extension SyncOperation {
    /// What kind of row it changes.
    public var entity: Entity { change.entity }

    /// The fields in wire form.
    public var fields: [JSONMember] {
        get { change.members }
        set { change = Change(entity, newValue) }
    }

    /// What it says of a task; nothing for another row.
    package var ofTask: Patch<TaskItem> { if case .task(let patch) = change { patch } else { [:] } }
}
