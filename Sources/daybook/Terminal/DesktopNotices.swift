import DaybookHost
import Glibc
import Reactor
import Synchronization

/// The desktop's notifications, where `notify-send` is installed.
final class DesktopNotices: Sendable {
    private let program: String?
    private let running = Mutex(0)

    /// A desktop that does not answer holds up no more than these.
    private static let most = 8

    init(path: String = ProcessEnvironment.all()["PATH"] ?? "") {
        program = path.split(separator: ":").map { "\($0)/notify-send" }.first { access($0, X_OK) == 0 }
    }

    func show(_ title: String, _ body: String) {
        guard let program, running.withLock({ $0 < Self.most }) else { return }
        // Desktops read some HTML in the body.
        let command = [program, "--app-name=Daybook", "--", Self.plain(title), Self.plain(body).escapedForHTML]
        let child = try? ChildProcess(command, environment: ProcessEnvironment.all(), output: "/dev/null")
        guard let child else { return }
        running.withLock { $0 += 1 }
        let isWatched = QuietThread.run { [self] in
            _ = child.wait()
            running.withLock { $0 -= 1 }
        }
        if !isWatched { running.withLock { $0 -= 1 } }
    }

    /// An argument ends at a zero byte, and is not to be too long.
    private static func plain(_ text: String) -> String { String(TerminalStyle.line(text).prefix(500)) }
}

extension String {
    fileprivate var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
