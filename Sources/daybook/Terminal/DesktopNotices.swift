import DaybookHost
import Foundation
import Synchronization

/// The desktop's notifications, where `notify-send` is installed.
final class DesktopNotices: Sendable {
    private let program: URL?
    private let running = Mutex(0)

    /// A desktop that does not answer holds up no more than these.
    private static let most = 8

    init(path: String = ProcessEnvironment.all()["PATH"] ?? "") {
        program = path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "notify-send") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    func show(_ title: String, _ body: String) {
        guard let program, running.withLock({ $0 < Self.most }) else { return }
        let process = Process()
        process.executableURL = program
        // Desktops read some HTML in the body.
        process.arguments = ["--app-name=Daybook", "--", Self.plain(title), Self.plain(body).escapedForHTML]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.terminationHandler = { [self] _ in running.withLock { $0 -= 1 } }
        running.withLock { $0 += 1 }
        do { try process.run() } catch { running.withLock { $0 -= 1 } }
    }

    /// An argument ends at a zero byte, and is not to be too long.
    private static func plain(_ text: String) -> String { String(TerminalStyle.line(text).prefix(500)) }
}

extension String {
    fileprivate var escapedForHTML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
