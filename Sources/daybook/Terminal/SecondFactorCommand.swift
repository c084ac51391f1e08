import DaybookClient
import DaybookCore
import DaybookHost

/// Codes of an authenticator app beside the password.
enum SecondFactorCommand {
    static let command = CommandSession.command(
        "second-factor", "Ask for a code of an authenticator app beside the password",
        about:
            "Asks for the password and shows a secret, as text and as a picture to scan; once you have typed the code that the app shows for it, every login with the password asks for one. Without a terminal, password and code are two lines of standard input. A recovery code takes the place of a code, once.",
        options: [
            .init(name: "remove", help: "Ask for the password alone again. Needs the password and a code."),
            Command.json, NotebookPlace.option,
        ],
        examples: ["daybook second-factor": "set it up"],
        run: { invocation, session in
            guard await session.notebook.hasAccount else { throw Refusal.alone }
            let password = JSONMember("password", .string(try Secrets.hidden("Password")))
            if invocation.has("remove") {
                _ = try await session.notebook.asked("DELETE", path, [password, try Secrets.second().member])
                session.tell("secondFactor") { $0.bool(false) }
                session.say("The password alone is asked for again.")
            } else {
                try await setUp(password, session)
            }
        })

    private static let path = "/v1/account/second-factor"

    private static func setUp(_ password: JSONMember, _ session: CommandSession) async throws {
        let begun = try await session.notebook.asked("POST", path, [password])
        guard let secret = begun["secret"]?.text, let address = begun["address"]?.text else {
            throw EntryFailure.unreadable
        }
        session.tellObject { json in
            json.member("secret", secret)
            json.member("address", address)
        }
        session.say("Scan this with your authenticator app, or type the secret there. It is shown only now:")
        session.say("  " + TerminalStyle.line(secret))
        session.say(session.style.dim(TerminalStyle.line(address)))
        if session.style.colours, !session.style.plainSigns, let code = QRCode(address) {
            for line in code.drawing(within: TerminalWidth.columns ?? 80) { session.say(line) }
        }
        if begun["recoveryCodesLeft"] == .integer(0) {
            Terminal.complain("You have no recovery codes left; make new ones with 'daybook recovery-codes' first.")
        }
        Terminal.complain("The six digits that the app shows now:")
        _ = try await session.notebook.asked(
            "POST", path + "/confirmation", [JSONMember("code", .string(try Secrets.line().trimmed))])
        session.say(session.style.green("From now on the password asks for a code as well."))
    }
}
