import DaybookHost
import DaybookServer

enum DoctorCommand {
    static let command: Command = Command(
        name: "doctor", summary: "Check what the service needs and say what to do about it",
        about:
            "Checks the configuration, the database and its schema, the data folder, the disk, the clock, limits, certificates and addresses. It changes nothing and can run beside a running server.",
        options: [Command.json], settings: Setting.Group.allCases,
        examples: [
            "daybook doctor": "every finding, with advice",
            "daybook doctor --json | jq '.findings[] | select(.grade != \"good\")'": "only the problems, for programs",
        ],
        codes: [.success, .failure, .usage],
        run: { invocation in
            let sources = SettingSources(flags: invocation.settings, environment: ProcessEnvironment.all())
            let diagnosis = Blocking.run { await Doctor.examine(sources) }
            let isJSON = invocation.has("json")
            Terminal.say(isJSON ? diagnosis.json : diagnosis.text(colours: Terminal.takesColours()))
            return diagnosis.worst == .failure ? .failure : .success
        })
}
