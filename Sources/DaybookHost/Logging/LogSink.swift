import Glibc
import Synchronization

/// Takes whole lines and writes them in order, each in one piece, and never makes a reactor wait for the log's reader.
///
/// A line is written at once if the reader keeps up, so that what was logged before a crash is there after it. Pieces
/// are at most 4096 bytes (PIPE_BUF), which a pipe takes whole or not at all once poll calls it writable; so the
/// descriptor, which is shared with others, need not be made non-blocking. Behind a reader that stalls up to 256 KiB
/// wait, then lines are dropped, and the next line that is written tells how many.
public final class LogSink: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var dropped = 0
    }

    private let descriptor: Int32
    private let style: LogLine.Style
    private let state = Mutex(State())

    static let pieceLimit = 4096
    static let waitingLimit = 256 << 10

    public init(descriptor: Int32 = STDERR_FILENO, format: LogFormat) {
        self.descriptor = descriptor
        let terminal = isatty(descriptor) == 1
        let colours = terminal && getenv("NO_COLOR") == nil
        style =
            switch format {
            case .json: .json
            case .text: .text(colours: colours)
            case .automatic: terminal ? .text(colours: colours) : .json
            }
    }

    func write(_ event: StaticString, _ level: LogLevel, _ fields: [LogField], at time: WallTime) {
        let line = LogLine(event, level, fields, at: time, style: style).bytes
        state.withLock { state in
            if !state.waiting.isEmpty { send(&state.waiting, patience: 0) }
            var lines = line
            if state.dropped > 0 {
                let count = LogField.count(state.dropped)
                lines = LogLine("log lines dropped", .warning, [count], at: time, style: style).bytes + line
            }
            guard state.waiting.count + lines.count <= Self.waitingLimit else {
                state.dropped += 1
                return
            }
            state.dropped = 0
            state.waiting += lines
            send(&state.waiting, patience: 0)
        }
    }

    /// Waits for the reader, but not for ever; for the end of the process.
    public func flush(milliseconds: Int32 = 1000) {
        state.withLock { _ = send(&$0.waiting, patience: milliseconds) }
    }

    /// Sends whole lines while the reader takes them; true if nothing is left.
    @discardableResult
    private func send(_ waiting: inout [UInt8], patience: Int32) -> Bool {
        var sent = 0
        defer { waiting.removeFirst(sent) }
        while sent < waiting.count {
            var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&question, 1, patience)
            if ready < 0 && errno == EINTR { continue }
            guard ready == 1, question.revents & Int16(POLLOUT) != 0 else { return false }
            let piece = Array(waiting[sent..<end(of: waiting, from: sent)])
            let count = Glibc.write(descriptor, piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                // It will never be read (a closed pipe, a full disk), so keeping it would help no one.
                if errno != EAGAIN { sent = waiting.count }
                return false
            }
            sent += count
        }
        return true
    }

    /// As many whole lines as one piece holds.
    private func end(of bytes: [UInt8], from start: Int) -> Int {
        let limit = min(bytes.count, start + Self.pieceLimit)
        if limit == bytes.count { return limit }
        let lastNewline = bytes[start..<limit].lastIndex(of: UInt8(ascii: "\n"))
        return lastNewline.map { $0 + 1 } ?? limit
    }
}
