import DaybookCore
import DaybookLedger
import Postgres

extension JSONWriter {
    /// Writes the tasks of an answer as the elements of an array that has been begun: byte for byte what `TaskItem` and
    /// `PlainTask` write that are made of its rows, and neither is made. Rows without a task are left out.
    ///
    /// - Parameter first: the column with which those of the tasks begin.
    package mutating func storedTasks(
        _ rows: Rows.SubSequence, _ columns: TaskColumns, from first: Int = 0, _ form: RowForm = .plain
    ) throws(PostgresError) {
        guard let one = rows.first else { return }
        guard columns.stand(in: one, from: first) else { throw StoredColumns.corrupt }
        var writer = StoredTaskWriter(columns, from: first, form, rows: rows.count)
        for row in rows { try writer.write(row, to: &self) }
        writer.end(in: &self)
    }
}

/// Writes tasks from where they lie in an answer: texts are copied, everything else is formatted from its stored bytes
/// where the document takes it. What is stored in another form than it is told in goes through the model: a recurrence
/// and tags by themselves; the whole row where it has fields that this release does not know, or is very long.
private struct StoredTaskWriter: ~Copyable {
    private let columns: TaskColumns
    private let first: Int
    private let form: RowForm
    private let task: StoredTask
    private var sheet: RowSheet

    private typealias Content = StoredTask.Content
    private typealias Whole = StoredTask.Whole

    init(_ columns: TaskColumns, from first: Int, _ form: RowForm, rows: Int) {
        (self.columns, self.first, self.form) = (columns, first, form)
        task = StoredTask(cells: .allocate(capacity: columns.count))
        // An everyday task takes half of what is counted for it.
        sheet = RowSheet(capacity: min(max(rows << 10, 16 << 10), 64 << 10))
    }

    deinit { task.cells.deallocate() }

    mutating func end(in json: inout JSONWriter) { sheet.turn(into: &json) }

    mutating func write(_ row: Row, to json: inout JSONWriter) throws(PostgresError) {
        row.bytes(from: first, into: task.cells)
        guard task.isThere(Content.id) else { return }
        guard !task.isThere(Content.unknown), let shown = columns == .shown ? task.shown : task.shownByClocks else {
            return try writeModel(of: row, to: &json)
        }
        let told = try ToldByModel(task, columns, row, from: first)
        guard makeRoom(for: mostBytes + told.count, in: &json) else { return try writeModel(of: row, to: &json) }
        if !sheet.isEmpty { sheet.byte(0x2C) }
        writeShown(shown, told)
        if form == .replica { writeMerging(shown, told) }
        sheet.byte(0x7D)
        sheet.endRow()
    }

    private mutating func writeModel(of row: Row, to json: inout JSONWriter) throws(PostgresError) {
        sheet.turn(into: &json)
        var stored = StoredColumns(row, from: first)
        switch columns {
        case .whole: try TaskItem(&stored).write(to: &json, form)
        case .shown: try PlainTask(&stored).write(to: &json)
        }
    }

    /// What a row may take beside what the model tells, rather too much than too little: each byte of a text may be
    /// escaped, and a clock of 30 bytes with its fields takes 72.
    private var mostBytes: Int {
        let texts =
            task[Content.title].count + task[Content.notes].count + task[Content.sortOrder].count
            + task[Content.category].count
        return 2048 + 6 * texts + (columns == .whole ? 4 * task[Whole.clocks].count : 0)
    }

    private mutating func makeRoom(for bytes: Int, in json: inout JSONWriter) -> Bool {
        if sheet.hasRoom(for: bytes) { return true }
        sheet.turn(into: &json)
        return sheet.hasRoom(for: bytes)
    }

    // MARK: The members, in the order of the model

