import DaybookClient
import DaybookCore
import DaybookHost
import FoundationEssentials

/// What a shell may complete: asked by the completion scripts, answered from this device alone.
enum WordsCommand {
    static let command: Command = Command(
        name: "words", summary: "Print what a shell may complete: tasks, lists or tags",
        about:
            "The scripts of 'daybook completions' ask it. It reads this device only, never waits for a server, and says nothing where there is no notebook. Ids of tasks are followed by a tab and the title.",
        words: [
            Command.Word(name: "KIND", help: "tasks, lists or tags.", choices: ["tasks", "lists", "tags"])
        ],
        options: [NotebookPlace.option],
        examples: ["daybook words tasks": "the open tasks, with short ids"],
        codes: [.success, .usage],
        run: { invocation in
            let folder = NotebookPlace.folder(invocation.options["notebook"], ProcessEnvironment.all())
            // Whoever only completes a word must not begin a notebook.
            guard FileManager.default.fileExists(atPath: folder.appending(path: "notebook.sqlite").path) else {
                return .success
            }
            return Blocking.run {
                guard let notebook = try? Notebook(folder: folder) else { return .success }
                let words = Self.words(invocation.words[0], await notebook.snapshot)
                if !words.isEmpty { Terminal.say(words.joined(separator: "\n")) }
                return .success
            }
        })

    /// Shells become slow with thousands of words, and nobody reads them.
    static let most = 500

    private static func words(_ kind: String, _ snapshot: NotebookSnapshot) -> [String] {
        switch kind {
        case "lists": return snapshot.lists.prefix(most).map { TerminalStyle.line($0.name) }
        case "tags":
            return Set(snapshot.allTasks.flatMap(\.tags)).sorted().prefix(most).map(TerminalStyle.line)
        default:
            let length = snapshot.prefixLength
            return snapshot.allTasks.filter { !$0.isCompleted }.prefix(most).map {
                "\($0.id.text.prefix(length))\t\(TerminalStyle.line($0.title).prefix(60))"
            }
        }
    }
}
