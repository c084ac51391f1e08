import DaybookHost
import DaybookServer

enum EpochCommand {
    static let command = Command(
        name: "epoch", summary: "Show or change the epoch of the database",
        about:
            "Devices' cursors belong to an epoch. In a new one every device downloads everything again and resends what it holds, so that nothing is missing that any device still has. See docs/run/disaster.md.",
        subcommands: [show, rotate])

    private static let show = AdminCommand.make(
        "show", "Show the epoch, and which history of PostgreSQL it belongs to",
        examples: ["daybook epoch show": "before and after a promotion"],
        work: { administration, _ in try await administration.epoch() })

    private static let rotate = AdminCommand.make(
        "rotate", "Begin a new epoch",
        about:
            "For a database that is older than what devices have seen: after a restore of PostgreSQL's files or of the machine's image, or after a promotion that Daybook could not notice. Servers keep running.",
        options: [Command.Option(name: "yes", help: "Do not ask.")],
        examples: ["daybook epoch rotate --yes": "every device downloads everything again"],
        run: { invocation in
            let question = "Every device downloads everything again. Begin a new epoch?"
            return AdminCommand.perform(invocation, asking: question) { try await $0.rotateEpoch() }
        })
}
