import DaybookCore
import Postgres

/// With which columns tasks were asked for.
package enum TaskColumns: Sendable {
    /// `TaskItem.columns`.
    case whole
    /// `PlainTask.columns`.
    case shown

    /// The types that they must have to be read where they lie; nil for any enumeration.
    private var types: [PostgresType?] {
        let content: [PostgresType?] = [
            .uuid, .text, .text, .timestamptz, .date, .timestamptz, .timestamptz, .uuid, .text, nil, .int4, .bool,
            .bool, .text, .int2, .jsonb, .json, .uuid, .uuid, .json, .int8,
        ]
        switch self {
        case .whole: return content + [nil, nil, .bytea, .timestamptz, .bytea, .bytea, .json, .bytea, .timestamptz]
        case .shown: return content + [nil, nil, .timestamptz, .timestamptz, .timestamptz]
        }
    }

    var count: Int { types.count }

    /// Whether an answer has them from this column on.
    package func stand(in row: Row, from first: Int) -> Bool {
        types.enumerated().allSatisfy { place, type in type.map { row.type(of: first + place) == $0.oid } ?? true }
    }
}

/// A task's columns where they lie in an answer, each by its place.
struct StoredTask {
    /// With these both kinds of columns begin.
    enum Content: Int {
        case id, title, notes, createdAt, scheduledDate, dueAt, reminderAt, listId, sortOrder, region, carryCount
        case sticky, autoCarry, category, priority, tags, recurrence, parentRecurringId, parentId, unknown, revision
    }

    enum Whole: Int {
        case openState = 21
        case chosenBucket, completion, completionAt, reopenedThrough, deletion, tagClocks, clocks, enteredBacklogAt
    }

    enum Shown: Int {
        case state = 21
        case bucket, updatedAt, completedAt, enteredBacklogAt
    }

    let cells: UnsafeMutableBufferPointer<UnsafeRawBufferPointer>

    /// The bytes of a column; null has no address.
    @inline(__always)
    subscript(column: some RawRepresentable<Int>) -> UnsafeRawBufferPointer { cells[column.rawValue] }

    @inline(__always)
    func isThere(_ column: some RawRepresentable<Int>) -> Bool { self[column].baseAddress != nil }

    /// Of a column of this width; 0 for null.
    @inline(__always)
    func number<Number: FixedWidthInteger>(_ column: some RawRepresentable<Int>, _: Number.Type) -> Number {
        self[column].baseAddress.map { Number(bigEndian: $0.loadUnaligned(as: Number.self)) } ?? 0
    }

    @inline(__always)
    func flag(_ column: some RawRepresentable<Int>) -> Bool { number(column, UInt8.self) != 0 }

    /// Milliseconds since 1970, rounded down; PostgreSQL counts microseconds since 2000.
    @inline(__always)
    func instant(_ column: some RawRepresentable<Int>) -> Int64? {
        guard isThere(column) else { return nil }
        let microseconds = number(column, Int64.self)
        let milliseconds = microseconds >= 0 ? microseconds / 1000 : (microseconds + 1) / 1000 - 1
        return milliseconds + Int64(StoredTask.firstDay) * Instant.dayLength
    }

    /// Days since 1970.
    @inline(__always)
    func day(_ column: some RawRepresentable<Int>) -> Int? {
        isThere(column) ? Int(number(column, Int32.self)) + StoredTask.firstDay : nil
    }

    /// PostgreSQL's, 2000-01-01.
    private static var firstDay: Int { 10_957 }

    @inline(__always)
    func clock(_ column: some RawRepresentable<Int>) -> StoredClock? { StoredClock(self[column]) }

    /// That it was completed, and when.
    struct Completion {
        let clock: StoredClock
        let at: Int64

        /// It counts until the task is opened again after it.
        @inline(__always)
        func counts(_ reopenedThrough: StoredClock?) -> Bool { reopenedThrough.map { $0 < clock } ?? true }
    }

    @inline(__always)
    func completion(_ clock: some RawRepresentable<Int>, _ at: some RawRepresentable<Int>) -> Completion? {
        guard let clock = self.clock(clock), let at = instant(at) else { return nil }
        return Completion(clock: clock, at: at)
    }
}

/// What a task shows, in the words and numbers that it is told in.
struct StoredShown {
    var state: UnsafeRawBufferPointer
    var bucket: UnsafeRawBufferPointer
    var updatedAt: Int64
    var completedAt: Int64?
    var deletedAt: Int64?
    var enteredBacklogAt: Int64?
}

extension StoredTask {
    /// Of `PlainTask.columns`, in which it stands.
    var shown: StoredShown {
        StoredShown(
            state: self[Shown.state], bucket: self[Shown.bucket], updatedAt: instant(Shown.updatedAt) ?? 0,
            completedAt: instant(Shown.completedAt), deletedAt: nil, enteredBacklogAt: instant(Shown.enteredBacklogAt))
    }

    /// Of `TaskItem.columns`, from whose clocks it follows as it does in `TaskItem`; nil where there are none, or where
    /// they are not in the form in which `FieldClocks` stores them.
    var shownByClocks: StoredShown? {
        guard var last = lastClockInForm else { return nil }
        let completion = completion(Whole.completion, Whole.completionAt)
        if let completion, last < completion.clock { last = completion.clock }
        let completedAt = completion.flatMap { $0.counts(clock(Whole.reopenedThrough)) ? $0.at : nil }
        let deletion = clock(Whole.deletion).flatMap { last < $0 ? $0 : nil }
        let region = self[Content.region]
        let isBacklog = region.elementsEqual("backlog".utf8)
        var bucket = UnsafeRawBufferPointer("none")
        if region.baseAddress != nil, !isBacklog {
            bucket = self[Whole.chosenBucket]
            if bucket.elementsEqual("none".utf8) { bucket = UnsafeRawBufferPointer("misc") }
        }
        return StoredShown(
            state: completedAt == nil ? self[Whole.openState] : UnsafeRawBufferPointer("completed"), bucket: bucket,
            updatedAt: (deletion ?? last).milliseconds, completedAt: completedAt, deletedAt: deletion?.milliseconds,
            enteredBacklogAt: isBacklog ? instant(Whole.enteredBacklogAt) ?? enteredBacklogByClock : nil)
    }

    /// The greatest clock of the fields.
    private var lastClockInForm: StoredClock? { Self.lastClockInForm(self[Whole.clocks]) }

    static func lastClockInForm(_ stored: UnsafeRawBufferPointer) -> StoredClock? {
        guard let start = stored.baseAddress, stored.count > 0, stored.count % StoredClock.entryLength == 0 else {
            return nil
        }
        var last = StoredClock(start)
        var fields = last.fields
        guard fields != 0 else { return nil }
        for offset in stride(from: StoredClock.entryLength, to: stored.count, by: StoredClock.entryLength) {
            let entry = StoredClock(start + offset)
            guard entry.fields != 0, entry.fields & fields == 0, last < entry else { return nil }
            fields |= entry.fields
            last = entry
        }
        return last
    }

    private var enteredBacklogByClock: Int64? {
        let stored = self[Whole.clocks]
        guard let start = stored.baseAddress else { return nil }
        for offset in stride(from: 0, to: stored.count, by: StoredClock.entryLength) {
            let entry = StoredClock(start + offset)
            if entry.fields & 1 << UInt32(TaskField.region.rawValue) != 0 { return entry.milliseconds }
        }
        return instant(Content.createdAt)
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate init(_ word: StaticString) { self.init(start: word.utf8Start, count: word.utf8CodeUnitCount) }
}
