import DaybookCore

/// The tool that changes nothing: what it says is shown to the person, who does it or does not.
extension AgentTool {
    /// As many as the API takes at once.
    private static let most = 500

    static let propose = AgentTool(
        name: "propose", title: "Propose changes",
        about: """
            Proposes changes of many tasks at once, and changes nothing: the person sees in the app what would differ, and \
            applies all of it, parts of it, or nothing. For every change that no other tool of yours makes, for deletions, \
            and whenever the person should look first. It is refused whole where one action could not be done; refused \
            says which, and why. \
            Tell the person that a proposal waits in the app; it waits for seven days. Each action is one of: create (fields), \
            update (id, fields; null clears a field), complete (id), reopen (id), schedule (id, to), move (id with listId, \
            scheduledDate, region, before, after), delete (id), restore (id). A task that the third action creates is \
            called #2 where a later one needs its id.
            """,
        arguments: [
            AgentArgument("actions", .actions(most), "What would be done, in this order.", isRequired: true),
            AgentArgument("note", .prose(2_000), "Why, for the person, in a sentence or two."),
        ],
        hints: [.adds, .repeats]
    ) { (arguments) throws(AgentRefusal) in .propose(arguments.items("actions"), note: arguments["note"]) }

    /// What one action may hold. Whether it does is told by the API, with its place.
    static func writeActionSchema(to json: inout JSONWriter) {
        json.member("type", "object")
        json.object("properties") { json in
            for argument in members { argument.writeSchema(to: &json) }
            json.object("fields") { json in
                json.member("type", "object")
                json.object("properties") { json in
                    for field in fields where !["notes", "parentId"].contains(field.name) {
                        field.writeSchema(to: &json)
                    }
                    AgentArgument("notes", .prose(32_000), "The notes, whole.").writeSchema(to: &json)
                    AgentArgument("parentId", .text(40), "The task that it is a part of.").writeSchema(to: &json)
                    json.object("tags") { json in
                        json.member("description", "Its tags, whole, or {\"add\":[...],\"remove\":[...]}.")
                    }
                }
            }
        }
        json.member("required", ["action"])
        json.member("additionalProperties", false)
    }

    private static let members = [
        AgentArgument(
            "action", .word(["create", "update", "complete", "reopen", "schedule", "move", "delete", "restore"]),
            "What is done."),
        AgentArgument("id", .text(40), "The id of the task."),
        AgentArgument("to", .text(20), "today, tomorrow, inbox, or a date."),
        AgentArgument("listId", .identifier, "The list it moves to."),
        AgentArgument("scheduledDate", .date, "The day it moves to."),
        AgentArgument("region", .word(Region.allCases.map(\.name)), "The part of the day, or the backlog."),
        AgentArgument("before", .text(40), "The task it is to stand before."),
        AgentArgument("after", .text(40), "The task it is to stand behind."),
    ]
}
