import DaybookClient
import DaybookCore

/// Which tasks a command is about: those that its words name, or those that a filter finds.
extension CommandSession {
    static let filter = Command.Option(
        name: "where", placeholder: "FILTER",
        help: "Every task that this filter finds, instead of TASK; see 'daybook filter --help'. Asks first.")
    static let taskWords = Command.Word(
        name: "TASK", help: "The beginning of an id, or words of a title that match no other open task.",
        isOptional: true, isRepeated: true)
    static let selection = [filter, Question.option]

    /// All of them are found, and a filter's are confirmed, before anything is changed.
    ///
    /// - Parameters:
    ///   - gesture: what is going to be done to them, as a question begins: `Delete`.
    ///   - belongs: what of a filter's tasks is not left as it is.
    ///   - meant: which of the tasks whose titles have a word are meant by it, if there are such.
    func tasks(
        _ words: some Collection<String>, _ invocation: Invocation, to gesture: String,
        where belongs: (TaskItem) -> Bool = { _ in true },
        naming meant: (TaskItem) -> Bool = { !$0.isCompleted }
    ) async throws -> [TaskItem] {
        guard let filter = invocation.options["where"] else {
            guard !words.isEmpty else {
                throw Refusal(usage: "TASK is missing: name a task, or several with --where FILTER")
            }
            var tasks: [TaskItem] = []
            for word in words {
                let task = try await task(word, naming: meant)
                if !tasks.contains(where: { $0.id == task.id }) { tasks.append(task) }
            }
            return tasks
        }
        if let word = words.first {
            throw Refusal(usage: "--where stands instead of TASK: unexpected '\(TerminalStyle.line(word))'")
        }
        let found = try await tasks(matching: filter).filter(belongs)
        guard !found.isEmpty else { throw Refusal(sentence: "no task matches the filter; nothing was changed") }
        try await confirm(found, invocation, to: gesture)
        return found
    }

    /// The tasks that a filter finds, in its order.
    func tasks(matching filter: String) async throws -> [TaskItem] {
        do { return try await notebook.snapshot.tasks(matching: filter, in: language) } catch {
            throw Refusal(usage: FilterCommand.sentence(error, filter))
        }
    }

    private func confirm(_ tasks: [TaskItem], _ invocation: Invocation, to gesture: String) async throws {
        let lines = await lines()
        let some = tasks.prefix(8).map { "  \(lines.line($0))" }.joined(separator: "\n")
        let more = tasks.count > 8 ? "\n  and \(tasks.count - 8) more" : ""
        try confirm(invocation, "\(some)\(more)\n\(gesture) \(Self.count(tasks.count))?")
    }

    /// Asks on a terminal; without one only `--yes` is an answer.
    func confirm(_ invocation: Invocation, _ question: String, by word: String = "yes") throws {
        guard !invocation.has("yes") else { return }
        switch Question.isAnswered(question, by: word) {
        case true?: return
        case false?: throw Refusal(sentence: "nothing was changed")
        case nil:
            throw Refusal(usage: "there is no terminal to ask on; confirm with --yes. Nothing was changed")
        }
    }

    static func count(_ tasks: Int) -> String { tasks == 1 ? "1 task" : "\(tasks) tasks" }
}

/// A list that a command names, and what makes it where that is wanted and there is none.
struct ListChoice {
    var id: Identifier
    var making: [Edit] = []

    static let option = Command.Option(
        name: "new", help: "Make the list if there is none of this name.")

    static func check(_ invocation: Invocation) throws {
        guard !invocation.has("new") || invocation.has("list") else {
            throw Refusal(usage: "--new stands beside --list NAME")
        }
    }
}

extension CommandSession {
    /// The list of a name. With `--new` only its whole name counts, and it is made where there is none.
    func list(_ name: String, _ invocation: Invocation) async throws -> ListChoice {
        let isThere = await notebook.snapshot.lists.contains { $0.name.lowercased() == name.lowercased() }
        guard invocation.has("new"), !isThere else { return ListChoice(id: try await list(name).id) }
        var chance = SystemRandomNumberGenerator()
        let id = Identifier.random(using: &chance)
        return ListChoice(id: id, making: [Edit(.set, .list, id: id, [JSONMember("name", .string(name))])])
    }

    /// The same of an option that also takes the Inbox, which is no list.
    func listOrInbox(_ name: String, _ invocation: Invocation) async throws -> ListChoice? {
        ["inbox", "none"].contains(name.lowercased()) ? nil : try await list(name, invocation)
    }
}
