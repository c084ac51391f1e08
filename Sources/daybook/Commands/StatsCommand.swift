import DaybookHost
import DaybookServer

enum StatsCommand {
    static let command = AdminCommand.make(
        "stats", "Show how much there is and how much is done",
        about: "From what the servers counted: operations up to a second ago, the rest once an hour.",
        options: [
            Command.Option(name: "days", placeholder: "N", help: "Operations of so many days; 14 unless said."),
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
