import DaybookCore

/// Something that an assistant may do.
struct AgentTool: Sendable {
    let name: String
    let title: String
    let about: String
    let arguments: [AgentArgument]
    let work: Work
    let hints: Set<Hint>

    enum Work: Sendable {
        /// What is read for it: one place, or several, each under a name of its own.
        case reads(@Sendable (AgentArguments) throws(AgentRefusal) -> Places)
        case changes(@Sendable (AgentArguments) throws(AgentRefusal) -> AgentDeed.Act)
    }

    /// What a client may tell its person before it calls it.
    enum Hint { case reads, adds, overwrites, repeats }

    init(
        name: String, title: String, about: String, arguments: [AgentArgument],
        reads: @escaping @Sendable (AgentArguments) throws(AgentRefusal) -> Places
    ) {
        (self.name, self.title, self.about, self.arguments) = (name, title, about, arguments)
        (work, hints) = (.reads(reads), [.reads, .repeats])
    }

    init(
        name: String, title: String, about: String, arguments: [AgentArgument], hints: Set<Hint>,
        changes: @escaping @Sendable (AgentArguments) throws(AgentRefusal) -> AgentDeed.Act
    ) {
        (self.name, self.title, self.about, self.arguments) = (name, title, about, arguments)
        (work, self.hints) = (.changes(changes), hints)
    }

    /// What a call comes to.
    enum Asked: Sendable {
        case places(Places)
        case deed(AgentDeed)
    }

    func asked(_ given: JSONValue?) throws(AgentRefusal) -> Asked {
        let arguments = try AgentArguments(given, of: self.arguments)
        switch work {
        case .reads(let places): return .places(try places(arguments))
        case .changes(let act): return .deed(AgentDeed(try act(arguments), key: arguments["key"]))
        }
    }

    enum Places: Equatable, Sendable {
        case one(AgentPlace)
        case several([Named])
    }

    struct Named: Equatable, Sendable {
        let name: String
        let place: AgentPlace
    }

