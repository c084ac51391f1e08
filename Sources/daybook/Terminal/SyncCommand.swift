import DaybookClient
import DaybookCore
import DaybookHost

enum SyncCommand {
    static let command: Command = Command(
        name: "sync", summary: "Send what was done here and read what others did",
        options: [
            .init(name: "watch", help: "Stay, keep in step, and tell what changes, until interrupted."),
            .init(name: "confirm", help: "Yes, delete that many tasks."),
            .init(name: "keep", help: "Take unsent deletions back instead."),
        ] + [Command.json, NotebookPlace.option],
        examples: [.init(line: "daybook sync --watch", does: "tell what changes anywhere")], codes: Desk.codes,
        run: { invocation in
            Desk.run(invocation) { desk in
                guard await desk.notebook.hasAccount else { throw Refusal.alone }
                if invocation.has("confirm") { try await desk.notebook.confirmDeletions() }
                if invocation.has("keep") { try await desk.notebook.withdrawDeletions() }
                if invocation.has("watch") { return await watch(desk) }
                let before = await desk.notebook.status
                let status = await desk.notebook.sync()
                desk.tell { status.write(to: &$0) }
                if let trouble = status.trouble {
                    throw Refusal(sentence: trouble.sentence, code: trouble.exitCode)
                }
                let sent = max(0, before.pending - status.pending)
                desk.say(desk.ink.green("In step.") + (sent > 0 ? " Sent \(sent)." : ""))
                if status.refused > 0 {
                    desk.say(desk.ink.yellow("\(status.refused) changes were refused; see 'daybook status'."))
                }
            }
        })

    private static func watch(_ desk: Desk) async {
        let changes = await desk.notebook.changes()
        await desk.notebook.keepInStep()
        desk.say(desk.ink.dim("In step until interrupted (Ctrl-C)."))
        var before: SyncStatus?
        for await change in changes {
            let lines = await desk.lines()
            for id in change.rows.tasks {
                guard let task = await desk.notebook.task(id) else { continue }
                desk.tell("task") { task.write(to: &$0) }
                desk.say(lines.line(task))
            }
            let status = change.status
            if status.isLive != before?.isLive || status.trouble != before?.trouble {
                desk.say(
                    desk.ink.dim(status.trouble?.sentence ?? (status.isLive ? "Connected." : "Not connected.")))
                before = status
            }
        }
    }
}

extension SyncTrouble {
    var exitCode: ExitCode {
        switch self {
        case .unreachable, .unwell, .busy, .unreadable, .told: .unavailable
        case .revoked, .readOnly, .refused: .forbidden
        case .alone, .wantsConfirmation: .failure
        }
    }
}

extension SyncStatus {
    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("server", server)
        json.member("account", account)
        json.member("device", device)
        json.member("lastSync", lastSync)
        json.member("pending", pending)
        json.member("behind", behind)
        json.member("refused", refused)
        json.member("conflicts", conflicts)
        json.member("trouble", trouble?.sentence)
        json.endObject()
    }
}
