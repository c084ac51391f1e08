import DaybookCore

/// Properties that each have a field of the task.
extension TodoEdit {
    /// A task is called something: without a summary by the first line of its notes.
    mutating func takeTitle(_ lines: [String]) throws(CalendarRefusal) {
        var title = (lines.first.flatMap { ContentLine($0, line: 0)?.text } ?? "").withoutSpaceAround
        guard title.utf8.count <= TaskItem.longestTitle else { throw tooLong("SUMMARY", TaskItem.longestTitle) }
        if title.isEmpty {
            let first = after.notes?.split(whereSeparator: \.isNewline).lazy.map { String($0).withoutSpaceAround }
                .first { !$0.isEmpty }
            title = String((first ?? "").prefix(200)).withoutSpaceAround
        }
        set(.title, .text(title.isEmpty ? "(untitled)" : title))
        // Where it says that it says nothing, that is how it stands.
        if lines.isEmpty, isNew { settle(.summary, []) }
    }

    mutating func takeStart(_ lines: [String]) {
        let time = lines.first.flatMap { ObjectLine($0) }.flatMap { ObjectTime($0, in: zones) }
        set(.scheduledDate, (time?.date).field(FieldValue.date))
    }

    mutating func takeDue(_ body: TodoFacets, isStartTold: Bool, _ known: TaskItem?) {
        let line = body[.due].lazy.compactMap { ObjectLine($0) }.first
        var due: (at: Instant, date: CalendarDate)?
        if let line, line.name == "DURATION" {
            if let seconds = CalendarDuration.seconds(line.value),
                let start = body.line("DTSTART").flatMap({ ObjectTime($0, in: zones) })
            {
                let at = start.instant(isEnd: false).adding(seconds: seconds)
                due = (at, (start.zone ?? put.zone).date(of: at))
            }
        } else if let time = line.flatMap({ ObjectTime($0, in: zones) }) {
            due = (time.instant(isEnd: true), time.date)
        }
        let dueBefore = known?.dueAt
        let datesBefore = dueBefore.map { [put.zone.date(of: $0), TodoTimes(known ?? row).due?.date] } ?? []
        set(.dueAt, (due?.at).field(FieldValue.instant))
        guard let due, !isStartTold, body[.start].isEmpty else { return }
        // It was for the day on which it was due, and still is.
        if after.scheduledDate == nil || datesBefore.contains(after.scheduledDate) {
            set(.scheduledDate, .date(due.date))
            settle(.start, body[.start])
        }
    }

    /// The rule, and what stands beside it where it is the first or the last that we know.
    mutating func takeSeries(_ body: TodoFacets) {
        guard part == .head else { return }
        takeRule(body[.rule])
        settle(.rule, body[.rule])
        guard row.recurrence == nil || after.recurrence == nil, !body[.except].isEmpty else { return }
        takeExceptions(body[.except])
        settle(.except, body[.except])
    }

    /// A rule that we know is the task's; one of another kind is kept as it came.
    private mutating func takeRule(_ lines: [String]) {
        let text = lines.lazy.compactMap { ObjectLine($0)?.value }.first
        let zone = put.zone
        let rule = text.flatMap { try? RecurrenceRule(rrule: $0, localDate: { zone.date(of: $0) }) }
        // What is new and done is over.
        guard let rule, !(isNew && isCompletedInBody) else { return set(.recurrence, .null) }
        var recurrence = Recurrence(calendarRule: rule.rrule)
        if let before = row.recurrence {
            recurrence.onSchedule = before.onSchedule
            recurrence.except = before.except
            recurrence.carriedFrom = before.carriedFrom
        }
        set(.recurrence, .recurrence(recurrence))
    }

    private var isCompletedInBody: Bool {
        let facets = TodoFacets(put.object.master)
        return TodoStatus(facets).completes(after: TodoStatus(TodoFacets()))
    }

    mutating func takeExceptions(_ lines: [String]) {
        guard var recurrence = after.recurrence else { return }
        let dates = lines.compactMap { ContentLine($0, line: 0) }.flatMap(\.each).map {
            ObjectTime($0, in: zones)?.date
        }
        let known = Set(dates.compactMap(\.self))
        guard !dates.contains(nil), known.count <= Recurrence.mostExceptions else { return }
        recurrence.except = known
        set(.recurrence, .recurrence(recurrence))
    }

    /// What comes is a tag; what goes is whichever it was.
    mutating func takeLabels(_ lines: [String], _ base: TodoFacets, _ known: TaskItem?) {
        let wished = Self.labels(lines)
        let before = Self.labels(base[.categories])
        let gone = before.subtracting(wished)
        if let category = after.category, gone.contains(Tag.read(category) ?? category) { set(.category, .null) }
        var room = TagSet.most - after.tags.count
        let come = wished.subtracting(before).sorted().filter { label in
            guard Tag.read(label) == label, !after.tagSet.has(label), label != after.category, room > 0 else {
                return false
            }
            room -= 1
            return true
        }
        let edit = TagEdit(
            add: come,
            remove: gone.filter { after.tagSet.has($0) }.map { .init($0, added: known?.tagSet[$0]?.added) })
        if !edit.isEmpty {
            fields[.tags] = .tags(edit)
            after.tagSet.apply(edit, at: clock)
        }
        let shown = Set([after.category.map { Tag.read($0) ?? $0 }].compactMap(\.self) + after.tags)
        if shown.isSubset(of: wished) { return settle(.categories, lines) }
        // Somebody else has put one on that the client does not know; what is no tag stays beside them.
        let odd = lines.flatMap { ContentLine($0, line: 0)?.texts ?? [] }.filter { Tag.read($0) == nil }
        guard !odd.isEmpty else { return keep(TodoGroup.categories.field, .null) }
        let line = "CATEGORIES:" + odd.map { ContentLines.escaped($0) }.joined(separator: ",")
        keep(TodoGroup.categories.field, TodoForm([line], value: .null).json)
    }

