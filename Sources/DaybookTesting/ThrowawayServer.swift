import DaybookClient
import Foundation

/// A real Daybook server for the tests of an app: on a port of its own, with a PostgreSQL of its own.
///
///     let server = try await ThrowawayServer()
///     let phone = try await server.newNotebook()
///
/// Starting takes a second or two, so a test run should share one server and give every test an account of its own. The
/// server ends when it is released or stopped, and also when the tests are killed; nothing of it stays on
/// the disk.
public final class ThrowawayServer: Sendable {
    /// The server's address, reachable only on this machine.
    public let url: URL

    private let warden: Warden

    /// Starts a server and returns when it is ready.
    ///
    /// - Parameters:
    ///   - program: The `daybook` to run. Without it that is the one which `DAYBOOK_PROGRAM` names, else the one beside
    ///     the tests, else the one on the `PATH`.
    ///   - settings: Settings of the server as its environment would have them. `DAYBOOK_DATABASE_URL` gives it an
    ///     empty database elsewhere instead of a private PostgreSQL. Requests and new accounts are not limited unless
    ///     set here.
    public init(program: URL? = nil, settings: [String: String] = [:]) async throws {
        let program = try program ?? Self.program()
        let unlimited = [
            "DAYBOOK_REQUESTS_PER_DEVICE", "DAYBOOK_REQUESTS_PER_ACCOUNT", "DAYBOOK_REQUESTS_PER_ADDRESS",
            "DAYBOOK_REGISTRATIONS_PER_ADDRESS",
        ]
        var environment = ["DAYBOOK_LISTEN": "127.0.0.1:0", "PATH": Self.searchPath, "HOME": NSHomeDirectory()]
        for limit in unlimited { environment[limit] = "0" }
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-testing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        environment["DAYBOOK_DATA_DIR"] = folder.appending(path: "data").path
        environment.merge(settings) { $1 }
        warden = try Warden(program, ["serve", "--migrate"], environment, folder: folder)
        guard let line = await warden.line(containing: " ready on "), let port = line.split(separator: ":").last,
            let url = URL(string: "http://127.0.0.1:\(port)")
        else {
            let reason = warden.complaints()
            await warden.end()
            throw NotServing(reason: reason)
        }
        self.url = url
    }

    /// A notebook in a new account of its own, with its first device; in a folder that goes with the server.
    public func newNotebook(deviceName: String? = nil, timeZone: String? = nil) async throws -> Notebook {
        let notebook = try Notebook(folder: warden.folder.appending(path: "notebook-\(UUID().uuidString)"))
        try await notebook.begin(on: url, deviceName: deviceName, timeZone: timeZone)
        return notebook
    }

    /// Ends the server in order, and returns when nothing is left of it.
    public func stop() async { await warden.end() }

    /// It ended before it was ready, or there is no program to start.
    public struct NotServing: Error, CustomStringConvertible {
        /// What stood in the way.
        public let reason: String
        public var description: String { "no throw-away server: \(reason)" }
    }

    private static var searchPath: String {
        ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    }

    private static func program() throws -> URL {
        if let named = ProcessInfo.processInfo.environment["DAYBOOK_PROGRAM"] { return URL(filePath: named) }
        let beside = Bundle.main.executableURL?.deletingLastPathComponent()
        let folders = [beside].compactMap(\.self) + searchPath.split(separator: ":").map { URL(filePath: String($0)) }
        let candidates = folders.map { $0.appending(path: "daybook") }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw NotServing(reason: "neither DAYBOOK_PROGRAM, nor the tests' folder, nor the PATH has a daybook")
        }
        return found
    }
}
