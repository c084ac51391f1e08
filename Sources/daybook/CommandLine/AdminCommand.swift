import DaybookHost
import DaybookServer
import Glibc

/// What the operator's commands share: they work on the database of the configuration, and tell what they did.
enum AdminCommand {
    static let codes: [ExitCode] = [.success, .failure, .usage, .unavailable, .configuration]
    static let account = Command.Word(name: "ACCOUNT", help: "Its id, or the email of its login.")

    static func make(
        _ name: String, _ summary: String, about: String = "", words: [Command.Word] = [],
        options: [Command.Option] = [], examples: [Command.Example] = [], groups: [Setting.Group] = [.database],
        run: @escaping @Sendable (Invocation) -> ExitCode
    ) -> Command {
        Command(
            name: name, summary: summary, about: about, words: words, options: options + [Command.json],
            settings: groups, examples: examples, codes: codes, run: run)
    }

    static func perform(
        _ invocation: Invocation, _ body: @escaping @Sendable (Administration) async throws -> Report
    ) -> ExitCode {
        guard let configuration = invocation.configuration()?.configuration else { return .configuration }
        return Blocking.run {
            do throws(StartFailure) {
                let report = try await Administration.run(configuration, body)
                Terminal.say(invocation.has("json") ? report.json : report.text)
                return report.code
            } catch {
                Terminal.complain("daybook: \(error.sentence)")
                return error.code
            }
        }
    }

    /// A number from an option; complains where it is none.
    static func number(_ invocation: Invocation, _ option: String, default usual: Int) -> Int? {
        guard let text = invocation.options[option] else { return usual }
        guard let number = Int(text), number > 0 else {
            Terminal.complain("daybook: --\(option): expected a number from 1")
            return nil
        }
        return number
    }

    /// A password as the first line of standard input, where that was asked for; never an argument, which others can
    /// see.
    static func password(_ invocation: Invocation) -> String? {
        invocation.has("password-stdin") ? readLine(strippingNewline: true) ?? "" : nil
    }

    /// Asks on a terminal; without one only `--yes` is an answer.
    static func isConfirmed(_ invocation: Invocation, _ question: String) -> Bool {
        if invocation.has("yes") { return true }
        guard isatty(STDIN_FILENO) == 1 else {
            Terminal.complain("daybook: this cannot be undone; say --yes where nobody can be asked")
            return false
        }
        Terminal.complain("\(question) Type 'yes' to go on:")
        return readLine(strippingNewline: true) == "yes"
    }
}
