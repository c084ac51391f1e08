import DaybookClient
import DaybookCore

extension Invocation {
    /// The tags that an option names, with commas between them.
    func tags(_ option: String) throws -> [String] {
        let texts = (options[option] ?? "").split(separator: ",").map(String.init)
        let tags = texts.compactMap { Tag.read($0) }
        guard tags.count == texts.count else {
            throw Refusal(usage: "--\(option): expected short texts with commas between them")
        }
        return tags
    }

    /// The priority that is asked for; `none` is none.
    var priority: Int? { options["priority"].map { Int($0) ?? 0 } }
}

extension CommandSession {
    static let priority = Command.Option(
        name: "priority", placeholder: "PRIORITY", choices: TaskItem.priorities.dropFirst().map { "\($0)" } + ["none"],
        help: "How much it matters: 1 is the highest, 9 the lowest.")
    static let taskWord = Command.Word(
        name: "TASK", help: "The beginning of its id, or words of its title that match no other open task.")

    /// The one task that a word of the command line names.
    ///
    /// - Parameter meant: which of the tasks whose titles have it are meant, if there are such.
    func task(
        _ reference: String, naming meant: (TaskItem) -> Bool = { !$0.isCompleted }
    ) async throws -> TaskItem {
        // Four letters name a task; three would too often be a word.
        let byId = reference.count >= 4 ? await notebook.snapshot.tasks(withPrefix: reference) : []
        // What is to be changed has to be spelt right.
        let found = await notebook.snapshot.search(reference, forgiving: false).map(\.task)
        let named = found.filter { meant($0) && $0.title.lowercased().contains(reference.lowercased()) }
        let byTitle = named.isEmpty ? found : named
        // A word such as `face` may be the beginning of one task's id and in the title of another.
        let choice = byId.isEmpty ? byTitle : byId + byTitle.filter { task in !byId.contains { $0.id == task.id } }
        switch reference.count >= 8 && byId.count == 1 ? 1 : choice.count {
        case 0: throw Refusal(sentence: "there is no task '\(TerminalStyle.line(reference))'")
        case 1: return choice[0]
        default: throw Refusal(sentence: ambiguous(reference, choice, await lines()))
        }
    }

    private func ambiguous(_ reference: String, _ tasks: [TaskItem], _ lines: TaskLines) -> String {
        let some = tasks.prefix(8).map { "  " + lines.line($0) }.joined(separator: "\n")
        let more = tasks.count > 8 ? "\n  ..." : ""
        return "'\(TerminalStyle.line(reference))' matches \(tasks.count) tasks:\n\(some)\(more)"
    }

    /// The one list that a name, the beginning of one, or an id names.
    func list(_ reference: String) async throws -> TaskList {
        let lists = await notebook.snapshot.lists
        let wanted = reference.lowercased()
        for belongs in [
            { $0.name.lowercased() == wanted }, { $0.name.lowercased().hasPrefix(wanted) },
            { $0.id.text.hasPrefix(wanted) },
        ] as [(TaskList) -> Bool] {
            let found = lists.filter(belongs)
            if found.count == 1 { return found[0] }
            if found.count > 1 {
                let names = found.map { "\(TerminalStyle.line($0.name)) (\($0.id.text.prefix(8)))" }.joined(
                    separator: ", ")
                throw Refusal(sentence: "'\(TerminalStyle.line(reference))' matches several lists: \(names)")
            }
        }
        throw Refusal(sentence: "there is no list '\(TerminalStyle.line(reference))'")
    }

    func date(_ text: String) async throws -> CalendarDate? {
        guard let date = QuickDate.read(text, at: await notebook.moment, in: language) else {
            throw Refusal(usage: "'\(TerminalStyle.line(text))' is not a date; expected \(QuickDate.help)")
        }
        return date
    }

    /// - Parameter day: what a time by itself is of; without it the next such time.
    func instant(_ text: String, on day: CalendarDate? = nil) async throws -> Instant? {
        guard let instant = QuickInstant.read(text, at: await notebook.moment, in: language, on: day) else {
            throw Refusal(usage: "'\(TerminalStyle.line(text))' is not a time; expected \(QuickInstant.help)")
        }
        return instant
    }
}
