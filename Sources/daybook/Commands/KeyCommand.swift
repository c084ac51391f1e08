import DaybookHost
import DaybookServer

/// The server's secret key.
enum KeyCommand {
    static let command = Command(
        name: "key", summary: "Replace the server's secret key",
        about:
            "It hashes logins and encrypts providers' tokens and channels' addresses. Stop the servers first; see docs/run/secret-key.md.",
        subcommands: [rotate])

    private static let rotate = AdminCommand.make(
        "rotate", "Make a new key and convert everything that used the old one",
        about:
            "All of it happens in one transaction; logins and devices keep working; browsers have to subscribe to reminders again. If a rotation is interrupted, either nothing has changed or the next command or start completes it.",
        options: [
            Command.Option(
                name: "lost",
                help:
                    "The old key is lost. Logins work again, but tokens of identity providers are discarded, and channels have to be added again."
            )
        ],
        examples: [
            "daybook key rotate": "a new key; everyone stays logged in",
            "daybook key rotate --lost": "if the old key cannot be found",
        ],
        run: { invocation in
            let isLost = invocation.has("lost")
            return AdminCommand.tell(invocation) { configuration throws(StartFailure) in
                try await SecretKeyRotation.run(configuration, isLost: isLost)
            }
        })
}
