import DaybookCore

extension CalendarPut {
    /// What is to be done. A pure function of all that stands here.
    package func decision() throws(CalendarRefusal) -> CalendarDecision {
        guard let row else { return try creation() }
        let known = knownHead(row)
        let base = facets(known)
        let told = TodoFacets(object.master)
        let body = told.completed(by: base) { [program, object] name in
            program.knows(name, in: object) || object.names.contains(name)
        }
        let master = Master(known: known, row: row, base: base, body: body, told: told)
        var decision = CalendarDecision()
        if let move = move(on: master) {
            try goOn(master, move, &decision)
        } else if known.task.id != row.task.id {
            try takeLate(master, &decision)
        } else {
            try takePlainly(master, &decision)
        }
        return decision
    }

    /// The task or the head of a series, on all sides.
    struct Master {
        let known: ShownTask
        let row: ShownTask
        let base: TodoFacets
        let body: TodoFacets
        let told: TodoFacets

        var completes: Bool { TodoStatus(body).completes(after: TodoStatus(base)) }
    }

    func facets(_ shown: ShownTask) -> TodoFacets {
        CalendarObject(shown).map { TodoFacets($0.master) } ?? TodoFacets()
    }

    /// What the client knew. Where nobody says it, it is what is there; but who writes of the date of an earlier
    /// occurrence has that one before their eyes, as it was while it was open.
    private func knownHead(_ row: ShownTask) -> ShownTask {
        if let base { return base }
        guard row.part == .head, let told = date(of: TodoFacets(object.master)),
            let shown = date(of: facets(row)), told < shown
        else { return row }
        let earlier = occurrences.first {
            $0.id != row.task.id && !$0.isDeleted && $0.series == row.task.series && $0.recurrence != nil
                && date(of: facets(ShownTask($0, .head))) == told
        }
        guard var task = earlier else { return row }
        task.completion = nil
        return ShownTask(task, .head, parentUID: row.parentUID)
    }

    /// The date that a component is about: when it begins, or else is due.
    func date(of facets: TodoFacets) -> CalendarDate? {
        return (facets.line("DTSTART") ?? facets.line("DUE")).flatMap { ObjectTime($0, in: zones)?.date }
    }

    /// A task that nobody has yet, or a copy that a program makes of an occurrence when it is done.
    private func creation() throws(CalendarRefusal) -> CalendarDecision {
        var shown = ShownTask(
            TaskItem(id: CalendarName.identifier(uid: object.uid, account: account)), .head)
        let told = TodoFacets(object.master)
        if let copied = copied(told) { shown = ShownTask(copied, .earlier) }
        if shown.part == .head, let original = openOriginal(told) { return try complete(original, by: told) }
        let isNew = shown.part == .head
        let base = isNew ? TodoFacets() : facets(shown)
        var edit = TodoEdit(self, shown, isNew: isNew)
        try edit.take(told, told: told, base: base, known: nil, over: base)
        if isNew {
            edit.set(.createdAt, .instant(created))
            if listId != nil { edit.set(.listId, listId.field(FieldValue.identifier)) }
            try edit.takeOverrides(object.overrides.map(\.text))
        }
        edit.takeFrame()
        edit.takeNames()
        return CalendarDecision(steps: [try edit.step()].compactMap(\.self))
    }

    private var created: Instant {
        let told = object.master.first("CREATED").flatMap { ObjectTime($0, in: zones)?.instant(isEnd: false) }
        return told.map { $0 <= now ? $0 : now } ?? now
    }

    /// What differs from the base becomes the row's.
    private func takePlainly(_ master: Master, _ decision: inout CalendarDecision) throws(CalendarRefusal) {
        var edit = TodoEdit(self, master.row)
        let current = base == nil && master.known.task == master.row.task ? master.base : facets(master.row)
        try edit.take(
            master.body, told: master.told, base: master.base, known: master.known.task, over: current)
        let others = try takeOverrides(master, &edit)
        edit.takeFrame()
        if beginsAnew(master) { edit.set(.parentRecurringId, .null) }
        edit.takeNames()
        edit.takePlace()
        if let step = try edit.step(master.row.task.isDeleted ? .restore : .set) { decision.steps.append(step) }
        decision.steps += others
    }

    /// A deleted series that is put again from an earlier date is one of its own: what came after that date in the one
    /// that went is done or deleted, and would end it.
    private func beginsAnew(_ master: Master) -> Bool {
        guard master.row.task.isDeleted, master.row.task.parentRecurringId != nil,
            let told = date(of: master.told), let known = date(of: master.base)
        else { return false }
        return told < known
    }

    /// The series has gone on since: times and state are wishes about the occurrence that the client saw, all else is
    /// about the series.
    private func takeLate(_ master: Master, _ decision: inout CalendarDecision) throws(CalendarRefusal) {
        let ofOccurrence: Set<TodoFacets.Key> = [
            .group(.status), .group(.start), .group(.due), .group(.rule), .group(.except), .group(.alarms),
        ]
        if let seen = (occurrences + [master.known.task]).first(where: { $0.id == master.known.task.id }),
            !seen.isDeleted
        {
            var edit = TodoEdit(self, ShownTask(seen, .earlier))
            let all = Set(master.body.texts.keys).union(master.base.texts.keys)
            try edit.take(
                master.body, told: master.told, base: master.base, known: master.known.task,
                over: facets(ShownTask(seen, .head)), skipping: all.subtracting(ofOccurrence))
            if let step = try edit.step() { decision.steps.append(step) }
        }
        var edit = TodoEdit(self, master.row)
        try edit.take(
            master.body, told: master.told, base: master.base, known: master.known.task, over: facets(master.row),
            skipping: ofOccurrence)
        let others = try takeOverrides(master, &edit)
        edit.takePlace()
        if let step = try edit.step() { decision.steps.append(step) }
        decision.steps += others
    }
}

extension TodoEdit {
    /// What stands around the task, and time zones that only it knows.
    mutating func takeFrame() {
        let frame = put.object.frame
        keep(TodoName.frame, frame.isEmpty ? .null : .array(frame.map { .string($0) }))
        let told = put.object.others.filter { component in
            guard let id = component.first("TZID")?.value, component.name == "VTIMEZONE" else { return true }
            return CalendarZone.named(id) == nil && WindowsZones.name(of: id) == nil
        }
        keep(TodoName.zones, told.isEmpty ? .null : .array(told.map { .string($0.text) }))
    }

    /// What the resource and the task are called, where that does not follow from its identifier.
    mutating func takeNames() {
        let (uid, name) = part == .head ? (TodoName.uid, TodoName.name) : (TodoName.ownUID, TodoName.ownName)
        if put.object.uid != after.calendarUID(part) { keep(uid, .string(put.object.uid)) }
        if let wished = put.name, wished != after.calendarName(part) { keep(name, .string(wished)) }
    }

    /// Which list it is in.
    mutating func takePlace() { set(.listId, put.listId.field(FieldValue.identifier)) }
}
