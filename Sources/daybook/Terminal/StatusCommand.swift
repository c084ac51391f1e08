import DaybookClient
import DaybookCore

enum StatusCommand {
    static let command = CommandSession.command(
        "status", "Show the state of syncing and what needs your attention",
        options: [
            .init(name: "clear", help: "Dismiss refused and overridden changes after showing them.")
        ] + CommandSession.options,
        examples: ["daybook status --clear": "show what needs attention, then dismiss it"],
        run: { invocation, session in
            let notebook = session.notebook
            let status = await notebook.status
            session.tell { status.write(to: &$0) }
            if !session.isJSON { try await show(status, session) }
            if invocation.has("clear") {
                for refused in try await notebook.refusedChanges() {
                    try await notebook.dismiss(refused: refused.operation.opId)
                }
                try await notebook.dismissLostChanges()
            }
        })

    private static func show(_ status: SyncStatus, _ session: CommandSession) async throws {
        let style = session.style
        let now = await session.notebook.moment.now
        func line(_ name: String, _ value: String) { session.say(style.dim(name.padding(to: 11)) + value) }
        line("Server", status.server.map(TerminalStyle.line) ?? "none; this notebook is only on this device")
        line("Account", status.account.text)
        line("Device", status.device.text)
        line("Last sync", status.lastSync.map { Clock.ago($0, at: now) } ?? "never")
        line("To send", status.pending == 0 ? "nothing" : style.yellow("\(status.pending) changes"))
        if status.behind > 0 { line("Behind by", "\(status.behind) changes") }
        if let trouble = status.trouble, trouble != .alone { line("Trouble", style.red(trouble.inTheTerminal)) }
        let words = ChangeWords(lines: await session.lines())
        let refused = try await session.notebook.refusedChanges()
        if !refused.isEmpty {
            session.say("\n" + style.bold("Refused by the server"))
            for change in refused {
                let fields = words.edits(
                    change.operation.fields.map { .init($0.name, old: .null, new: $0.value) })
                session.say("  \(fields.joined(separator: ", "))  \(style.red(TerminalStyle.line(change.sentence)))")
            }
        }
        let lost = try await session.notebook.lostChanges()
        if !lost.isEmpty {
            session.say("\n" + style.bold("Overridden by a later change") + style.dim("  see 'daybook conflicts'"))
            for change in lost.suffix(20) {
                let name =
                    await session.notebook.task(change.id).map { TerminalStyle.line($0.title) } ?? change.entity.name
                for conflict in change.conflicts {
                    let told = words.conflict(conflict.field, mine: conflict.mine, theirs: conflict.theirs)
                    session.say("  \(name): \(told)")
                }
            }
        }
    }
}

extension String {
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
