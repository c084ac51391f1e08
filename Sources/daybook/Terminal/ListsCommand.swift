import DaybookClient
import DaybookCore
import DaybookHost

enum ListsCommand {
    static let command: Command = Command(
        name: "lists", summary: "Show the lists, or the tasks of one; add, rename and delete lists",
        words: [Command.Word(name: "LIST", help: "The name of a list, or its beginning.", isOptional: true)],
        options: [
            .init(name: "add", placeholder: "NAME", help: "Make a list."),
            .init(name: "colour", placeholder: "#RRGGBB", help: "The colour of the list that is made."),
            .init(name: "rename", placeholder: "NAME", help: "Give LIST another name."),
            .init(name: "delete", help: "Delete LIST with the tasks in it; 'daybook undo' brings them back."),
        ] + Desk.options,
        examples: [
            .init(line: "daybook lists --add Shopping", does: "a new list"),
            .init(line: "daybook lists Shopping", does: "what is in it"),
        ],
        codes: Desk.codes,
        run: { invocation in
            let writing = ["add", "rename"].map { invocation.options[$0] }
            return Desk.run(invocation, writing: writing) { desk in try await run(invocation, desk) }
        })

    private static func run(_ invocation: Invocation, _ desk: Desk) async throws {
        if let name = invocation.options["add"] {
            let id = try await desk.notebook.addList(name, colorHex: invocation.options["colour"])
            await report(id, "Made", desk)
            return await desk.send()
        }
        guard let reference = invocation.words.first else {
            guard !invocation.has("delete"), !invocation.has("rename") else {
                throw Refusal(sentence: "which list?", code: .usage)
            }
            await desk.look()
            return await show(desk)
        }
        if !invocation.has("delete"), !invocation.has("rename") { await desk.look() }
        let list = try await desk.list(reference)
        if invocation.has("delete") {
            let count = await desk.notebook.tasks(in: list.id).count
            try await desk.notebook.delete(list: list.id)
            desk.tell("deletedTasks") { $0.integer(count) }
            let tasks = count == 1 ? "1 task" : "\(count) tasks"
            desk.say("Deleted the list '\(Ink.line(list.name))' and \(tasks) in it")
            await desk.send()
        } else if let name = invocation.options["rename"] {
            try await desk.notebook.rename(list: list.id, to: name)
            await report(list.id, "Renamed", desk)
            await desk.send()
        } else {
            await desk.show(Ink.line(list.name), await desk.notebook.tasks(in: list.id), showsList: false)
        }
    }

    private static func report(_ id: Identifier, _ did: String, _ desk: Desk) async {
        guard let list = await desk.notebook.list(id) else { return }
        desk.tell("list") { list.write(to: &$0) }
        desk.say("\(did): \(Ink.line(list.name))")
    }

    private static func show(_ desk: Desk) async {
        let lists = await desk.notebook.lists()
        var counts: [Identifier: Int] = [:]
        for task in await desk.notebook.allTasks() where !task.isCompleted {
            if let list = task.listId { counts[list, default: 0] += 1 }
        }
        desk.tell("lists") { $0.array(lists) { $1.write(to: &$0) } }
        let lines = lists.map { "\(Ink.line($0.name))  \(desk.ink.dim("\(counts[$0.id] ?? 0) open"))" }
        guard !desk.isJSON else { return }
        desk.group("Lists", lines)
    }
}
