import DaybookHost
import DaybookServer

/// The shared parts of the operator's commands: they work on the configured database, and report what they did.
enum AdminCommand {
    static let codes: [ExitCode] = [.success, .failure, .usage, .unavailable, .inputOutput, .configuration]
    static let account = Command.Word(name: "ACCOUNT", help: "Its id, or the email of its login.")

    static func make(
        _ name: String, _ summary: String, about: String = "", words: [Command.Word] = [],
        options: [Command.Option] = [], examples: KeyValuePairs<String, String> = [:],
        groups: [Setting.Group] = [.database],
        run: @escaping @Sendable (Invocation) -> ExitCode
    ) -> Command {
        Command(
            name: name, summary: summary, about: about, words: words, options: options + [Command.json],
            settings: groups, examples: examples, codes: codes, run: run)
    }

    /// One that only asks the administration.
    static func make(
        _ name: String, _ summary: String, about: String = "", words: [Command.Word] = [],
        options: [Command.Option] = [], examples: KeyValuePairs<String, String> = [:],
        groups: [Setting.Group] = [.database],
        work: @escaping @Sendable (Administration, Invocation) async throws -> Report
    ) -> Command {
        make(
            name, summary, about: about, words: words, options: options, examples: examples, groups: groups,
            run: { invocation in perform(invocation) { try await work($0, invocation) } })
    }

    /// - Parameter question: for what cannot be undone, which is asked about first.
    static func perform(
        _ invocation: Invocation, asking question: String? = nil,
        _ body: @escaping @Sendable (Administration) async throws -> Report
    ) -> ExitCode {
        if let question, !isConfirmed(invocation, question) { return .failure }
        return tell(invocation) { configuration throws(StartFailure) in
            try await Administration.run(configuration, body)
        }
    }

    /// The same of work under the configuration.
    static func tell(
        _ invocation: Invocation, _ work: @escaping @Sendable (Configuration) async throws(StartFailure) -> Report
    ) -> ExitCode {
        guard let configuration = invocation.configuration()?.configuration else { return .configuration }
        return tell(invocation) { () throws(StartFailure) in try await work(configuration) }
    }

    /// Prints the result of some work.
    static func tell(
        _ invocation: Invocation, _ work: @escaping @Sendable () async throws(StartFailure) -> Report
    ) -> ExitCode {
        attempt { () throws(StartFailure) in
            let report = try await work()
            Terminal.say(invocation.has("json") ? report.json : report.text)
            if let warning = report.warning { Terminal.complain("daybook: \(warning)") }
            return report.code
        }
    }

    /// Does something, and says in one sentence why it failed.
    static func attempt(_ work: @escaping @Sendable () async throws(StartFailure) -> ExitCode) -> ExitCode {
        Blocking.run {
            do throws(StartFailure) { return try await work() } catch {
                return Terminal.end(error.sentence, error.code)
            }
        }
    }

    /// A number from an option; complains if it is not one.
    static func number(_ invocation: Invocation, _ option: String, default usual: Int) -> Int? {
        do { return try invocation.number(option, default: usual) } catch {
            Terminal.complain("daybook: \(error.sentence)")
            return nil
        }
    }

    /// A password as the first line of standard input, where that was asked for; never an argument, which others can
    /// see.
    static func password(_ invocation: Invocation) -> String? {
        invocation.has("password-stdin") ? readLine(strippingNewline: true) ?? "" : nil
    }

    /// Asks on a terminal; without one only `--yes` is an answer.
    static func isConfirmed(_ invocation: Invocation, _ question: String) -> Bool {
        if invocation.has("yes") { return true }
        if let answer = Question.isAnswered(question) { return answer }
        Terminal.complain("daybook: this cannot be undone; without a terminal to ask on, confirm with --yes")
        return false
    }
}
