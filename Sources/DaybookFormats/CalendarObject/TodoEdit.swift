import DaybookCore

/// What the differences between a body and its base make of a row: fields, and the forms in which a client wrote them.
struct TodoEdit {
    let put: CalendarPut
    let part: ShownTask.Part
    let zones: ObjectZones
    /// The row as it was, and as it becomes.
    let row: TaskItem
    var after: TaskItem
    var fields: [TaskField: FieldValue] = [:]
    var forms: [String: JSONValue] = [:]
    var reopens: HybridTime?
    let isNew: Bool

    init(_ put: CalendarPut, _ shown: ShownTask, isNew: Bool = false) {
        self.put = put
        self.isNew = isNew
        part = shown.part
        row = shown.task
        after = row
        zones = put.zones
    }

    /// Takes over what differs from the base, and is not so already.
    /// - Parameters:
    ///   - body: what is wished, with all that the client does not know as it is.
    ///   - told: what the client wrote.
    ///   - skipping: what is not to be looked at.
    mutating func take(
        _ body: TodoFacets, told: TodoFacets, base: TodoFacets, known: TaskItem?, over current: TodoFacets,
        skipping: Set<TodoFacets.Key> = []
    ) throws(CalendarRefusal) {
        var isSettled = false
        var rest: [(name: String, texts: [String])] = []
        for key in body.differing(from: base) where !skipping.contains(key) {
            // Alarms count from the times as they will be shown.
            if key == .group(.alarms) {
                settleTimes(body, current)
                isSettled = true
            }
            if !isNew, body.normal(key) == current.normal(key) { continue }
            switch key {
            case .group(let group): try take(group, body, told, base, known)
            case .rest(let name): rest.append((name, body[key]))
            }
        }
        take(rest: rest)
        if isNew, body[.summary].isEmpty { try take(.summary, body, told, base, known) }
        if isNew, body[.status].isEmpty { settle(.status, []) }
        if !isSettled { settleTimes(body, current) }
        moveReminder(body, base)
    }

    /// How DTSTART is written depends on DUE as well, so it is settled anew where either of them changed.
    private mutating func settleTimes(_ body: TodoFacets, _ current: TodoFacets) {
        guard fields[.dueAt] != nil || fields[.scheduledDate] != nil else { return }
        let isMine = body.normal(.group(.start)) == current.normal(.group(.start))
        if isMine || fields[.scheduledDate] != nil { settle(.start, body[.start]) }
        // Alarms may count from the beginning of a day, which begins in a zone.
        if after.form(of: .start) == nil, !body[.alarms].isEmpty, !TodoTimes(after).startLines.isEmpty {
            keepForm(.start, TodoTimes(after).startLines)
        }
        // Beside a start as a client wrote it, what is due stands as it was, too.
        guard after.form(of: .start) != nil, after.dueAt != nil else { return }
        let form = after.form(of: .due)
        if form.map({ $0.value != after.value(of: .due, $0) }) ?? true { keepForm(.due, TodoTimes(after).dueLines) }
    }

    private mutating func take(
        _ group: TodoGroup, _ body: TodoFacets, _ told: TodoFacets, _ base: TodoFacets, _ known: TaskItem?
    ) throws(CalendarRefusal) {
        let lines = body[group]
        switch group {
        case .description:
            let notes = lines.first.flatMap { ContentLine($0, line: 0)?.text } ?? ""
            guard notes.utf8.count <= TaskItem.longestNotes else { throw tooLong("DESCRIPTION", TaskItem.longestNotes) }
            set(.notes, notes.isEmpty ? .null : .text(notes))
        case .summary: try takeTitle(lines)
        case .start: takeStart(lines)
        case .due: takeDue(body, isStartTold: base.normal(.group(.start)) != body.normal(.group(.start)), known)
        case .status:
            takeState(body, base, known)
            // One that was over when it came is a series from now on.
            if row.isCompleted, !after.isCompleted, row.recurrence == nil, !body[.rule].isEmpty { takeSeries(body) }
            // What tells of the state before does not tell of this one.
            return settle(group, fields[.state] == nil ? lines : told[group])
        case .rule: return takeSeries(body)
        case .except:
            guard part == .head else { return }
            takeExceptions(lines)
        case .categories: return takeLabels(lines, base, known)
        case .priority:
            let priority = lines.first.flatMap { ContentLine($0, line: 0) }.flatMap { Int($0.value) } ?? 0
            set(.priority, .number(TaskItem.priorities.contains(priority) ? priority : 0))
        case .related: takeParent(lines)
        case .alarms: return takeAlarms(lines)
        }
        settle(group, lines)
    }

