import DaybookHost

/// A command line that was understood.
struct Invocation: Sendable {
    let command: Command
    /// The program's command, which has all the others.
    let root: Command
    /// Options by name; a switch that was given has an empty text.
    var options: [String: String] = [:]
    /// Settings by name, and the file's.
    var settings: [String: String] = [:]
    var words: [String] = []
    var wantsHelp = false

    func has(_ option: String) -> Bool { options[option] != nil }

    /// A number from an option.
    func number(_ option: String, default usual: Int) throws(Refusal) -> Int {
        guard let text = options[option] else { return usual }
        guard let number = Int(text), number > 0 else { throw Refusal(usage: "--\(option): expected a number from 1") }
        return number
    }

    /// The configuration from all its sources. What is wrong with it has been told when this is nil.
    func configuration() -> ResolvedConfiguration? {
        do {
            let sources = SettingSources(flags: settings, environment: ProcessEnvironment.all())
            let resolved = try Configuration.resolve(sources)
            for warning in resolved.warnings { Terminal.complain("daybook: warning: \(warning)") }
            return resolved
        } catch {
            for finding in error.findings { Terminal.complain("daybook: \(finding)") }
            return nil
        }
    }
}

/// Why a command line was not understood, and what may have been meant.
struct UsageError: Error, Equatable {
    let sentence: String
    /// The command whose help would tell.
    let command: String
}
