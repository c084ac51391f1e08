import DaybookClient
import DaybookCore
import DaybookHost
import FoundationEssentials

enum LoginCommand {
    static let command = CommandSession.command(
        "login", "Connect this notebook to a server",
        about:
            "Without --email, this creates an account that needs no email or password; add other devices with 'daybook pair'. With --email, this device logs in to that account; the password is asked for, or read from standard input; an account with a second factor then asks for a code, on the next line. With --browser, you sign in to the server's web app as you like, with a passkey for instance, here or on another machine; it shows a code to type here, and asks for the number that is shown here then. What was done here before is kept and sent.",
        words: [Command.Word(name: "URL", help: "The server's address, such as https://tasks.example.org.")],
        options: [
            .init(name: "email", placeholder: "EMAIL", help: "Log in to the account with this email."),
            .init(name: "browser", help: "Be let in by the server's web app, where you sign in."),
            .init(name: "invite", placeholder: "CODE", help: "An invitation code, if the server requires one."),
            .init(name: "name", placeholder: "NAME", help: "What to call this device. [the host's name]"),
            .init(
                name: "merge",
                help: "Also bring the tasks of this notebook's current account, which has no login."),
            Command.json, NotebookPlace.option,
        ],
        examples: [
            "daybook login https://tasks.example.org": "create an account",
            "daybook login https://tasks.example.org --email anna@example.org": "log in to an existing account",
            "daybook login https://tasks.example.org --browser":
                "the same in a browser, by a passkey or however you sign in",
        ],
        run: { invocation, session in
            let address = try Self.address(invocation.words[0])
            let name = invocation.options["name"] ?? Host.name
            if invocation.has("browser") {
                for other in ["email", "invite", "merge"]
                where invocation.has(other) {
                    throw Refusal(usage: "--browser and --\(other) do not go together")
                }
                try await inTheBrowser(address, name, session)
            } else if let email = invocation.options["email"] {
                let password = try Secrets.password(for: email)
                func logIn(_ second: SecondFactorProof?) async throws {
                    try await session.notebook.logIn(
                        on: address, email: email, password: password, second: second, deviceName: name,
                        bringing: invocation.has("merge"))
                }
                do { try await logIn(nil) } catch EntryFailure.refused("second_factor_required", _, _) {
                    try await logIn(try Secrets.second())
                }
            } else {
                try await session.notebook.begin(
                    on: address, deviceName: name, invite: invocation.options["invite"])
            }
            let status = await session.notebook.sync()
            session.tell { status.write(to: &$0) }
            session.say(
                "Connected to \(TerminalStyle.line(address.absoluteString)) as '\(TerminalStyle.line(name))'.")
            if let trouble = status.trouble { Terminal.complain(trouble.inTheTerminal) }
        })

    /// Nothing secret stands in the address that is opened, and the server is asked for nothing until a code is typed
    /// here: so nobody who leads somebody to that page gets in by it.
    private static func inTheBrowser(_ address: URL, _ name: String, _ session: CommandSession) async throws {
        // Rather now than once somebody has gone there and typed it all.
        if await session.notebook.isLetIn() { throw EntryFailure.otherAccount }
        let page = address.appending(path: "app/let-in")
        let isOpen = WebBrowser.open(page, ProcessEnvironment.all())
        session.tellObject { json in json.member("address", page.absoluteString) }
        session.say(
            isOpen
                ? "Your browser opens this page. Sign in there, and let this terminal in:"
                : "Open this page in a browser, on this machine or another. Sign in there, and let this terminal in:")
        session.say("  " + session.style.bold(TerminalStyle.line(page.absoluteString)))
        Terminal.complain("Code that the page shows:")
        try await PairCommand.join(on: address, code: Secrets.line().trimmed, name, session, confirming: "on that page")
    }

    /// What people type as an address; without a scheme it is https, or http on this machine.
    static func address(_ text: String) throws -> URL {
        var text = text
        if !text.contains("://") {
            let isHere = text.hasPrefix("localhost") || text.hasPrefix("127.") || text.hasPrefix("[::1]")
            text = (isHere ? "http://" : "https://") + text
        }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw Refusal(usage: "'\(TerminalStyle.line(text))' is not a server's address; expected https://HOST")
        }
        return url
    }
}

enum Host {
    static var name: String {
        let name = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? ""
        return name.isEmpty ? "Terminal" : name
    }
}
