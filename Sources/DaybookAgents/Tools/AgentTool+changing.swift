import DaybookCore

/// The tools that change one task each. None takes words for a task, so none can take the wrong one.
extension AgentTool {
    private static let task = AgentArgument(
        "task", .identifier, "The id of the task, as find and day tell it.", isRequired: true)
    private static let key = AgentArgument(
        "key", .key, "A word of your own; repeated under it, the call is answered as the first time.")
    private static let tagged = AgentArgument.Kind.texts(most: 20, bytes: 200)

    static let fields = [
        AgentArgument("title", .text(4_000), "What is to be done, on one line."),
        AgentArgument("notes", .prose(32_000), "The notes, whole; comment adds to those that are there."),
        AgentArgument("listId", .identifier, "The list it is in; without one it is in none."),
        AgentArgument("scheduledDate", .date, "The day it is planned for."),
        AgentArgument("dueAt", .instant, "When it has to be done by."),
        AgentArgument("reminderAt", .instant, "When the person is reminded of it."),
        AgentArgument("priority", .number(0...9), "1 is the highest, 9 the lowest, 0 says nothing."),
        AgentArgument("parentId", .identifier, "The task that it is a part of."),
    ]
    private static let clearable = [
        "notes", "listId", "scheduledDate", "dueAt", "reminderAt", "parentId", "category", "recurrence",
    ]

    static let add = AgentTool(
        name: "add", title: "Add a task",
        about: """
            Adds one task, in one of two ways. words: a line as the person says it, `Call mum fri 9am +Family #phone`, of \
            which dates, lists, tags and priorities are understood; captured tells what was. Or title with fields. What is \
            not said is left out: do not invent dates.
            """,
        arguments: [AgentArgument("words", .text(2_000), "The line.")] + fields
            + [AgentArgument("tags", tagged, "Its tags."), key],
        hints: [.adds]
    ) { (arguments) throws(AgentRefusal) in
        let members = arguments.members(besides: ["words", "key"])
        switch (arguments["words"], arguments["title"]) {
        case (let words?, nil) where members.isEmpty: return .capture(words)
        case (nil, .some): return .add(members)
        default: throw AgentRefusal(sentence: "Give words alone, or a title with other fields.")
        }
    }

    static let change = AgentTool(
        name: "change", title: "Change a task",
        about: """
            Changes fields of one task; what is not named stays. clear empties fields. state notStarted takes back a \
            completion, active marks it as being worked on.
            """,
        arguments: [task] + fields + [
            AgentArgument("state", .word(["notStarted", "active"]), "Whether it waits or is worked on."),
            AgentArgument("addTags", tagged, "Tags it gets."),
            AgentArgument("removeTags", tagged, "Tags it loses."),
            AgentArgument("clear", .words(clearable), "Fields that are to be empty."), key,
        ],
        hints: [.overwrites, .repeats]
    ) { (arguments) throws(AgentRefusal) in
        var members = arguments.members(besides: ["task", "key", "clear", "addTags", "removeTags"])
        for name in arguments.list("clear") {
            guard members.allSatisfy({ $0.name != name }) else {
                throw AgentRefusal(sentence: "\(name) cannot be set and cleared at once.")
            }
            members.append(JSONMember(name, .null))
        }
        let tags = [("add", arguments.list("addTags")), ("remove", arguments.list("removeTags"))]
            .filter { !$0.1.isEmpty }
        if !tags.isEmpty {
            let edit = tags.map { JSONMember($0.0, .array($0.1.map { .string($0) })) }
            members.append(JSONMember("tags", .object(edit)))
        }
        guard !members.isEmpty else { throw AgentRefusal(sentence: "Say what is to change.") }
        return .change(try arguments.identifier("task"), members)
    }

    static let complete = AgentTool(
        name: "complete", title: "Complete a task",
        about: """
            Marks one task as done. Of a series the next occurrence is made; parts of the task stay as they are. change \
            with state notStarted takes it back.
            """,
        arguments: [task, key], hints: [.repeats]
    ) { (arguments) throws(AgentRefusal) in .complete(try arguments.identifier("task")) }

    static let move = AgentTool(
        name: "move", title: "Move a task",
        about: """
            Moves one task: to today, to tomorrow or away from its day (to), or to a day, a list, a part of the day, or next \
            to another task. A due time and a reminder of the day it leaves go along.
            """,
        arguments: [
            task,
            AgentArgument("to", .word(["today", "tomorrow", "inbox"]), "inbox takes it off its day. Given alone."),
            AgentArgument("scheduledDate", .date, "The day."),
            AgentArgument("listId", .identifier, "The list."),
            AgentArgument("region", .word(Region.allCases.map(\.name)), "The part of the day, or the backlog."),
            AgentArgument("before", .identifier, "The task it is to stand before."),
            AgentArgument("after", .identifier, "The task it is to stand behind."), key,
        ],
        hints: [.overwrites, .repeats]
    ) { (arguments) throws(AgentRefusal) in
        let (id, members) = (try arguments.identifier("task"), arguments.members(besides: ["task", "to", "key"]))
        if let to = arguments["to"] {
            guard members.isEmpty else { throw AgentRefusal(sentence: "to is given alone.") }
            return .schedule(id, to: to)
        }
        guard !members.isEmpty else { throw AgentRefusal(sentence: "Say where the task is to go.") }
        return .move(id, members)
    }

    static let comment = AgentTool(
        name: "comment", title: "Comment in a task's notes",
        about: """
            Writes a paragraph behind the notes of one task, which stay as they are. What stands there last already is not \
            written again.
            """,
        arguments: [task, AgentArgument("text", .prose(8_000), "The paragraph.", isRequired: true)],
        hints: [.adds, .repeats]
    ) { (arguments) throws(AgentRefusal) in
        let text = arguments["text"] ?? ""
        guard text.utf8.contains(where: { $0 > 0x20 }) else { throw AgentRefusal(sentence: "text says nothing.") }
        return .comment(try arguments.identifier("task"), text)
    }

    static let delete = AgentTool(
        name: "delete", title: "Delete a task",
        about: """
            Deletes one task, which the person can bring back for a while. Only where the person asked for it: what is done \
            is completed, not deleted. Parts of the task stay and stand for themselves.
            """,
        arguments: [task, key], hints: [.overwrites, .repeats]
    ) { (arguments) throws(AgentRefusal) in .delete(try arguments.identifier("task")) }

    static let undo = AgentTool(
        name: "undo_own", title: "Undo one of your changes",
        about: """
            Takes back one change that you made, by the opId that its result or history tells, with what followed from it. \
            What somebody changed since stays, and is named in kept. Changes of others cannot be undone here.
            """,
        arguments: [
            AgentArgument("change", .identifier, "The opId of the change, from history.", isRequired: true), key,
        ],
        hints: [.overwrites, .repeats]
    ) { (arguments) throws(AgentRefusal) in .undo(try arguments.identifier("change")) }
}
