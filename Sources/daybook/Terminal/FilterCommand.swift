import DaybookClient
import DaybookCore
import DaybookHost

/// The tasks that a filter finds, on this device.
enum FilterCommand {
    static let command: Command = Command(
        name: "filter", summary: "Show the tasks that a filter finds",
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
        codes: CommandSession.codes,
        run: { invocation in
            let text = invocation.words.joined(separator: " ")
            let name = invocation.options["save"]
            return CommandSession.run(invocation, writing: name.map { [$0, text] } ?? []) { session in
                if let name { return try await save(text, as: name, session) }
                await session.look()
                await session.show("Tasks", try await session.tasks(matching: text))
            }
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
            throw Refusal(sentence: sentence(error, text), code: .usage)
        }
        await session.send()
    }

    /// With a mark under the character from which on it is not understood.
    static func sentence(_ error: FilterError, _ text: String) -> String {
        let space = String(repeating: " ", count: error.column(in: text) - 1)
        return "the filter is not understood\n  \(TerminalStyle.line(text))\n  \(space)^ expected \(error.expected)"
    }
}
