import DaybookAgents
import DaybookClient
import DaybookCore
import DaybookHost
import Reactor

/// The Model Context Protocol on standard input and output: an assistant on this machine reads this device's notebook.
enum AssistantCommand {
    static let command = CommandSession.command(
        "mcp", "Let an assistant on this machine read the notebook",
        about:
            "For programs that start an MCP server themselves: one message of JSON-RPC a line, until the input ends. It reads what is on this device, so it needs no server and no token, and changes nothing unless --write is given. The history is at the server, and so not here. See docs/use/assistants.md.",
        options: [
            Command.Option(
                name: "write",
                help:
                    "Let it also change tasks, within bounds that begin anew with each start; its changes are this device's, and 'daybook undo' takes them back."
            ),
            CommandSession.offline, NotebookPlace.option,
        ],
        examples: [
            "daybook mcp": "as the command of an assistant's program, which starts and ends it",
            "daybook mcp --write": "the same for one that may also add, change and complete tasks",
        ],
        run: { invocation, session in
            // What others do arrives while an assistant is looking.
            if !session.isOffline, await session.notebook.hasAccount { await session.notebook.keepInStep() }
            let hands = invocation.has("write") ? NotebookHands(session: session) : nil
            let server = AgentServer(
                reading: NotebookReads(session: session, hands: hands), changing: hands,
                [.changes, .asTheirDevice], version: Version.number.description, app: nil)
            for await line in lines() {
                let answer = try await server.answer(line)
                guard answer.body.isEmpty || Terminal.say(String(decoding: answer.body, as: UTF8.self)) else { return }
            }
        })

    /// Those of standard input, read by a thread of its own: waiting for the next must not hold up the notebook.
    private static func lines() -> AsyncStream<[UInt8]> {
        let (lines, sender) = AsyncStream<[UInt8]>.makeStream()
        _ = QuietThread.start {
            while let line = readLine(strippingNewline: true) {
                if !line.isEmpty { sender.yield(Array(line.utf8)) }
            }
            sender.finish()
        }
        return lines
    }
}
