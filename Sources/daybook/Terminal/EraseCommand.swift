import DaybookClient
import DaybookCore
import DaybookHost

/// One task for good.
enum EraseCommand {
    static let command = CommandSession.command(
        "erase", "Erase a task for good, here and everywhere; nothing brings it back",
        about:
            "Its words leave the server, its history and every device; the history keeps that something was there. A task that was deleted can be erased, too. What was backed up or exported before is out of reach.",
        words: [
            Command.Word(
                name: "TASK",
                help:
                    "The beginning of its id, or words of its title that match no other open task; of a deleted one its id."
            )
        ],
        options: [Question.option] + CommandSession.options,
        examples: [
            "daybook erase 3f2a": "by the beginning of its id; asks first",
            "daybook erase 7c1f6f0e-90e1-4a58-9a43-2f6f0c1b2a10": "one that is long gone from here",
        ],
        run: { invocation, session in
            guard await session.notebook.hasAccount else { throw Refusal.alone }
            guard !session.isOffline else { throw Refusal(usage: "the server has to do it; leave --offline away") }
            await session.look()
            let reference = invocation.words[0]
            let id: Identifier
            var name = "this task"
            if let whole = Identifier(reference) {
                id = whole
                if let title = await session.notebook.task(whole)?.title { name = "'\(TerminalStyle.line(title))'" }
            } else {
                let task = try await session.task(reference)
                (id, name) = (task.id, "'\(TerminalStyle.line(task.title))'")
            }
            try session.confirm(
                invocation, "Erase \(name) for good, on all devices and in the history? Nothing brings it back.",
                by: "erase")
            let receipt = try await session.notebook.erase(id)
            session.tellObject { json in
                json.member("erased", receipt.task)
                json.member("at", receipt.at)
                json.member("lines", receipt.lines)
                json.member("series", receipt.ofSeries)
            }
            let lines = receipt.lines == 1 ? "1 line of its history has" : "\(receipt.lines) lines of its history have"
            session.say("Erased. \(lines) no words any more.")
            if receipt.ofSeries > 0 {
                session.say("Its series has \(receipt.ofSeries) more, which keep theirs.")
            }
            session.say(session.style.dim("Backups and exports made before still have it."))
        })
}
