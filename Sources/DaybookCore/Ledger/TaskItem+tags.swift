/// How an operation changes the tags of a task. Each tag is decided by itself, so two devices that add one each add
/// two.
extension TaskItem {
    /// Why it cannot be done: the task would have more tags than a task may have.
    func refusal(of edit: TagEdit, at clock: HybridTime) -> Rejection? {
        var after = tagSet
        after.apply(edit, at: clock)
        let count = after.tags.count
        guard count > TagSet.most, count > tags.count else { return nil }
        return Rejection([FieldError(field: "tags", code: .tooLong, sentence: FieldReading.tooMany)])
    }

    mutating func change(tags edit: TagEdit, at clock: HybridTime, _ application: inout Application) {
        let before = tagSet
        tagSet.apply(edit, at: clock)
        let isLater = clocks[.tags].map { $0 < clock } ?? true
        if isLater { clocks[.tags] = clock }
        if isLater || tagSet != before { application.changed = true }
        let (had, has) = (Set(before.tags), Set(tags))
        if !application.created, had != has {
            // What takes it back: those that went come, and those that came go.
            let back = TagEdit(add: had.subtracting(has), remove: has.subtracting(had).map { TagEdit.Removal($0) })
            application.prior.append(JSONMember(TaskField.tags.name, back.json))
        }
        tell(ofTags: edit, in: &application)
    }

    /// Tags that were taken off by somebody later, or put on again.
    private func tell(ofTags edit: TagEdit, in application: inout Application) {
        let lost = TagEdit(
            add: edit.add.filter { !tagSet.has($0) },
            remove: edit.remove.filter { tagSet.has($0.tag) }.map { TagEdit.Removal($0.tag) })
        application.asked += 1
        guard !lost.isEmpty else { return }
        if lost.count < edit.count { application.asked += 1 }
        let marks = (lost.add + lost.remove.map { $0.tag }).compactMap { tagSet[$0] }
        application.conflicts.append(
            Conflict(
                field: TaskField.tags.name, mine: lost.json, theirs: TagEdit(whole: tags).json, reason: .newer,
                by: marks.compactMap { $0.isThere ? $0.added : $0.removed }.max()))
    }
}
