import DaybookClient
import DaybookHost
import Glibc

/// What is typed and must not be seen.
enum Secrets {
    static func password(for email: String) throws -> String {
        try hidden("Password for \(TerminalStyle.line(email))")
    }

    /// A new one, typed twice on a terminal, because nobody saw it.
    static func newPassword() throws -> String {
        let password = try hidden("New password")
        guard isatty(STDIN_FILENO) == 1 else { return password }
        guard try hidden("The same again") == password else {
            throw Refusal(usage: "the two passwords differ; nothing was changed")
        }
        return password
    }

    /// Asks on the terminal without showing what is typed; reads one line where input is no terminal.
    static func hidden(_ name: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try line() }
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return try line() }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO)
        // First the hiding, then the question: what is typed as soon as it is read is not thrown away.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        Terminal.complain("\(name) (not shown):")
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        return try line()
    }

    /// What an account with a second factor asks for beside the password.
    static func second() throws -> SecondFactorProof {
        Terminal.complain("Code that your authenticator app shows, or a recovery code:")
        return SecondFactorProof(try line().trimmed)
    }

    static func line() throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw Refusal(usage: "nothing was typed")
        }
        return line
    }
}