    /// Keeps how the client wrote it, where we would write it otherwise.
    mutating func settle(_ group: TodoGroup, _ lines: [String]) {
        let kept = row.form(of: group)
        after.unknown.remove(group.field)
        let made = TodoLines(ShownTask(after, part)).lines(of: group)
        guard NormalForm.of(made) != NormalForm.of(lines) else {
            forms.removeValue(forKey: group.field)
            if kept != nil { forms[group.field] = .some(.null) }
            return
        }
        keepForm(group, lines)
    }

    private mutating func keepForm(_ group: TodoGroup, _ lines: [String]) {
        var form = TodoForm(lines, value: .null, zone: zone(of: group, lines))
        form.value = after.value(of: group, form)
        keep(group.field, form.json)
    }

    private func zone(of group: TodoGroup, _ lines: [String]) -> String? {
        guard group == .start || group == .due, let line = lines.first.flatMap({ ObjectLine($0) }) else { return nil }
        return (ObjectTime(line, in: zones)?.zone ?? put.zone).name
    }

    /// A field of calendars alone.
    mutating func keep(_ field: String, _ value: JSONValue) {
        let before = row.unknown[field]?.value ?? .null
        if before == value { forms.removeValue(forKey: field) } else { forms.updateValue(value, forKey: field) }
        if value.isNull {
            after.unknown.remove(field)
        } else {
            after.unknown.set(.init(name: field, value: value, clock: clock))
        }
    }

    mutating func set(_ field: TaskField, _ value: FieldValue) {
        fields[field] = !isNew && row.shownValue(of: field) == value ? nil : value
        after.assign(value, to: field)
    }

    /// Above all that the row has seen, as the change will be.
    var clock: HybridTime {
        let last = row.lastChange ?? HybridTime(put.now, device: .zero)
        return max(last, HybridTime(put.now, device: .zero)).successor(device: .zero)
    }

    func tooLong(_ name: String, _ limit: Int) -> CalendarRefusal {
        CalendarRefusal(.maxResourceSize, "\(name) has at most \(limit) bytes.")
    }

    /// What is to be done; nil where nothing is.
    func step(_ kind: SyncOperation.Kind = .set) throws(CalendarRefusal) -> CalendarDecision.Step? {
        let members =
            fields.sorted { $0.key.rawValue < $1.key.rawValue }.map { JSONMember($0.key.name, $0.value.json) }
            + forms.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
        guard !members.isEmpty || kind == .restore else { return nil }
        guard forms.isEmpty || size <= Self.mostBytes else {
            throw CalendarRefusal(
                .maxResourceSize, "What stands beside a task's own fields has at most \(Self.mostBytes) bytes.")
        }
        return CalendarDecision.Step(id: row.id, kind: kind, patch: Patch(members), reopens: reopens)
    }

    /// What calendars say of a task beside its fields has at most so many bytes.
    private static let mostBytes = 256 << 10

    private var size: Int {
        after.unknown.entries.reduce(0) { sum, entry in
            entry.name.hasPrefix(TodoName.prefix) ? sum + entry.value.bytes : sum
        }
    }
}

extension JSONValue {
    /// About how many bytes its texts have.
    fileprivate var bytes: Int {
        switch self {
        case .null, .bool, .integer, .decimal: 4
        case .string(let text): text.utf8.count
        case .array(let items): items.reduce(0) { $0 + $1.bytes }
        case .object(let members): members.reduce(0) { $0 + $1.name.utf8.count + $1.value.bytes }
        }
    }
}
