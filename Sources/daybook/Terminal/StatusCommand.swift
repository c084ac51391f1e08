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
            let refused = try await notebook.refusedChanges()
            let lost = try await notebook.lostChanges()
            let clears = invocation.has("clear")
            session.tellObject { json in
                status.writeMembers(to: &json)
                json.objects("refusedChanges", refused) { json, change in
                    json.name("operation")
                    change.operation.write(to: &json)
                    json.member("code", change.code)
                    json.member("sentence", change.sentence)
                    json.member("at", change.at)
                }
                json.name("lostChanges")
                json.array(OpenConflict.of(lost)) { $0.value($1.document) }
            }
            if !session.isJSON {
                let shown = clears ? lost : Array(lost.suffix(20))
                await show(status, refused: refused, lost: shown, session)
            }
            // What was not shown, as what another process took note of meanwhile, stays.
            if clears { try await notebook.dismiss(refused.map(\.operation.opId) + lost.map(\.opId)) }
        })

    private static func show(
        _ status: SyncStatus, refused: [RefusedChange], lost: [LostChange], _ session: CommandSession
    ) async {
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
        if !refused.isEmpty {
            session.say("\n" + style.bold("Refused by the server"))
            for change in refused {
                let fields = words.edits(
                    change.operation.fields.map { .init($0.name, old: .null, new: $0.value) })
                session.say("  \(fields.joined(separator: ", "))  \(style.red(TerminalStyle.line(change.sentence)))")
            }
        }
        if !lost.isEmpty {
            session.say("\n" + style.bold("Overridden by a later change") + style.dim("  see 'daybook conflicts'"))
            for change in lost {
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
