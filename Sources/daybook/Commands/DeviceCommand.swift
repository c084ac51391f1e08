import DaybookHost
import DaybookServer

enum DeviceCommand {
    static let command = Command(
        name: "device", summary: "See and revoke an account's devices", subcommands: [list, revoke])

    private static let list = AdminCommand.make(
        "list", "Show the devices that have access", words: [AdminCommand.account],
        examples: ["daybook device list ada@example.org": "with the time of each one's last sync"],
        work: { administration, invocation in try await administration.listDevices(invocation.words[0]) })

    private static let revoke = AdminCommand.make(
        "revoke", "Revoke a device's access",
        about: "Running servers end its live stream and refuse its tokens within a second.",
        words: [AdminCommand.account, Command.Word(name: "DEVICE", help: "Its id.")],
        examples: ["daybook device revoke ada@example.org 5f2c6a70-91de-4b6e-8a4f-3c1f9be0d422": "a lost phone"],
        work: { administration, invocation in
            try await administration.revokeDevice(invocation.words[0], invocation.words[1])
        })
}

enum TokenCommand {
    static let command = Command(
        name: "token", summary: "Create and revoke an account's tokens", subcommands: [list, create, revoke])

    private static let list = AdminCommand.make(
        "list", "Show the tokens, without their secrets", words: [AdminCommand.account],
        examples: ["daybook token list ada@example.org": "which app has which token"],
        work: { administration, invocation in try await administration.listTokens(invocation.words[0]) })

    private static let create = AdminCommand.make(
        "create", "Create a token for an app and show it", words: [AdminCommand.account],
        options: [
            Command.Option(name: "label", placeholder: "TEXT", help: "A name that its owner will recognize."),
            Command.Option(
                name: "scope", placeholder: "SCOPE",
                choices: ["full", "read", "capture", "caldav", "agent", "agent_read"],
                help: "What it may do. [full]"),
            Command.Option(name: "expires", placeholder: "TIME", help: "When it expires, such as 30d. [never]"),
        ],
        examples: [
            "daybook token create ada@example.org --label Shortcut --scope capture": "a token that can only add tasks"
        ],
        work: { administration, invocation in
            try await administration.createToken(
                invocation.words[0], label: invocation.options["label"] ?? "Made by the operator",
                scope: invocation.options["scope"] ?? "full", expires: invocation.options["expires"])
        })

    private static let revoke = AdminCommand.make(
        "revoke", "Revoke a token", words: [AdminCommand.account, Command.Word(name: "TOKEN", help: "Its id.")],
        examples: [
            "daybook token revoke ada@example.org 5f2c6a70-91de-4b6e-8a4f-3c1f9be0d422":
                "the app is refused within a second"
        ],
        work: { administration, invocation in
            try await administration.revokeToken(invocation.words[0], invocation.words[1])
        })
}

enum InviteCommand {
    static let command = Command(
        name: "invite", summary: "Invite people if registration needs an invitation",
        subcommands: [create, list, revoke])

    private static let create = AdminCommand.make(
        "create", "Create an invitation and show its code",
        options: [
            Command.Option(name: "label", placeholder: "TEXT", help: "Who it is for."),
            Command.Option(name: "uses", placeholder: "N", help: "How many accounts it can create. [1]"),
            Command.Option(name: "expires", placeholder: "TIME", help: "When it expires, such as 7d. [never]"),
        ],
        examples: ["daybook invite create --uses 5": "for a household"],
        run: { invocation in
            guard let uses = AdminCommand.number(invocation, "uses", default: 1) else { return .usage }
            return AdminCommand.perform(invocation) {
                try await $0.createInvite(
                    label: invocation.options["label"], uses: uses, expires: invocation.options["expires"])
            }
        })

    private static let list = AdminCommand.make(
        "list", "Show the invitations that can still be used",
        examples: ["daybook invite list": "with the uses left of each"],
        work: { administration, _ in try await administration.listInvites() })

    private static let revoke = AdminCommand.make(
        "revoke", "Revoke an invitation", words: [Command.Word(name: "INVITATION", help: "Its id.")],
        examples: ["daybook invite revoke 5f2c6a70-91de-4b6e-8a4f-3c1f9be0d422": "accounts created with it stay"],
        work: { administration, invocation in try await administration.revokeInvite(invocation.words[0]) })
}
