import DaybookHost
import Glibc

/// What is asked before something is done that reaches far.
enum Question {
    static let option = Command.Option(name: "yes", help: "Do not ask.")

    /// Whether the answer on the terminal is yes, or another word that is asked for; nil where there is no terminal to
    /// ask on.
    static func isAnswered(_ question: String, by word: String = "yes") -> Bool? {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        Terminal.complain("\(question) Type '\(word)' to go on:")
        return readLine(strippingNewline: true) == word
    }
}
