import DaybookClient
import DaybookCore
import DaybookHost

enum SyncCommand {
    static let command = CommandSession.command(
        "sync", "Send this device's changes and fetch those of others",
        options: [
            .init(name: "watch", help: "Keep syncing and show changes until interrupted."),
            .init(name: "confirm", help: "Confirm the deletion of many tasks."),
            .init(name: "keep", help: "Undo the unsent deletions instead."),
        ] + [Command.json, NotebookPlace.option],
        examples: ["daybook sync --watch": "show changes as they happen"],
        run: { invocation, session in
            guard await session.notebook.hasAccount else { throw Refusal.alone }
            if invocation.has("confirm") { try await session.notebook.confirmDeletions() }
            if invocation.has("keep") { try await session.notebook.withdrawDeletions() }
            if invocation.has("watch") { return await watch(session) }
            let before = await session.notebook.status
            let status = await session.notebook.sync()
            session.tell { status.write(to: &$0) }
            if let trouble = status.trouble { throw Refusal(sentence: trouble.inTheTerminal, code: trouble.exitCode) }
            let sent = max(0, before.pending - status.pending)
            session.say(session.style.green("In step.") + (sent > 0 ? " Sent \(sent)." : ""))
            if status.refused > 0 {
                session.say(session.style.yellow("The server refused \(status.refused) changes; see 'daybook status'."))
            }
            for lost in await session.lost(since: before, status) { session.say(session.style.yellow(lost)) }
        })

    private static func watch(_ session: CommandSession) async {
        let changes = await session.notebook.changes()
        await session.notebook.keepInStep()
        session.say(session.style.dim("Syncing until interrupted (Ctrl-C)."))
        var before: SyncStatus?
        for await change in changes {
            let lines = await session.lines()
            for id in change.rows.tasks {
                guard let task = await session.notebook.task(id) else { continue }
                session.tell("task") { task.write(to: &$0) }
                session.say(lines.line(task))
            }
            session.tell(of: change.status, since: before)
            before = change.status
        }
    }
}

extension CommandSession {
    /// How this device stands with the server, where that is news.
    func tell(of status: SyncStatus, since before: SyncStatus?) {
        guard status.isLive != before?.isLive || status.trouble != before?.trouble else { return }
        say(style.dim(status.trouble?.inTheTerminal ?? (status.isLive ? "Connected." : "Not connected.")))
    }
}

extension SyncTrouble {
    /// Its sentence, with the commands that help.
    var inTheTerminal: String {
        guard case .wantsConfirmation(let deletions, let total) = self else { return sentence }
        return """
            This would delete \(deletions) of \(total) tasks, so nothing is sent yet. 'daybook sync --confirm' deletes them \
            everywhere, 'daybook sync --keep' brings them back.
            """
    }

    var exitCode: ExitCode {
        switch self {
        case .unreachable, .unwell, .busy, .unreadable, .told: .unavailable
        case .revoked, .readOnly, .refused: .forbidden
        case .alone, .wantsConfirmation: .failure
        }
    }
}

extension SyncStatus: JSONRecord {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("server", server)
        json.member("account", account)
        json.member("device", device)
        json.member("lastSync", lastSync)
        json.member("pending", pending)
        json.member("behind", behind)
        json.member("refused", refused)
        json.member("conflicts", conflicts)
        json.member("trouble", trouble?.inTheTerminal)
    }
}
