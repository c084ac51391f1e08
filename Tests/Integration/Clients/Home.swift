import Foundation

/// A user's home with a notebook of its own, and the terminal client in it.
final class Home: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "daybook-home-\(UUID().uuidString)")
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

    /// The titles that a view shows.
    func titles(_ view: String) async throws -> [String] {
        let json = try await json(view, "--offline")
        return json["tasks"].list.compactMap { $0["title"].text }
    }
}
