import Glibc

/// Standard output and standard error of a command: what it says to people and pipes, as opposed to a log.
public enum Terminal {
    /// Writes a line to the output. False when it is no longer read.
    @discardableResult
    public static func say(_ text: String) -> Bool { write(text + "\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    public static func complain(_ text: String) { _ = write(text + "\n", to: STDERR_FILENO) }

    /// Says in one sentence why a command ends, and returns the code it ends with.
    public static func end(_ sentence: String, _ code: ExitCode = .usage) -> ExitCode {
        complain("daybook: \(sentence)")
        return code
    }

    /// Writes to standard error without ending the line.
    public static func draw(_ text: String) { _ = write(text, to: STDERR_FILENO) }

    /// Whether colours make sense there (see no-color.org).
    public static func takesColours(_ descriptor: Int32 = STDOUT_FILENO) -> Bool {
        isatty(descriptor) == 1 && getenv("NO_COLOR") == nil && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let piece = Array(bytes)
            let count = Glibc.write(descriptor, piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }
}
