import DaybookHost
import DaybookServer

/// The server's secret key.
enum KeyCommand {
    static let command = Command(
        name: "key", summary: "Replace the server's secret key",
        about:
            "Logins are found by hashes under it, and providers' tokens are sealed with it. Stop the servers first; see docs/admin/secret-key.md.",
        subcommands: [rotate])

    private static let rotate = Command(
        name: "rotate", summary: "Make a new key, and everything anew that was made with the old one",
        about:
            "In one transaction: logins and devices go on as before. A rotation that is interrupted has not begun, or is finished by the next command or start.",
        options: [
            Command.Option(
                name: "lost",
                help:
                    "The old key is gone for good: logins are found again, tokens of identity providers are forgotten."),
            Command.json,
        ],
        settings: [.database],
        examples: [
            "daybook key rotate": "a new key; everybody stays logged in",
            "daybook key rotate --lost": "the way on where the old key cannot be found",
        ],
        codes: [.success, .failure, .usage, .unavailable, .inputOutput, .configuration],
        run: { invocation in
            let isLost = invocation.has("lost")
            return AdminCommand.tell(invocation) { configuration throws(StartFailure) in
                try await SecretKeyRotation.run(configuration, isLost: isLost)
            }
        })
}
