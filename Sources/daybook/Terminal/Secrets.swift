import DaybookHost
import Glibc

/// What is typed and must not be seen.
enum Secrets {
    /// Asks on the terminal without showing what is typed; reads one line where input is no terminal.
    static func password(for email: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line() }
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return try line() }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO)
        Terminal.complain("Password for \(TerminalStyle.line(email)) (not shown):")
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        return try line()
    }

    static func line() throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw Refusal(sentence: "nothing was typed", code: .usage)
        }
        return line
    }
}
