import DaybookCore

/// Tasks as lines for people.
struct TaskLines {
    let style: TerminalStyle
    let moment: Moment
    let lists: [Identifier: TaskList]
    /// How many letters of an identifier are enough to name it.
    let letters: Int

    /// - Parameter found: the title as a search found it.
    func line(
        _ task: TaskItem, showsDate: Bool = true, showsList: Bool = true, found: [SearchHighlights.Piece]? = nil
    ) -> String {
        var title = TerminalStyle.line(task.title)
        if let found {
            title = marked(found)
        } else if task.isCompleted {
            title = style.dim(title)
        } else if task.state == .active {
            title = style.bold(title)
        }
        var notes: [String] = []
        if showsDate, let date = task.scheduledDate { notes.append(style.cyan(name(of: date))) }
        if let due = task.dueAt {
            let text = "due \(name(of: due))"
            notes.append(moment.isOverdue(task) ? style.red(text) : style.yellow(text))
        }
        if let reminder = task.reminderAt, !task.isCompleted { notes.append(style.dim("remind \(name(of: reminder))")) }
        if task.priority != 0 { notes.append(sign(ofPriority: task.priority)) }
        notes += task.tags.map { style.dim("+" + TerminalStyle.line($0)) }
        if task.isPlaced, let region = task.region { notes.append(style.dim("\(region.title)/\(task.bucket.name)")) }
        if task.region == .backlog { notes.append(style.dim("Backlog")) }
        if showsList, let list = task.listId.flatMap({ lists[$0] }) {
            notes.append(style.dim("#" + TerminalStyle.line(list.name)))
        }
        if task.recurrence != nil { notes.append(style.dim(style.plainSigns ? "(repeats)" : "↻")) }
        if task.notes != nil { notes.append(style.dim(style.plainSigns ? "(notes)" : "≡")) }
        if task.isDeleted { notes.append(style.red("deleted")) }
        let end = notes.isEmpty ? "" : "  " + notes.joined(separator: "  ")
        return "\(sign(of: task)) \(style.dim(short(task.id)))  \(title)\(end)"
    }

    /// Tasks of a view in its order, each followed by its subtasks that are in the view too.
    func outline(_ tasks: [TaskItem]) -> [(indent: String, task: TaskItem)] {
        let shown = Set(tasks.map(\.id))
        var parts: [Identifier: [TaskItem]] = [:]
        for task in tasks { if let parent = task.parentId { parts[parent, default: []].append(task) } }
        var outline: [(indent: String, task: TaskItem)] = []
        var told: Set<Identifier> = []
        func tell(_ task: TaskItem, _ indent: String) {
            guard told.insert(task.id).inserted else { return }
            outline.append((indent, task))
            for part in parts[task.id] ?? [] { tell(part, indent + "  ") }
        }
        for task in tasks where task.parentId.map({ !shown.contains($0) }) ?? true { tell(task, "") }
        // Until the server has said otherwise, two may be part of each other.
        for task in tasks { tell(task, "") }
        return outline
    }

    func marked(_ pieces: [SearchHighlights.Piece]) -> String {
        pieces.map { $0.isMatch ? style.yellow(TerminalStyle.line($0.text)) : TerminalStyle.line($0.text) }.joined()
    }

    func short(_ id: Identifier) -> String { String(id.text.prefix(letters)) }

    private func sign(of task: TaskItem) -> String {
        switch task.state {
        case .notStarted: style.plainSigns ? "[ ]" : "○"
        case .active: style.yellow(style.plainSigns ? "[>]" : "◐")
        case .completed: style.green(style.plainSigns ? "[x]" : "✓")
        }
    }

    private func sign(ofPriority priority: Int) -> String {
        let text = "!\(priority)"
        return priority < 5 ? style.red(text) : priority == 5 ? style.yellow(text) : style.dim(text)
    }

    /// As people say dates: nearby ones by their weekday.
    func name(of date: CalendarDate) -> String {
        switch date.days(since: moment.today) {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        case 2...6: Self.weekdays[date.weekday - 1]
        default: date.year == moment.today.year ? "\(Self.weekday(date)) \(date.text.dropFirst(5))" : date.text
        }
    }

    /// A day and what the clock shows.
    func name(of instant: Instant) -> String {
        "\(name(of: moment.day.date(of: instant))) \(moment.clock(instant).text)"
    }

    /// The same at the beginning of a line.
    func title(of date: CalendarDate) -> String {
        let name = name(of: date)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static func weekday(_ date: CalendarDate) -> String { String(weekdays[date.weekday - 1].prefix(3)) }
}
