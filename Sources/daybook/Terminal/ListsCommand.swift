import DaybookClient
import DaybookCore
import DaybookHost

enum ListsCommand {
    static let command = CommandSession.command(
        "lists", "Show the lists, or the tasks of one; add, rename and delete lists",
        words: [Command.Word(name: "LIST", help: "The name of a list, or its beginning.", isOptional: true)],
        options: [
            .init(name: "add", placeholder: "NAME", help: "Create a list with this name."),
            .init(name: "colour", placeholder: "#RRGGBB", help: "The colour of the new list."),
            .init(name: "rename", placeholder: "NAME", help: "Rename LIST to this name."),
            .init(
                name: "delete", help: "Delete LIST with the tasks in it; asks first. 'daybook undo' brings them back."),
            .init(
                name: "hide-from-assistants",
                help:
                    "Keep LIST and its tasks from AI assistants: for none of them it is there. Not for a saved filter, whose tasks are in other lists."
            ),
            .init(name: "show-to-assistants", help: "Let AI assistants see LIST again."),
            Question.option,
        ] + CommandSession.options,
        examples: [
            "daybook lists --add Shopping": "a new list",
            "daybook lists Shopping": "what is in it",
            "daybook lists Shopping --delete --yes": "without a question, for scripts",
        ],
        writing: { invocation in ["add", "rename"].map { invocation.options[$0] } },
        run: { try await run($0, $1) })

    private static func run(_ invocation: Invocation, _ session: CommandSession) async throws {
        if let name = invocation.options["add"] {
            let id = try await session.notebook.addList(name, colorHex: invocation.options["colour"])
            await report(id, "Made", session)
            return await session.send()
        }
        guard let reference = invocation.words.first else {
            guard !changing.contains(where: invocation.has) else { throw Refusal(usage: "which list?") }
            await session.look()
            return await show(session)
        }
        if !changing.contains(where: invocation.has) { await session.look() }
        let list = try await list(reference, invocation, session)
        if invocation.has("delete") {
            let count = list.filter == nil ? await session.notebook.snapshot.tasks(in: list.id).count : 0
            let name = TerminalStyle.line(list.name)
            // A saved filter takes nothing along of what it shows.
            let its = list.filter == nil ? " and \(CommandSession.count(count)) in it" : ""
            try session.confirm(invocation, "Delete the list '\(name)'\(its)?")
            try await session.notebook.delete(list: list.id)
            session.tell("deletedTasks") { $0.integer(count) }
            session.say("Deleted the list '\(name)'\(its)")
            await session.send()
        } else if let name = invocation.options["rename"] {
            try await session.notebook.rename(list: list.id, to: name)
            await report(list.id, "Renamed", session)
            await session.send()
        } else if let isHidden = try hiding(invocation) {
            guard !isHidden || list.filter == nil else { throw filterHidesNothing(list) }
            try await session.notebook.hideFromAgents(list: list.id, isHidden)
            await report(list.id, isHidden ? "Kept from assistants" : "Shown to assistants", session)
            await session.send()
        } else {
            if let text = list.filter, let trouble = await session.notebook.snapshot.filterTrouble(of: list.id) {
                throw Refusal(sentence: FilterCommand.sentence(trouble, text), code: .failure)
            }
            await session.show(
                TerminalStyle.line(list.name), await session.notebook.snapshot.tasks(in: list.id), showsList: false)
        }
    }

    private static let changing = ["delete", "rename", "hide-from-assistants", "show-to-assistants"]

    /// Whether assistants are to see it no more; nil where nothing is said of that.
    private static func hiding(_ invocation: Invocation) throws -> Bool? {
        let (hides, shows) = (invocation.has("hide-from-assistants"), invocation.has("show-to-assistants"))
        guard !hides || !shows else {
            throw Refusal(usage: "--hide-from-assistants and --show-to-assistants say the opposite")
        }
        return hides ? true : shows ? false : nil
    }

    /// Of a saved filter only its name would be hidden.
    private static func filterHidesNothing(_ list: TaskList) -> Refusal {
        let name = TerminalStyle.line(list.name)
        return Refusal(
            sentence:
                "'\(name)' is a saved filter: the tasks that it shows are in lists of their own. Keep those lists from assistants"
        )
    }

    /// Of two names whose order was mistaken, says what was meant.
    private static func list(
        _ reference: String, _ invocation: Invocation, _ session: CommandSession
    ) async throws -> TaskList {
        let names = await session.notebook.snapshot.lists.map { $0.name.lowercased() }
        if let name = invocation.options["rename"], names.contains(name.lowercased()),
            !names.contains(where: { $0.hasPrefix(reference.lowercased()) })
        {
            let (name, other) = (TerminalStyle.line(name), TerminalStyle.line(reference))
            throw Refusal(
                usage: "there is no list '\(other)'; 'lists \(name) --rename \(other)' gives '\(name)' that name")
        }
        return try await session.list(reference)
    }

    static func report(_ id: Identifier, _ did: String, _ session: CommandSession) async {
        guard let list = await session.notebook.list(id) else { return }
        session.tell("list") { list.write(to: &$0) }
        session.say("\(did): \(TerminalStyle.line(list.name))")
    }

    private static func show(_ session: CommandSession) async {
        let lists = await session.notebook.snapshot.lists
        var counts: [Identifier: Int] = [:]
        for task in await session.notebook.snapshot.allTasks where !task.isCompleted {
            if let list = task.listId { counts[list, default: 0] += 1 }
        }
        for list in lists where list.filter != nil {
            counts[list.id] = await session.notebook.snapshot.tasks(in: list.id).count { !$0.isCompleted }
        }
        session.tell("lists") { $0.array(lists) { $1.write(to: &$0) } }
        let lines = lists.map { list in
            let kept = list.isHiddenFromAgents ? ", kept from assistants" : ""
            return "\(TerminalStyle.line(list.name))  \(session.style.dim("\(counts[list.id] ?? 0) open\(kept)"))"
        }
        guard !session.isJSON else { return }
        session.group("Lists", lines)
    }
}
