import DaybookCore
import DaybookDevice

extension JSONWriter {
    /// A task as lists show it.
    mutating func row(_ task: TaskItem, _ moment: Moment, withNotes: Bool) {
        member("id", task.id)
        member("title", task.title)
        if withNotes { member("notes", task.notes) }
        member("hasNotes", task.notes.map { !$0.isEmpty } ?? false)
        member("state", task.state.name)
        member("scheduledDate", task.scheduledDate)
        member("date", moment.date(of: task))
        member("dueAt", task.dueAt)
        member("isOverdue", moment.isOverdue(task) && !task.isDeleted)
        member("reminderAt", task.reminderAt)
        member("listId", task.listId)
        member("parentId", task.parentId)
        member("region", task.region?.name)
        member("bucket", task.bucket == .none ? nil : task.bucket.name)
        member("enteredBacklogAt", task.enteredBacklogAt)
        member("category", task.category)
        member("completedAt", task.completedAt)
        member("deletedAt", task.deletedAt)
        member("createdAt", task.createdAt)
        member("priority", task.priority)
        member("tags", task.tags)
        member("recurrence", task.recurrence?.json)
        member("carryCount", task.carryCount)
        member("sticky", task.sticky)
        member("autoCarry", task.autoCarry)
    }

    /// Why a search found a task. Places in the title count UTF-16, as strings of the page do.
    mutating func found(_ hit: SearchHit) {
        name("found")
        beginArray()
        var place = 0
        for piece in hit.highlights.title {
            let end = place + piece.text.utf16.count
            if piece.isMatch { array([place, end]) { $0.integer($1) } }
            place = end
        }
        endArray()
        if let notes = hit.highlights.notes { member("foundNotes", notes) }
        member("isMisspelt", hit.isMisspelt)
    }
}
