import DaybookClient
import DaybookCore
import DaybookServer

/// Finds tasks on this device, with or without a server.
enum SearchCommand {
    private static let limit = Command.Option(
        name: "limit", placeholder: "N", help: "Show so many at most; 20 unless said.")

    static let command: Command = Command(
        name: "search", summary: "Find tasks by words of their titles and notes",
        about: "Beginnings of words count too, and so do words that are nearly spelt so. The best answer comes first.",
        words: [Command.Word(name: "WORDS", help: "All of them must be there.", isRepeated: true)],
        options: [limit] + Desk.options,
        examples: [.init(line: "daybook search milk tues", does: "'Buy milk on Tuesday', and what is like it")],
        codes: Desk.codes,
        run: { invocation in
            guard let most = AdminCommand.number(invocation, "limit", default: 20) else { return .usage }
            return Desk.run(invocation) { desk in
                await desk.look()
                let hits = await desk.notebook.search(invocation.words.joined(separator: " "))
                await desk.show(hits, most: most)
            }
        })
}

extension Desk {
    fileprivate func show(_ hits: [SearchHit], most: Int) async {
        tell { json in
            json.beginObject()
            json.name("hits")
            json.array(hits.prefix(most)) { $1.write(to: &$0) }
            json.name("total")
            json.integer(hits.count)
            json.endObject()
        }
        guard !isJSON else { return }
        guard !hits.isEmpty else { return say(ink.dim("Nothing found.")) }
        let lines = await lines()
        for hit in hits.prefix(most) {
            say(lines.line(hit.task, found: hit.highlights.title))
            if let notes = hit.highlights.notes { say("    " + lines.marked(notes)) }
        }
        if hits.count > most { say(ink.dim("\(hits.count - most) more; see --limit.")) }
    }
}
