import DaybookHost
import DaybookServer

enum StatsCommand {
    static let command = AdminCommand.make(
        "stats", "Show how much is stored and how busy the servers are",
        about: "Uses the servers' own counts: operations are at most a second old, everything else at most an hour.",
        options: [
            Command.Option(name: "days", placeholder: "N", help: "Show the operations of this many days. [14]"),
            Command.Option(name: "fresh", help: "Count all accounts now."),
        ],
        examples: ["daybook stats --days 30 --json": "for scripts"],
        run: { invocation in
            guard let days = AdminCommand.number(invocation, "days", default: 14) else { return .usage }
            return AdminCommand.perform(invocation) {
                try await $0.statistics(days: days, counting: invocation.has("fresh"))
            }
        })
}
