import DaybookClient
import DaybookCore
import DaybookHost

enum EditCommand {
    static let command: Command = Command(
        name: "edit", summary: "Change a task's title, notes, dates and the rest",
        about: "Only what is given is changed; `none` clears what can be empty.",
        words: [CommandSession.taskWord],
        options: [
            .init(name: "title", placeholder: "TEXT", help: "Its title."),
            .init(name: "notes", placeholder: "TEXT", help: "Its notes."),
            .init(name: "date", placeholder: "DATE", help: "The date it is for: \(QuickDate.help)."),
            .init(name: "due", placeholder: "WHEN", help: "When it has to be done: \(QuickInstant.help)."),
            .init(name: "remind", placeholder: "WHEN", help: "When to be reminded of it."),
            .init(name: "list", placeholder: "LIST", help: "Its list, or inbox."),
            .init(name: "parent", placeholder: "TASK", help: "The task that it is part of, or none."),
            .init(name: "category", placeholder: "TEXT", help: "Its category."),
            CommandSession.priority,
            .init(name: "tag", placeholder: "TAGS", help: "Tags to put on, with commas between them."),
            .init(name: "untag", placeholder: "TAGS", help: "Tags to take off."),
        ] + CommandSession.options,
        examples: ["daybook edit milk --title 'Oat milk' --date none": "another title, no date"],
        codes: CommandSession.codes,
        run: { invocation in
            let writing = ["title", "notes", "category", "tag"].map { invocation.options[$0] }
            return CommandSession.run(invocation, writing: writing) { session in
                let task = try await session.task(invocation.words[0])
                let fields = try await fields(invocation, session)
                guard !fields.isEmpty else {
                    throw Refusal(sentence: "say what to change; see 'daybook edit --help'.", code: .usage)
                }
                try await session.notebook.edit(task.id, fields)
                await session.report([task.id], "Changed")
                await session.send()
            }
        })

    private static func fields(_ invocation: Invocation, _ session: CommandSession) async throws -> [JSONMember] {
        var fields: [JSONMember] = []
        func set(_ name: String, _ text: String?) { fields.append(JSONMember(name, text.map { .string($0) } ?? .null)) }
        if let title = invocation.options["title"] { set("title", title) }
        for name in ["notes", "category"] {
            if let text = invocation.options[name] { set(name, text == "none" || text.isEmpty ? nil : text) }
        }
        let tags = TagEdit(
            add: try invocation.tags("tag"), remove: try invocation.tags("untag").map { TagEdit.Removal($0) })
        if !tags.isEmpty { fields.append(JSONMember("tags", tags.json)) }
        if let priority = invocation.priority { fields.append(JSONMember("priority", .integer(Int64(priority)))) }
        if let date = invocation.options["date"] { set("scheduledDate", try await session.date(date)?.text) }
        if let due = invocation.options["due"] { set("dueAt", try await session.instant(due)?.text) }
        if let remind = invocation.options["remind"] { set("reminderAt", try await session.instant(remind)?.text) }
        if let parent = invocation.options["parent"] {
            set("parentId", parent == "none" ? nil : try await session.task(parent).id.text)
        }
        if let name = invocation.options["list"] {
            let isInbox = ["inbox", "none"].contains(name.lowercased())
            set("listId", isInbox ? nil : try await session.list(name).id.text)
        }
        return fields
    }
}