    /// In the order in which they are listed, which never changes by itself.
    static let reading = [find, show, day, lists, history]
    static let proposing = [propose]
    static let changing = [add, change, complete, move, comment, delete, undo]

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", name)
        json.member("title", title)
        json.member("description", about)
        json.object("inputSchema") { json in
            json.member("type", "object")
            json.object("properties") { json in
                for argument in arguments { argument.writeSchema(to: &json) }
            }
            let required = arguments.filter(\.isRequired).map(\.name)
            if !required.isEmpty { json.member("required", required) }
            json.member("additionalProperties", false)
        }
        json.name("outputSchema")
        json.alreadyJSON(AgentResult.schema)
        json.object("annotations") { json in
            json.member("title", title)
            json.member("readOnlyHint", hints.contains(.reads))
            json.member("destructiveHint", hints.contains(.overwrites))
            json.member("idempotentHint", hints.contains(.repeats))
            // Whatever it reads and changes is in the account.
            json.member("openWorldHint", false)
        }
        json.endObject()
    }

    private static let find = AgentTool(
        name: "find", title: "Find tasks",
        about: """
            Finds tasks, in one of three ways. words: by words of titles and notes, the best first, misspelt ones too; \
            with list only in that list. filter: by Daybook's filter language, such as `open due < +3d`, `overdue`, \
            `date:today`, `list:Groceries open`, `#waiting`, `completed:week sort:-completed`, `not (today or tomorrow)`. \
            list: all of one list, or what a saved filter finds, by its id. Where several tasks fit, all are listed: \
            ask the person which is meant rather than choose one.
            """,
        arguments: [
            AgentArgument("words", .text(2_000), "Words of the title or notes."),
            AgentArgument("filter", .text(4_000), "A filter. Finished tasks are found too, unless it says open."),
            AgentArgument("list", .identifier, "The id of a list, from the tool lists."),
        ] + AgentArgument.page
    ) { (arguments) throws(AgentRefusal) in
        let page = [("limit", arguments["limit"] ?? "25"), ("cursor", arguments["cursor"])] as [(String, String?)]
        switch (arguments["words"], arguments["filter"], arguments["list"]) {
        case (let words?, nil, let list):
            return .one(AgentPlace("/v1/search", [("q", words), ("list", list)] + page))
        case (nil, let filter?, nil): return .one(AgentPlace("/v1/tasks", [("filter", filter)] + page))
        case (nil, nil, let list?): return .one(AgentPlace("/v1/views/lists/\(list)", page))
        case (nil, nil, nil): throw AgentRefusal(sentence: "Give words, a filter, or a list.")
        default:
            throw AgentRefusal(
                sentence:
                    "Give words (with a list, if wanted), or a filter, or a list; a filter may name words and lists.")
        }
    }

    private static let show = AgentTool(
        name: "show", title: "Show a task",
        about: "Shows one task by its id, whole, and the last ten changes of it with who made them.",
        arguments: [
            AgentArgument("task", .identifier, "The id of the task, as find and day tell it.", isRequired: true)
        ]
    ) { (arguments) throws(AgentRefusal) in
        let task = arguments["task"] ?? ""
        return .several([
            Named(name: "task", place: AgentPlace("/v1/tasks/\(task)")),
            Named(name: "history", place: AgentPlace("/v1/history", [("task", task), ("limit", "10")])),
        ])
    }

    private static let day = AgentTool(
        name: "day", title: "Look at the day",
        about: """
            What a day looks like. today: the tasks of today, in the person's order. board: the morning, the afternoon \
            and the evening with what fits into each. overdue: what was due before now and is not done. review: a week \
            in numbers, this one or that of date. Days are those of the person's time zone.
            """,
        arguments: [
            AgentArgument(
                "view", .word(["today", "board", "overdue", "review"]), "Which of them; today unless said otherwise."),
            AgentArgument("date", .date, "For review: a day of the week that is looked back on."),
        ] + AgentArgument.page
    ) { (arguments) throws(AgentRefusal) in
        let view = arguments["view"] ?? "today"
        let isPaged = view == "today" || view == "overdue"
        guard view == "review" || arguments["date"] == nil else {
            throw AgentRefusal(sentence: "date is for review alone; find has the filter date:DAY.")
        }
        guard isPaged || arguments["cursor"] == nil && arguments["limit"] == nil else {
            throw AgentRefusal(sentence: "\(view) has no pages, so it takes neither limit nor cursor.")
        }
        if view == "review" { return .one(AgentPlace("/v1/analytics/review", [("date", arguments["date"])])) }
        let page = isPaged ? [("limit", arguments["limit"] ?? "25"), ("cursor", arguments["cursor"])] : []
        return .one(AgentPlace("/v1/views/\(view)", page))
    }

    private static let lists = AgentTool(
        name: "lists", title: "Read the lists",
        about: "All lists with their ids and names, in the person's order. One with a filter is a saved filter.",
        arguments: [AgentArgument("cursor", .text(1_000), "nextCursor of the page before, to read on behind it.")]
    ) { (arguments) throws(AgentRefusal) in
        .one(AgentPlace("/v1/lists", [("cursor", arguments["cursor"])]))
    }

    private static let history = AgentTool(
        name: "history", title: "Read the history",
        about: """
            What was changed, newest first: when, by which device or app, from what to what. Of one task, of one list and \
            the tasks in it, or of everything; between two instants where they are given.
            """,
        arguments: [
            AgentArgument("task", .identifier, "Only of this task."),
            AgentArgument("list", .identifier, "Only of this list and the tasks in it."),
            AgentArgument("since", .instant, "From this instant on."),
            AgentArgument("until", .instant, "Before this instant."),
        ] + AgentArgument.page
    ) { (arguments) throws(AgentRefusal) in
        .one(
            AgentPlace(
                "/v1/history",
                ["task", "list", "since", "until"].map { ($0, arguments[$0]) }
                    + [("limit", arguments["limit"] ?? "25"), ("cursor", arguments["cursor"])]))
    }
}
