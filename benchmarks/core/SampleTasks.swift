import DaybookCore

/// Tasks as a lived-in account has them: titles and notes of usual length, a few clocks each, some done, some planned.
func sampleTasks(_ count: Int) -> [TaskItem] {
    var random = SystemRandomNumberGenerator()
    let device = Identifier.random(using: &random)
    let start: Int64 = 1_770_000_000_000
    return (0..<count).map { index in
        var task = TaskItem(id: .random(using: &random))
        task.title = "Write section \(index) of the report and send it"
        if index % 3 == 0 { task.notes = "First the figures, then \"the table\".\nAsk for the März numbers, too." }
        task.createdAt = Instant(milliseconds: start + Int64(index) * 61_337)
        let created = HybridTime(task.createdAt, device: device)
        let edited = HybridTime(task.createdAt.adding(seconds: 3600), counter: 1, device: device)
        task.clocks.set(fields: FieldClocks<TaskField>.bits(.title, .notes, .createdAt, .sortOrder), to: created)
        task.clocks.set(fields: FieldClocks<TaskField>.bits(.scheduledDate, .region), to: edited)
        task.openState = index % 5 == 0 ? .active : .notStarted
        if index % 4 == 0 { task.completion = .init(clock: edited, at: edited.instant) }
        if index % 2 == 0 { task.scheduledDate = CalendarDate("2026-02-11")?.adding(days: index % 14 - 5) }
        if index % 6 == 0 { task.dueAt = Instant(milliseconds: start + Int64(index) * 977_777) }
        if index % 3 == 1 { task.region = Region.allCases[index % 4] }
        task.chosenBucket = Bucket.allCases[index % 4]
        if index % 7 == 0 { task.listId = .random(using: &random) }
        if index % 25 == 0 { task.recurrence = Weekdays([1, 3, 5]).map(Recurrence.weekly) }
        task.sortOrder = OrderKey("V\(index % 9 + 1)") ?? .middle
        task.revision = Int64(index)
        return task
    }
}