    private static func labels(_ lines: [String]) -> Set<String> {
        Set(lines.flatMap { ContentLine($0, line: 0)?.texts ?? [] }.map { Tag.read($0) ?? $0 })
    }

    mutating func takeParent(_ lines: [String]) {
        let parent = lines.lazy.filter { TodoLines.namesParent($0) }.compactMap { ContentLine($0, line: 0)?.text }.first
        let id = parent.map {
            put.tasksByUID[$0] ?? CalendarName.owner(of: $0)?.id
                ?? CalendarName.identifier(uid: $0, account: put.account)
        }
        set(.parentId, (id == row.id ? nil : id).field(FieldValue.identifier))
    }

    mutating func takeAlarms(_ texts: [String]) {
        let alarms = TodoAlarms(texts, TodoTimes(after))
        let earliest = alarms.earliest
        set(.reminderAt, (earliest?.at).field(FieldValue.instant))
        after.unknown.remove(TodoGroup.alarms.field)
        guard NormalForm.of(TodoAlarms.shown(after, TodoTimes(after))) != NormalForm.of(texts) else {
            return keep(TodoGroup.alarms.field, .null)
        }
        let form = TodoForm(texts, value: after.value(of: .alarms), place: earliest?.place)
        keep(TodoGroup.alarms.field, form.json)
    }

    /// Alarms that count from a time which the client has moved go with it.
    mutating func moveReminder(_ body: TodoFacets, _ base: TodoFacets) {
        guard !isNew, fields[.dueAt] != nil || fields[.scheduledDate] != nil, fields[.reminderAt] == nil,
            let form = after.form(of: .alarms), body.normal(.group(.alarms)) == base.normal(.group(.alarms)),
            TodoAlarms(form.lines, TodoTimes(row)).earliest?.at == row.reminderAt
        else { return }
        let earliest = TodoAlarms(form.lines, TodoTimes(after)).earliest
        set(.reminderAt, (earliest?.at).field(FieldValue.instant))
        var moved = form
        moved.value = after.value(of: .alarms)
        moved.place = earliest?.place ?? form.place
        keep(TodoGroup.alarms.field, moved.json)
    }

    /// Properties that no field stands for, and components that are no alarm.
    mutating func take(rest: [(name: String, texts: [String])]) {
        guard !rest.isEmpty else { return }
        var together = RestTogether(after.texts(TodoName.rest))
        for (name, texts) in rest {
            let own = TodoName.field(ofRest: name)
            let isThere = own.flatMap { after.unknown[$0] }.map { !$0.value.isNull } ?? false
            if let own, !together.holds(name), texts.isEmpty || isThere || hasRoom {
                keep(own, texts.isEmpty ? .null : .array(texts.map { .string($0) }))
            } else {
                together.set(texts, of: name)
            }
        }
        guard together.isChanged else { return }
        let all = together.texts
        keep(TodoName.rest, all.isEmpty ? .null : .array(all.map { .string($0) }))
    }

    /// So many names have a field of their own.
    private var hasRoom: Bool {
        after.unknown.entries.lazy.filter {
            $0.name.hasPrefix(TodoName.prefix) && !$0.value.isNull && !TodoName.taken.contains($0.name)
        }.count < 40
    }
}

/// What has no field of its own, by its name: each name once, the last that was set at the end.
private struct RestTogether {
    private var places: [String: Int] = [:]
    private var groups: [[String]] = []
    private(set) var isChanged = false

    init(_ texts: [String]) {
        for text in texts {
            let name = Self.name(of: text) ?? ""
            if let place = places[name] { groups[place].append(text) } else { append([text], of: name) }
        }
    }

    private mutating func append(_ texts: [String], of name: String) {
        places[name] = groups.count
        groups.append(texts)
    }

    func holds(_ name: String) -> Bool { places[name] != nil }

    mutating func set(_ texts: [String], of name: String) {
        isChanged = true
        if let place = places.removeValue(forKey: name) { groups[place] = [] }
        if !texts.isEmpty { append(texts, of: name) }
    }

    var texts: [String] { groups.flatMap(\.self) }

    private static func name(of text: String) -> String? {
        text.hasPrefix("BEGIN:") ? ObjectComponent(text: text)?.name : ObjectLine(text)?.name
    }
}

extension String {
    /// As a title is kept.
    fileprivate var withoutSpaceAround: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}
