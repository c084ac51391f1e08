import DaybookClient
import DaybookCore
import DaybookHost
import FoundationEssentials

enum PairCommand {
    static let command = CommandSession.command(
        "pair", "Add another device, or join with the code that another device shows",
        about:
            "Without CODE it shows a code, waits for the other device, and asks for the number shown there. With CODE (or its link) this device joins and shows the number.",
        words: [
            Command.Word(name: "CODE", help: "The code or the link that the other device shows.", isOptional: true)
        ],
        options: [
            .init(
                name: "server", placeholder: "URL",
                help: "The server's address, needed with a code but not with a link."),
            .init(name: "name", placeholder: "NAME", help: "What to call this device. [the host's name]"),
            Command.json, NotebookPlace.option,
        ],
        examples: [
            "daybook pair": "on the device that has access",
            "daybook pair 7KQ2-M9XD --server https://tasks.example.org": "on the new one",
        ],
        run: { invocation, session in
            if let word = invocation.words.first {
                try await join(word, invocation, session)
            } else {
                try await offer(session)
            }
        })

    private static func join(_ word: String, _ invocation: Invocation, _ session: CommandSession) async throws {
        let server: URL
        let code: String
        if let link = PairingLink(word) {
            (server, code) = (link.server, link.code)
        } else {
            guard let address = invocation.options["server"] else {
                throw Refusal(usage: "add --server with the server's address, or give the link instead of the code")
            }
            (server, code) = (try LoginCommand.address(address), word)
        }
        try await join(on: server, code: code, invocation.options["name"] ?? Host.name, session)
        let status = await session.notebook.sync()
        session.tell { status.write(to: &$0) }
        session.say(session.style.green("This device now has access."))
    }

    /// Comes in with a code, and says the number that is to be confirmed there.
    static func join(
        on server: URL, code: String, _ name: String, _ session: CommandSession,
        confirming there: String = "on the other device"
    ) async throws {
        let isJSON = session.isJSON
        let style = session.style
        try await session.notebook.join(on: server, code: code, deviceName: name) { number in
            if isJSON {
                Terminal.say("{\"number\":\"\(number)\"}")
            } else {
                Terminal.say("Type this number \(there): \(style.bold(number))")
            }
        }
    }

    private static func offer(_ session: CommandSession) async throws {
        guard await session.notebook.hasAccount else {
            throw Refusal(
                sentence:
                    "this notebook has no account yet; create one with 'daybook login URL', or give the code of a device that has one"
            )
        }
        let offer = try await session.notebook.offerPairing()
        session.tellObject { json in
            json.member("code", offer.code)
            json.member("link", offer.link)
        }
        let address = await session.notebook.status.server ?? ""
        session.say(
            "On the new device: daybook pair \(session.style.bold(offer.code)) --server \(TerminalStyle.line(address))")
        session.say(session.style.dim("or scan or open: \(TerminalStyle.line(offer.link))"))
        if session.style.colours, !session.style.plainSigns, let code = QRCode(offer.link) {
            for line in code.drawing(within: TerminalWidth.columns ?? 80) { session.say(line) }
        }
        var asked = false
        while true {
            switch try await session.notebook.state(of: offer) {
            case .offered: break
            case .claimed(let name):
                if !asked { session.say("'\(TerminalStyle.line(name))' asks for access. Which number does it show?") }
                asked = true
                guard let number = Int(try Secrets.line().trimmed) else {
                    Terminal.complain("Type a number of four digits.")
                    continue
                }
                do { try await session.notebook.confirm(offer, number: number) } catch EntryFailure.refused(
                    let code, let sentence, _) where code == "pairing_number_wrong"
                {
                    Terminal.complain("\(sentence). Try again.")
                    continue
                }
                session.say(session.style.green("'\(TerminalStyle.line(name))' now has access."))
                return
            case .confirmed: return
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}
