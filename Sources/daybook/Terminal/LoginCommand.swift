import DaybookClient
import DaybookCore
import DaybookHost
import Foundation

enum LoginCommand {
    static let command = CommandSession.command(
        "login", "Connect this notebook with a server",
        about:
            "Without an email address an account is begun that asks for nothing; other devices come in with 'daybook pair'. With one, this device enters the account that has it; the password is asked for, or read from standard input. What was done here before goes along.",
        words: [Command.Word(name: "URL", help: "The server's address, such as https://tasks.example.org.")],
        options: [
            .init(name: "email", placeholder: "EMAIL", help: "Enter the account of this address."),
            .init(name: "invite", placeholder: "CODE", help: "An invitation, where the server asks for one."),
            .init(name: "name", placeholder: "NAME", help: "What to call this device. [the host's name]"),
            .init(
                name: "merge",
                help: "Bring the tasks of the account that this notebook is in, which has no login, along."),
            Command.json, NotebookPlace.option,
        ],
        examples: [
            "daybook login https://tasks.example.org": "begin an account",
            "daybook login https://tasks.example.org --email anna@example.org": "enter one that has a login",
        ],
        run: { invocation, session in
            let address = try Self.address(invocation.words[0])
            let name = invocation.options["name"] ?? Host.name
            if let email = invocation.options["email"] {
                let password = try Secrets.password(for: email)
                try await session.notebook.logIn(
                    on: address, email: email, password: password, deviceName: name,
                    bringing: invocation.has("merge"))
            } else {
                try await session.notebook.begin(
                    on: address, deviceName: name, invite: invocation.options["invite"])
            }
            let status = await session.notebook.sync()
            session.tell { status.write(to: &$0) }
            session.say(
                "Connected with \(TerminalStyle.line(address.absoluteString)) as '\(TerminalStyle.line(name))'.")
            if let trouble = status.trouble { Terminal.complain(trouble.sentence) }
        })

    /// What people type as an address; without a scheme it is https, or http on this machine.
    static func address(_ text: String) throws -> URL {
        var text = text
        if !text.contains("://") {
            let isHere = text.hasPrefix("localhost") || text.hasPrefix("127.") || text.hasPrefix("[::1]")
            text = (isHere ? "http://" : "https://") + text
        }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw Refusal(
                sentence: "'\(TerminalStyle.line(text))' is no server's address; expected https://HOST", code: .usage)
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
