import DaybookCore
import DaybookFormats
import DaybookLedger
import Postgres

/// Writes members of a calendar from where they lie in an answer, as the text of an XML document: byte for byte what
/// `CalendarRendering` makes of their tasks, or the octets that were sent.
package struct StoredObjectWriter: ~Copyable {
    private let task = StoredTask(cells: .allocate(capacity: Member.allCases.count))
    private var sheet = RowSheet(capacity: 32 << 10)
    private var scratch: [UInt8] = []
    /// Lines that the model tells.
    private var told: [UInt8] = []
    private var isKnown = false

    private typealias Member = StoredTask.Member

    package init() {}

    deinit { task.cells.deallocate() }

    /// Tells the text of a member's object. False where its model has to be made: fields that this release does not
    /// know or that programs wrote, clocks in another form, and what is very long.
    ///
    /// - Parameters:
    ///   - first: the column with which those of a member begin.
    ///   - mark: what all tags of the account begin with.
    package mutating func write(
        _ row: Row, from first: Int, mark: String, _ take: (Span<UInt8>) -> Void
    ) throws(PostgresError) -> Bool {
        if !isKnown {
            guard Member.stand(in: row, from: first) else { throw StoredColumns.corrupt }
            isKnown = true
        }
        row.bytes(from: first, into: task.cells)
        if task.isThere(Member.octets) {
            guard sheet.hasRoom(for: 16 + 6 * task[Member.octets].count) else { return false }
            sheet.escapedLines(task[Member.octets])
        } else {
            guard task.isThere(Member.id), !task.isThere(Member.unknown), !task.isThere(Member.parentUnknown),
                let changed = lastShownChange,
                task.number(Member.shownRevision, Int64.self) <= Self.greatestOfOneLine
            else { return false }
            try tellRuleAndLabels(row, first)
            guard sheet.hasRoom(for: 2048 + 6 * (told.count + mostBytesOfTexts)) else { return false }
            writeObject(changed, mark)
        }
        sheet.endRow()
        sheet.turn(take)
        return true
    }

    private var mostBytesOfTexts: Int {
        task[Member.title].count + task[Member.notes].count + task[Member.category].count
    }

    /// When anything changed that a calendar shows; nil where the clocks are not in the form that `FieldClocks` stores.
    private var lastShownChange: Int64? {
        let clocks = task[Member.clocks]
        guard let start = clocks.baseAddress, StoredTask.lastClockInForm(clocks) != nil else { return nil }
        var last: StoredClock?
        for offset in stride(from: clocks.count - StoredClock.entryLength, through: 0, by: -StoredClock.entryLength) {
            let entry = StoredClock(start + offset)
            guard entry.fields & CalendarFields.mask != 0 else { continue }
            last = entry
            break
        }
        if let clock = completion?.clock, last.map({ $0 < clock }) ?? true { last = clock }
        if let clock = task.clock(Member.reopenedThrough), last.map({ $0 < clock }) ?? true { last = clock }
        return last?.milliseconds ?? task.instant(Member.createdAt)
    }

    private var completion: StoredTask.Completion? { task.completion(Member.completion, Member.completionAt) }

    // MARK: The lines, in the order of the model

    private mutating func writeObject(_ changed: Int64, _ mark: String) {
        sheet.literal(
            """
            BEGIN:VCALENDAR&#13;
            VERSION:2.0&#13;
            PRODID:-//Daybook//Daybook//EN&#13;
            CALSCALE:GREGORIAN&#13;
            BEGIN:VTODO&#13;
            UID:
            """)
        writeUID()
        sheet.instantLine("DTSTAMP:", changed)
        sheet.instantLine("CREATED:", task.instant(Member.createdAt) ?? 0)
        sheet.instantLine("LAST-MODIFIED:", changed)
        text("SUMMARY", task[Member.title])
        if task.isThere(Member.notes) { text("DESCRIPTION", task[Member.notes]) }
        writeState()
        if let due = task.instant(Member.dueAt) {
            sheet.instantLine("DUE:", due)
        } else if let day = task.day(Member.scheduledDate) {
            sheet.literal("DTSTART;VALUE=DATE:")
            sheet.basicDate(day: day)
            sheet.endLine()
        }
        told.withUnsafeBytes { sheet.escapedLines($0) }
        let priority = task.number(Member.priority, Int16.self)
        if priority != 0 {
            sheet.literal("PRIORITY:")
            sheet.byte(0x30 + UInt8(truncatingIfNeeded: priority))
            sheet.endLine()
        }
        writeParent()
        writeBase(mark)
        if let reminder = task.instant(Member.reminderAt) {
            sheet.line("BEGIN:VALARM")
            sheet.line("ACTION:DISPLAY")
            sheet.line("DESCRIPTION:Reminder")
            sheet.instantLine("TRIGGER;VALUE=DATE-TIME:", reminder)
            sheet.line("END:VALARM")
        }
        sheet.line("END:VTODO")
        sheet.line("END:VCALENDAR")
    }

    private mutating func writeUID() {
        let series = task.isThere(Member.parentRecurringId) ? Member.parentRecurringId : Member.id
        if task.flag(Member.isHead) {
            identifier(series)
        } else {
            identifier(Member.id)
            if task[series].elementsEqual(task[Member.id]) { sheet.literal("-first") }
        }
        sheet.endLine()
    }

    private mutating func writeState() {
        if let completion, completion.counts(task.clock(Member.reopenedThrough)) {
            sheet.line("STATUS:COMPLETED")
            sheet.instantLine("COMPLETED:", completion.at)
            sheet.line("PERCENT-COMPLETE:100")
        } else if task[Member.openState].elementsEqual("active".utf8) {
            sheet.line("STATUS:IN-PROCESS")
        } else {
            sheet.line("STATUS:NEEDS-ACTION")
        }
    }

    private mutating func writeParent() {
        guard task.isThere(Member.parentId) else { return }
        sheet.literal("RELATED-TO:")
        // Called as its series is; by its own identifier where it is not there.
        identifier(
            !task.isThere(Member.parent)
                ? Member.parentId : task.isThere(Member.parentSeries) ? Member.parentSeries : Member.parent)
        sheet.endLine()
    }

    /// With a revision up to this `CalendarBase` is one line.
    private static var greatestOfOneLine: Int64 { 99_999_999_999_999 }

    private mutating func writeBase(_ mark: String) {
        var mark = mark
        sheet.literal("X-DAYBOOK-BASE:")
        mark.withUTF8 { sheet.copy(UnsafeRawBufferPointer($0)) }
        sheet.byte(0x2D)
        sheet.integer(task.number(Member.shownRevision, Int64.self))
        sheet.byte(0x2D)
        identifier(Member.resourceTask)
        sheet.endLine()
    }

    @inline(__always)
    private mutating func identifier(_ column: Member) {
        if let bytes = task[column].baseAddress { sheet.identifier(bytes) }
    }

    /// A line whose value is text. Most fit, and hold nothing that is escaped.
    private mutating func text(_ name: StaticString, _ value: UnsafeRawBufferPointer) {
        guard name.utf8CodeUnitCount + 1 + value.count <= 75, sheet.isPlain(value) else {
            scratch.removeAll(keepingCapacity: true)
            scratch.foldText(name, value.bindMemory(to: UInt8.self).span)
            return scratch.withUnsafeBytes { sheet.escapedLines($0) }
        }
        sheet.literal(name)
        sheet.byte(0x3A)
        sheet.copy(value)
        sheet.endLine()
    }

    /// The lines of the rule and of the labels, of which the model knows more than their stored form.
    private mutating func tellRuleAndLabels(_ row: Row, _ first: Int) throws(PostgresError) {
        told.removeAll(keepingCapacity: true)
        let hasRule = task.flag(Member.isHead) && task.isThere(Member.recurrence)
        guard hasRule || task.isThere(Member.category) || task.isThere(Member.tags) || task.isThere(Member.tagClocks)
        else { return }
        var columns = StoredColumns(row, from: first + Member.category.rawValue)
        let category = try columns.nextText()
        columns.skip(1)
        let createdAt = Instant(milliseconds: task.instant(Member.createdAt) ?? 0)
        var tags = TagSet(try columns.nextTags() ?? [], at: HybridTime(createdAt, device: .zero))
        if hasRule, let recurrence = try columns.nextRecurrence() { told.recurrence(recurrence) }
        columns = StoredColumns(row, from: first + Member.tagClocks.rawValue)
        tags = try columns.nextTagClocks() ?? tags
        told.labels(category, tags.tags)
    }
}
