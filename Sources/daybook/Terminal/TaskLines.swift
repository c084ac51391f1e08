import DaybookCore

/// Tasks as lines for people.
struct TaskLines {
    let ink: Ink
    let moment: Moment
    let lists: [Identifier: TaskList]
    /// How many letters of an identifier are enough to name it.
    let letters: Int

    /// - Parameter found: the title as a search found it.
    func line(
        _ task: TaskItem, showsDate: Bool = true, showsList: Bool = true, found: [SearchHighlights.Piece]? = nil
    ) -> String {
        var title = Ink.line(task.title)
        if let found {
            title = marked(found)
        } else if task.isCompleted {
            title = ink.dim(title)
        } else if task.state == .active {
            title = ink.bold(title)
        }
        var notes: [String] = []
        if showsDate, let date = task.scheduledDate { notes.append(ink.cyan(name(of: date))) }
        if let due = task.dueAt {
            let text = "due \(name(of: moment.day.date(of: due)))"
            notes.append(moment.isOverdue(task) ? ink.red(text) : ink.yellow(text))
        }
        if task.isPlaced, let region = task.region { notes.append(ink.dim("\(region.title)/\(task.bucket.name)")) }
        if task.region == .backlog { notes.append(ink.dim("Backlog")) }
        if showsList, let list = task.listId.flatMap({ lists[$0] }) { notes.append(ink.dim("#" + Ink.line(list.name))) }
        if task.recurrence != nil { notes.append(ink.dim(ink.plainSigns ? "(repeats)" : "↻")) }
        if task.notes != nil { notes.append(ink.dim(ink.plainSigns ? "(notes)" : "≡")) }
        if task.isDeleted { notes.append(ink.red("deleted")) }
        let end = notes.isEmpty ? "" : "  " + notes.joined(separator: "  ")
        return "\(sign(of: task)) \(ink.dim(short(task.id)))  \(title)\(end)"
    }

    func marked(_ pieces: [SearchHighlights.Piece]) -> String {
        pieces.map { $0.isMatch ? ink.yellow(Ink.line($0.text)) : Ink.line($0.text) }.joined()
    }

    func short(_ id: Identifier) -> String { String(id.text.prefix(letters)) }

    private func sign(of task: TaskItem) -> String {
        switch task.state {
        case .notStarted: ink.plainSigns ? "[ ]" : "○"
        case .active: ink.yellow(ink.plainSigns ? "[>]" : "◐")
        case .completed: ink.green(ink.plainSigns ? "[x]" : "✓")
        }
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

    /// The same at the beginning of a line.
    func title(of date: CalendarDate) -> String {
        let name = name(of: date)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static func weekday(_ date: CalendarDate) -> String { String(weekdays[date.weekday - 1].prefix(3)) }
}
