import DaybookCore

extension Gesture {
    /// A change as the API would take it, or why it would not: whoever sees the screen can decide otherwise.
    func checked(_ edit: Edit) throws(Refused) -> Edit {
        guard edit.entity == .task, edit.kind != .delete else { return edit }
        var fields = Patch<TaskItem>(edit.fields)
        if let wrong = fields.contradiction {
            throw Refused(Rejection(.invalidFields, wrong.sentence, fields: [wrong]))
        }
        let task = replica.view.tasks[edit.id]
        fields = fields + fields.impliedPlace(date: task?.scheduledDate, on: moment.day, at: now)
        if let task { fields = fields + fields.impliedTimes(of: task, on: moment.day) }
        var edit = edit
        edit.fields = fields.members
        if let rejection = replica.refusal(of: edit, now: now) { throw Refused(rejection) }
        return edit
    }
}

extension Refused {
    static var tangled: Refused {
        Refused("parts_tangled", "A task cannot be part of itself through others, nor so deep below the top.")
    }
}
