import DaybookClient
import Foundation

/// The Inbox in a terminal, in step with every other device of its account.
///
///     tasklist FOLDER SERVER                 shows the Inbox, and shows it again when it changes
///     tasklist FOLDER SERVER Make some tea   adds a task
@main struct TaskList {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count >= 2, let server = URL(string: words[2]) else {
            return print("Usage: tasklist FOLDER SERVER [TITLE]")
        }
        let notebook = try Notebook(folder: URL(filePath: words[1]))
        try await notebook.connect(to: server)
        let title = words.dropFirst(2).joined(separator: " ")
        if title.isEmpty {
            for await tasks in notebook.updates(\.inbox) { show(["Inbox: \(tasks.count)"] + tasks.map(\.title)) }
        } else {
            do {
                let id = try await notebook.add(title)
                try await notebook.edit(id) { $0.category = "Kitchen" }
            } catch let unsaved as UnsavedChange {
                show(["Not saved:"] + unsaved.written)
            }
            if let trouble = await notebook.sync().trouble { show([trouble.sentence]) }
        }
    }

    static func show(_ lines: [String]) {
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
