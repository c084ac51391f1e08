import DaybookCore

/// Each of them made of what is here now; `snapshot` has all of one moment, and `updates` goes on telling.
extension Notebook {
    /// Everything as it is now, for a screen that shows several views.
    public var snapshot: NotebookSnapshot {
        NotebookSnapshot(moment: moment, status: status, slice: replica.view)
    }

    /// The account's settings as this device sees them.
    public var settings: AccountSettings { replica.view.settings }

    /// The account's day; while no server and nobody has said otherwise, in the zone of this device.
    public var day: LocalDay {
        LocalDay(of: stored.book.settings)
    }

    /// What day it is for the account.
    public var moment: Moment { Moment(time.now(), in: day) }

    /// One task, also one that is deleted.
    public func task(_ id: Identifier) -> TaskItem? { replica.view.tasks[id] }

    /// One list, also one that is deleted.
    public func list(_ id: Identifier) -> TaskList? { replica.view.lists[id] }
}