    private mutating func writeShown(_ shown: StoredShown, _ told: borrowing ToldByModel) {
        sheet.literal("{\"id\":")
        identifier(Content.id)
        sheet.literal(",\"title\":")
        sheet.text(task[Content.title])
        sheet.literal(",\"notes\":")
        text(Content.notes)
        sheet.literal(",\"state\":")
        word(shown.state)
        sheet.literal(",\"createdAt\":")
        instant(task.instant(Content.createdAt))
        sheet.literal(",\"updatedAt\":")
        instant(shown.updatedAt)
        sheet.literal(",\"completedAt\":")
        instant(shown.completedAt)
        sheet.literal(",\"scheduledDate\":")
        date(task.day(Content.scheduledDate))
        sheet.literal(",\"dueAt\":")
        instant(task.instant(Content.dueAt))
        sheet.literal(",\"reminderAt\":")
        instant(task.instant(Content.reminderAt))
        sheet.literal(",\"listId\":")
        identifier(Content.listId)
        sheet.literal(",\"sortOrder\":")
        sheet.text(task[Content.sortOrder])
        sheet.literal(",\"region\":")
        word(task[Content.region])
        sheet.literal(",\"bucket\":")
        word(shown.bucket)
        sheet.literal(",\"enteredBacklogAt\":")
        instant(shown.enteredBacklogAt)
        sheet.literal(",\"carryCount\":")
        sheet.integer(Int64(task.number(Content.carryCount, Int32.self)))
        sheet.literal(",\"sticky\":")
        sheet.bool(task.flag(Content.sticky))
        sheet.literal(",\"autoCarry\":")
        sheet.bool(task.flag(Content.autoCarry))
        sheet.literal(",\"category\":")
        text(Content.category)
        sheet.literal(",\"priority\":")
        sheet.integer(Int64(task.number(Content.priority, Int16.self)))
        sheet.literal(",\"tags\":")
        if let tags = told.tags { sheet.copy(tags) } else { sheet.literal("[]") }
        sheet.literal(",\"recurrence\":")
        if let recurrence = told.recurrence { sheet.copy(recurrence) } else { sheet.literal("null") }
        sheet.literal(",\"parentRecurringId\":")
        identifier(Content.parentRecurringId)
        sheet.literal(",\"parentId\":")
        identifier(Content.parentId)
        sheet.literal(",\"deletedAt\":")
        instant(shown.deletedAt)
        sheet.literal(",\"revision\":")
        sheet.integer(task.number(Content.revision, Int64.self))
    }

    /// What merging needs beyond that; members that say nothing new are left out.
    private mutating func writeMerging(_ shown: StoredShown, _ told: borrowing ToldByModel) {
        if shown.completedAt != nil {
            sheet.literal(",\"openState\":")
            word(task[Whole.openState])
        }
        if !task[Whole.chosenBucket].elementsEqual(shown.bucket) {
            sheet.literal(",\"chosenBucket\":")
            word(task[Whole.chosenBucket])
        }
        if let clock = task.clock(Whole.completion), let at = task.instant(Whole.completionAt) {
            sheet.literal(",\"completion\":{\"clock\":")
            sheet.clock(clock)
            sheet.literal(",\"at\":")
            instant(at)
            sheet.byte(0x7D)
        }
        if let clock = task.clock(Whole.reopenedThrough) {
            sheet.literal(",\"reopenedThrough\":")
            sheet.clock(clock)
        }
        if let clock = task.clock(Whole.deletion) {
            sheet.literal(",\"deletion\":")
            sheet.clock(clock)
        }
        if let clocks = told.tagClocks {
            sheet.literal(",\"tagClocks\":")
            sheet.copy(clocks)
        }
        sheet.literal(",\"clocks\":")
        fieldClocks(task[Whole.clocks])
    }

    /// `{"CLOCK":["title","notes"]}`
    private mutating func fieldClocks(_ stored: UnsafeRawBufferPointer) {
        guard let start = stored.baseAddress else { return }
        for offset in stride(from: 0, to: stored.count, by: StoredClock.entryLength) {
            let entry = StoredClock(start + offset)
            sheet.byte(offset == 0 ? 0x7B : 0x2C)
            sheet.clock(entry)
            sheet.literal(":[")
            var left = entry.fields & FieldNames.known
            while left != 0 {
                FieldNames.withBytes(of: left.trailingZeroBitCount) { sheet.copy($0) }
                left &= left - 1
                if left != 0 { sheet.byte(0x2C) }
            }
            sheet.byte(0x5D)
        }
        sheet.byte(0x7D)
    }

