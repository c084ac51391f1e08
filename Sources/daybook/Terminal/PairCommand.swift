import DaybookClient
import DaybookCore
import DaybookHost
import Foundation

enum PairCommand {
    static let command: Command = Command(
        name: "pair", summary: "Let another device in, or come in with the code that another device shows",
        about:
            "Without a word it shows a code, waits for the other device, and asks for the number that it shows. With a code (or its link) this device comes in, and shows the number.",
        words: [
            Command.Word(name: "CODE", help: "The code or the link that the other device shows.", isOptional: true)
        ],
        options: [
            .init(name: "server", placeholder: "URL", help: "The server's address, with a code that is no link."),
            .init(name: "name", placeholder: "NAME", help: "What to call this device. [the host's name]"),
            Command.json, NotebookPlace.option,
        ],
        examples: [
            .init(line: "daybook pair", does: "on the device that is in"),
            .init(line: "daybook pair 7KQ2-M9XD --server https://tasks.example.org", does: "on the new one"),
        ],
        codes: Desk.codes,
        run: { invocation in
            Desk.run(invocation) { desk in
                if let word = invocation.words.first {
                    try await join(word, invocation, desk)
                } else {
                    try await offer(desk)
                }
            }
        })

    private static func join(_ word: String, _ invocation: Invocation, _ desk: Desk) async throws {
        let server: URL
        let code: String
        if let link = PairingLink(word) {
            (server, code) = (link.server, link.code)
        } else {
            guard let address = invocation.options["server"] else {
                throw Refusal(sentence: "with a code, --server says where; or give the link", code: .usage)
            }
            (server, code) = (try LoginCommand.address(address), word)
        }
        let isJSON = desk.isJSON
        let ink = desk.ink
        try await desk.notebook.join(on: server, code: code, deviceName: invocation.options["name"] ?? Host.name) {
            number in
            if isJSON {
                Terminal.say("{\"number\":\"\(number)\"}")
            } else {
                Terminal.say("Type this number on the other device: \(ink.bold(number))")
            }
        }
        let status = await desk.notebook.sync()
        desk.tell { status.write(to: &$0) }
        desk.say(desk.ink.green("This device is in."))
    }

    private static func offer(_ desk: Desk) async throws {
        guard await desk.notebook.hasAccount else {
            throw Refusal(
                sentence:
                    "this notebook has no account yet; begin one with 'daybook login URL', or give the code of a device that has one"
            )
        }
        let offer = try await desk.notebook.offerPairing()
        desk.tell { json in
            json.beginObject()
            json.member("code", offer.code)
            json.member("link", offer.link)
            json.endObject()
        }
        let address = await desk.notebook.status.server ?? ""
        desk.say("On the new device: daybook pair \(desk.ink.bold(offer.code)) --server \(Ink.line(address))")
        desk.say(desk.ink.dim("or scan or open: \(Ink.line(offer.link))"))
        var asked = false
        while true {
            switch try await desk.notebook.state(of: offer) {
            case .offered: break
            case .claimed(let name):
                if !asked { desk.say("'\(Ink.line(name))' wants in. Which number does it show?") }
                asked = true
                guard let number = Int(try Secrets.line().trimmingCharacters(in: .whitespaces)) else {
                    Terminal.complain("A number of four digits is expected.")
                    continue
                }
                do { try await desk.notebook.confirm(offer, number: number) } catch EntryFailure.refused(
                    let code, let sentence, _) where code == "pairing_number_wrong"
                {
                    Terminal.complain("\(sentence). Try again.")
                    continue
                }
                desk.say(desk.ink.green("'\(Ink.line(name))' is in."))
                return
            case .confirmed: return
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }
}
