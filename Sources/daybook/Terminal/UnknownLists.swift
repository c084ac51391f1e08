import DaybookClient
import DaybookCore

/// `+NAME` in the title of a task, where no list has that name.
extension CommandSession {
    /// The name that a line has behind `+`.
    func listNamed(in text: String) async -> String? {
        PlainWords.parse(text, in: language, at: await notebook.moment, understanding: [.list]).list
    }

    /// Which lists there are, and how to make one that is not.
    func hint(ofNoList name: String) async -> String {
        let lists = await notebook.snapshot.lists
        let shown = TerminalStyle.line(name)
        let stays = "so it stays in the title"
        if lists.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            return "Several lists are called '\(shown)', \(stays); --list says which, by its id."
        }
        let names = lists.filter { $0.filter == nil }.map { TerminalStyle.line($0.name) }
        let more = names.count > 10 ? " and \(names.count - 10) more" : ""
        let known =
            names.isEmpty ? "There are no lists yet" : "There are: \(names.prefix(10).joined(separator: ", "))\(more)"
        let isWord = shown.allSatisfy { $0.isLetter || $0.isNumber }
        let quoted = isWord ? shown : "\"\(shown)\""
        return
            "There is no list '\(shown)', \(stays). \(known). daybook lists --add \(quoted) makes it."
    }
}