    // MARK: Values, or null

    @inline(__always)
    private mutating func identifier(_ column: Content) {
        guard let bytes = task[column].baseAddress else { return sheet.literal("null") }
        sheet.byte(0x22)
        sheet.identifier(bytes)
        sheet.byte(0x22)
    }

    @inline(__always)
    private mutating func text(_ column: Content) {
        if task.isThere(column) { sheet.text(task[column]) } else { sheet.literal("null") }
    }

    /// One of the protocol's.
    @inline(__always)
    private mutating func word(_ word: UnsafeRawBufferPointer) {
        guard word.baseAddress != nil else { return sheet.literal("null") }
        sheet.byte(0x22)
        sheet.copy(word)
        sheet.byte(0x22)
    }

    @inline(__always)
    private mutating func instant(_ milliseconds: Int64?) {
        if let milliseconds { sheet.instant(milliseconds) } else { sheet.literal("null") }
    }

    @inline(__always)
    private mutating func date(_ day: Int?) {
        guard let day else { return sheet.literal("null") }
        sheet.byte(0x22)
        sheet.date(day: day)
        sheet.byte(0x22)
    }
}

/// Members of a task whose stored form says too little of how they are told.
private struct ToldByModel {
    private(set) var tags: [UInt8]?
    private(set) var tagClocks: [UInt8]?
    private(set) var recurrence: [UInt8]?

    var count: Int { (tags?.count ?? 0) + (tagClocks?.count ?? 0) + (recurrence?.count ?? 0) }

    /// Nothing, for nearly all.
    @inline(__always)
    init(_ task: StoredTask, _ columns: TaskColumns, _ row: Row, from first: Int) throws(PostgresError) {
        if task.isThere(StoredTask.Content.recurrence) { try readRecurrence(row, first) }
        let hasClocks = columns == .whole && task.isThere(StoredTask.Whole.tagClocks)
        guard hasClocks || task.isThere(StoredTask.Content.tags) else { return }
        let createdAt = Instant(milliseconds: task.instant(StoredTask.Content.createdAt) ?? 0)
        try readTags(row, first, createdAt: createdAt, hasClocks: hasClocks)
    }

    private mutating func readRecurrence(_ row: Row, _ first: Int) throws(PostgresError) {
        var columns = StoredColumns(row, from: first + StoredTask.Content.recurrence.rawValue)
        guard let recurrence = try columns.nextRecurrence() else { return }
        var json = JSONWriter()
        json.recurrence(recurrence)
        self.recurrence = json.bytes
    }

    private mutating func readTags(
        _ row: Row, _ first: Int, createdAt: Instant, hasClocks: Bool
    ) throws(PostgresError) {
        var columns = StoredColumns(row, from: first + StoredTask.Content.tags.rawValue)
        var set = TagSet(try columns.nextTags() ?? [], at: HybridTime(createdAt, device: .zero))
        if hasClocks {
            columns = StoredColumns(row, from: first + StoredTask.Whole.tagClocks.rawValue)
            set = try columns.nextTagClocks() ?? set
        }
        var json = JSONWriter()
        json.array(set.tags) { $0.string($1) }
        tags = json.bytes
        guard !set.isEmpty else { return }
        json.reset()
        json.tagClocks(set)
        tagClocks = json.bytes
    }
}

/// The names of a task's fields between quotes, by their numbers.
private enum FieldNames {
    /// Those that have one.
    static let known = TaskField.allCases.reduce(0 as UInt32) { $0 | 1 << UInt32($1.rawValue) }

    private static let names = TaskField.allCases.map { Array("\"\($0.name)\"".utf8) }

    @inline(__always)
    static func withBytes(of field: Int, _ take: (UnsafeRawBufferPointer) -> Void) {
        names[field].withUnsafeBytes(take)
    }
}
