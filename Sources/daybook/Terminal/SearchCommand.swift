import DaybookClient
import DaybookCore
import DaybookHost

/// Finds tasks on this device, with or without a server.
enum SearchCommand {
    static let command = CommandSession.command(
        "search", "Find tasks by words of their titles and notes",
        about: "Finds beginnings of words and misspelt words too. The best match comes first.",
        words: [Command.Word(name: "WORDS", help: "The words to find. All of them must match.", isRepeated: true)],
        options: [
            .init(name: "limit", placeholder: "N", help: "Show at most this many. [20]"),
            .init(
                name: "state", placeholder: "STATE", choices: TaskState.allCases.map(\.name),
                help: "Only in this state."),
            .init(name: "list", placeholder: "LIST", help: "Only in this list; 'inbox' for tasks without a list."),
            .init(
                name: "region", placeholder: "REGION", choices: Region.allCases.map(\.name) + ["none"],
                help: "Only in this part of the day."),
            .init(name: "tag", placeholder: "TAGS", help: "Only with these tags, with commas between them."),
            .init(name: "from", placeholder: "DATE", help: "Only scheduled for this day or later: \(QuickDate.help)."),
            .init(name: "to", placeholder: "DATE", help: "Only scheduled for this day or earlier."),
            .init(name: "due-from", placeholder: "WHEN", help: "Only due at this time or later: \(QuickInstant.help)."),
            .init(name: "due-before", placeholder: "WHEN", help: "Only due before this time."),
        ] + CommandSession.options,
        examples: [
            "daybook search milk tues": "finds 'Buy milk on Tuesday' and similar tasks",
            "daybook search milk --list Groceries --to today": "in one list, for today or earlier",
        ],
        run: { invocation, session in
            let most = try invocation.number("limit", default: 20)
            await session.look()
            let scope = try await scope(invocation, session)
            let words = invocation.words.joined(separator: " ")
            await session.show(await session.notebook.snapshot.search(words, within: scope), most: most)
        })

    private static func scope(_ invocation: Invocation, _ session: CommandSession) async throws -> SearchScope {
        var scope = SearchScope()
        if let state = invocation.options["state"].flatMap({ TaskState(name: $0) }) { scope.states = [state] }
        if let list = invocation.options["list"] {
            scope.list = list.lowercased() == "inbox" ? .nowhere : .to(try await session.list(list).id)
        }
        if let region = invocation.options["region"] {
            scope.region = Region(name: region).map { .to($0) } ?? .nowhere
        }
        scope.tags = Set(try invocation.tags("tag"))
        if let from = invocation.options["from"] { scope.scheduledFrom = try await session.date(from) }
        if let to = invocation.options["to"] { scope.scheduledTo = try await session.date(to) }
        if let from = invocation.options["due-from"] { scope.dueFrom = try await session.instant(from) }
        if let before = invocation.options["due-before"] { scope.dueBefore = try await session.instant(before) }
        return scope
    }
}

extension CommandSession {
    fileprivate func show(_ hits: [SearchHit], most: Int) async {
        tellObject { json in
            json.member("hits") { $0.array(hits.prefix(most)) { $1.write(to: &$0) } }
            json.member("total", hits.count)
        }
        guard !isJSON else { return }
        guard !hits.isEmpty else { return say(style.dim("Nothing found.")) }
        let lines = await lines()
        for hit in hits.prefix(most) {
            say(lines.line(hit.task, found: hit.highlights.title))
            if let notes = hit.highlights.notes { say("    " + lines.marked(notes)) }
        }
        if hits.count > most { say(style.dim("\(hits.count - most) more; see --limit.")) }
    }
}
