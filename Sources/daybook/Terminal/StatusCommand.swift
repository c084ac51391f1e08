import DaybookClient
import DaybookCore

enum StatusCommand {
    static let command: Command = Command(
        name: "status", summary: "Show how this device stands with the server, and what needs a look",
        options: [
            .init(name: "clear", help: "Let go of refused changes and of those that lost, after showing them.")
        ] + Desk.options,
        examples: [.init(line: "daybook status --clear", does: "show what needs a look, and let go of it")],
        codes: Desk.codes,
        run: { invocation in
            Desk.run(invocation) { desk in
                let notebook = desk.notebook
                let status = await notebook.status
                desk.tell { status.write(to: &$0) }
                if !desk.isJSON { try await show(status, desk) }
                if invocation.has("clear") {
                    for refused in try await notebook.refusedChanges() {
                        try await notebook.letGo(refused: refused.operation.opId)
                    }
                    try await notebook.letGoOfLostChanges()
                }
            }
        })

    private static func show(_ status: SyncStatus, _ desk: Desk) async throws {
        let ink = desk.ink
        let now = await desk.notebook.moment.now
        func line(_ name: String, _ value: String) {
            desk.say(ink.dim(name.padding(to: 11)) + value)
        }
        line("Server", status.server.map(Ink.line) ?? "none; this notebook is on this device alone")
        line("Account", status.account.text)
        line("Device", status.device.text)
        line("Last sync", status.lastSync.map { Clock.ago($0, at: now) } ?? "never")
        line("To send", status.pending == 0 ? "nothing" : ink.yellow("\(status.pending) changes"))
        if status.behind > 0 { line("Behind by", "\(status.behind) changes") }
        if let trouble = status.trouble, trouble != .alone { line("Trouble", ink.red(trouble.sentence)) }
        let refused = try await desk.notebook.refusedChanges()
        if !refused.isEmpty {
            desk.say("\n" + ink.bold("Refused by the server"))
            for change in refused {
                let fields = change.operation.fields.map { "\($0.name) \(Desk.words($0.value))" }
                desk.say("  \(fields.joined(separator: ", "))  \(ink.red(Ink.line(change.sentence)))")
            }
        }
        let lost = try await desk.notebook.lostChanges()
        if !lost.isEmpty {
            desk.say("\n" + ink.bold("Lost to a later change"))
            for change in lost.suffix(20) {
                let name = await desk.notebook.task(change.id).map { Ink.line($0.title) } ?? change.entity.name
                desk.say(
                    "  \(name): \(change.conflict.field) is \(Desk.words(change.conflict.theirs)), not \(Desk.words(change.conflict.mine))"
                )
            }
        }
    }
}

extension String {
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
