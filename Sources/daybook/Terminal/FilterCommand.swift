import DaybookClient
import DaybookCore
import DaybookHost

/// The tasks that a filter finds, on this device.
enum FilterCommand {
    static let command = CommandSession.command(
        "filter", "Show the tasks that a filter finds",
        about:
            "Fields (state, list, date, due, region, ...) with ':', '<' and '>', joined by 'and', 'or' and 'not'; other words are found in titles and notes. Quote the filter: the shell knows '<', '(' and '!' as well.",
        words: [Command.Word(name: "FILTER", help: "Which tasks, and 'sort:' in which order.", isRepeated: true)],
        examples: [
            "daybook filter 'open due < +3d sort:due'": "what is due soon",
            "daybook filter 'open and (list:Groceries or shop) and not date:any'": "joined, with a word in the text",
        ],
        run: { invocation, session in
            await session.look()
            let text = invocation.words.joined(separator: " ")
            await session.show("Tasks", try await session.tasks(matching: text))
        })

    /// With a mark under the character from which on it is not understood.
    static func sentence(_ error: FilterError, _ text: String) -> String {
        let space = String(repeating: " ", count: error.column(in: text) - 1)
        return "the filter is not understood\n  \(TerminalStyle.line(text))\n  \(space)^ expected \(error.expected)"
    }
}
