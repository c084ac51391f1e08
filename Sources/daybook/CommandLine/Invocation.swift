import DaybookHost

/// A command line that was understood.
struct Invocation: Sendable {
    let command: Command
    /// Options by name; a switch that was given has an empty text.
    var options: [String: String] = [:]
    /// Settings by name, and the file's.
    var settings: [String: String] = [:]
    var words: [String] = []
    var wantsHelp = false

    func has(_ option: String) -> Bool { options[option] != nil }

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
