import DaybookClient
import DaybookCore

/// The tasks that a filter finds, on this device.
enum FilterCommand {
    static let command = CommandSession.command(
        "filter", "Show the tasks that a filter finds",
        about:
            "Fields (state, list, date, due, region, ...) with ':', '<' and '>', joined by 'and', 'or' and 'not'; other words are found in titles and notes. Quote the filter: the shell knows '<', '(' and '!' as well.",
        words: [Command.Word(name: "FILTER", help: "Which tasks, and 'sort:' in which order.", isRepeated: true)],
        options: [
            .init(name: "save", placeholder: "NAME", help: "Keep the filter as a list with this name, on every device.")
        ] + CommandSession.options,
        examples: [
            "daybook filter 'open due < +3d sort:due'": "what is due soon",
            "daybook filter 'open and (list:Groceries or shop) and not date:any'": "joined, with a word in the text",
            "daybook filter --save Soon 'open due < +3d'": "kept; 'daybook lists Soon' shows what it finds",
        ],
        writing: { $0.has("save") ? [$0.options["save"], $0.words.joined(separator: " ")] : [] },
        run: { invocation, session in
            let text = invocation.words.joined(separator: " ")
            if let name = invocation.options["save"] { return try await save(text, as: name, session) }
            await session.look()
            await session.show("Tasks", try await session.tasks(matching: text))
        })

    private static func save(_ text: String, as name: String, _ session: CommandSession) async throws {
        let there = await session.notebook.snapshot.lists.first { $0.name == name && $0.filter != nil }
        do {
            if let there {
                try await session.notebook.setFilter(of: there.id, to: text)
                await ListsCommand.report(there.id, "Changed", session)
            } else {
                await ListsCommand.report(try await session.notebook.addList(name, filter: text), "Saved", session)
            }
        } catch let error as FilterError {
            throw Refusal(usage: sentence(error, text))
        }
        await session.send()
    }

    /// With a mark under the character from which on it is not understood.
    static func sentence(_ error: FilterError, _ text: String) -> String {
        let space = String(repeating: " ", count: error.column(in: text) - 1)
        return "the filter is not understood\n  \(TerminalStyle.line(text))\n  \(space)^ expected \(error.expected)"
    }
}
