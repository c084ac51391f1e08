import DaybookCore

/// A task's properties as lines, group by group, unfolded: as a client wrote them while that is true, else as we write
/// them.
struct TodoLines {
    let shown: ShownTask
    let times: TodoTimes
    private var task: TaskItem { shown.task }

    init(_ shown: ShownTask) {
        self.shown = shown
        times = TodoTimes(shown.task)
    }

    /// None where the task says nothing of it.
    func lines(of group: TodoGroup) -> [String] {
        switch group {
        case .start: return times.startLines
        case .due: return times.dueLines
        case .alarms: return []
        case .rule where shown.part == .earlier, .except where shown.part == .earlier: return []
        case .related: return related
        case .categories: return categories
        default:
            if let form = task.form(of: group), form.value == task.value(of: group, form) { return form.lines }
            return made(group)
        }
    }

    /// As we write it.
    private func made(_ group: TodoGroup) -> [String] {
        switch group {
        case .summary: ["SUMMARY:\(ContentLines.escaped(task.title))"]
        case .description: task.notes.map { ["DESCRIPTION:\(ContentLines.escaped($0))"] } ?? []
        case .status:
            switch task.state {
            case .notStarted: ["STATUS:NEEDS-ACTION"]
            case .active: ["STATUS:IN-PROCESS"]
            case .completed:
                ["STATUS:COMPLETED"] + (task.completedAt.map { ["COMPLETED:\(Zone.utc.basicTime(of: $0))Z"] } ?? [])
                    + ["PERCENT-COMPLETE:100"]
            }
        case .rule: task.recurrence?.calendarRule.map { ["RRULE:\($0)"] } ?? []
        case .except: exceptions
        case .priority: task.priority == 0 ? [] : ["PRIORITY:\(task.priority)"]
        case .start, .due, .alarms, .categories, .related: []
        }
    }

    private var exceptions: [String] {
        guard let except = task.recurrence?.except, !except.isEmpty else { return [] }
        return ["EXDATE;VALUE=DATE:" + except.sorted().map(\.basic).joined(separator: ",")]
    }

    /// Other relations than that to its parent are the client's.
    private var related: [String] {
        let form = task.form(of: .related)
        if let form, form.value == task.value(of: .related) {
            return shown.parentUID.map { withParent($0, form.lines) } ?? form.lines
        }
        let others = form?.lines.filter { !Self.namesParent($0) } ?? []
        guard let parent = task.parentId else { return others }
        return ["RELATED-TO:\(shown.parentUID.map { ContentLines.escaped($0) } ?? parent.text)"] + others
    }

    /// The parent may have got another UID since the client wrote this.
    private func withParent(_ uid: String, _ lines: [String]) -> [String] {
        guard let place = lines.firstIndex(where: Self.namesParent), let content = ContentLine(lines[place], line: 0),
            content.text != uid, Identifier(content.text) == nil || Identifier(content.text) != Identifier(uid)
        else { return lines }
        var lines = lines
        let head = lines[place].utf8.dropLast(content.value.utf8.count)
        lines[place] = String(decoding: head, as: UTF8.self) + ContentLines.escaped(uid)
        return lines
    }

    static func namesParent(_ line: String) -> Bool {
        (ContentLine(line, line: 0)?["RELTYPE"]?.uppercased() ?? "PARENT") == "PARENT"
    }

    /// The category first, then the tags, then what can be neither.
    private var categories: [String] {
        let form = task.form(of: .categories)
        if let form, form.value == task.value(of: .categories) { return form.lines }
        let odd = form?.lines.flatMap { ContentLine($0, line: 0)?.texts ?? [] }.filter { Tag.read($0) == nil } ?? []
        let labels = [task.category].compactMap(\.self) + task.tags + odd
        return labels.isEmpty ? [] : ["CATEGORIES:" + labels.map { ContentLines.escaped($0) }.joined(separator: ",")]
    }

    /// Properties and components that no field stands for, by their names.
    var rest: [String] {
        var lines: [String] = []
        for entry in task.unknown.entries where entry.name.hasPrefix(TodoName.prefix) {
            guard case .array(let items) = entry.value else { continue }
            if entry.name == TodoName.rest || !TodoName.taken.contains(entry.name) { lines += items.compactMap(\.text) }
        }
        return lines
    }
}
