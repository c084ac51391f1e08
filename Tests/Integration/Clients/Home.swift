import Foundation
import Synchronization

/// A user's home with a notebook of its own, and the terminal client in it.
final class Home: Sendable {
    let folder: URL
    private let pipes = Mutex<[String: FileHandle]>([:])

    init(on disk: URL = FileManager.default.temporaryDirectory) throws {
        folder = disk.appending(path: "daybook-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var settings: [String: String] {
        ["HOME": folder.path, "XDG_DATA_HOME": folder.path, "LANG": "C.UTF-8", "TZ": "UTC"]
    }
    var notebook: URL { folder.appending(path: "daybook") }

    /// Runs a command to its end.
    func run(_ arguments: String...) async throws -> (code: Int32, output: String, complaints: String) {
        try await Program.run("daybook", arguments, settings)
    }

    func json(_ arguments: String...) async throws -> JSON {
        let (code, output, complaints) = try await Program.run("daybook", arguments + ["--json"], settings)
        guard code == 0 else { throw Failed(code: code, complaints: complaints) }
        return JSON(output)
    }

    struct Failed: Error {
        let code: Int32
        let complaints: String
    }

    func start(_ arguments: [String]) throws -> Program { try Program("daybook", arguments, settings) }

    /// Starts a command whose input is a pipe of this name in the home.
    func start(_ arguments: [String], reading pipe: String) throws -> Program {
        let path = folder.appending(path: pipe).path
        mkfifo(path, 0o600)
        // Open for both ways, so that neither side waits for the other, and as long as the home is there: what is typed
        // before the program looks must not be gone with the last who held the pipe.
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        pipes.withLock { $0[pipe] = handle }
        return try Program(
            "daybook", arguments, settings.merging(["PIPE": path]) { $1 },
            wrapper: ["sh", "-c", "exec \"$0\" \"$@\" 0<>\"$PIPE\""])
    }

    func type(_ line: String, into pipe: String) throws {
        try pipes.withLock { try $0[pipe]?.write(contentsOf: Data((line + "\n").utf8)) }
    }

    /// The titles that a view shows.
    func titles(_ view: String) async throws -> [String] {
        let json = try await json(view, "--offline")
        return json["tasks"].list.compactMap { $0["title"].text }
    }
}
