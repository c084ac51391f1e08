import Foundation
import Synchronization

/// A user's home with a notebook of its own, and the terminal client in it.
final class Home: Sendable {
    let folder: URL
    private let zone: String
    private let pipes = Mutex<[String: FileHandle]>([:])

    init(on disk: URL = FileManager.default.temporaryDirectory, zone: String = "UTC") throws {
        self.zone = zone
        folder = disk.appending(path: "daybook-home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var settings: [String: String] {
        [
            "HOME": folder.path, "XDG_DATA_HOME": folder.path, "LANG": "C.UTF-8", "TZ": zone,
            // Many tests share two cores: what takes its time is not what they are about.
            "DAYBOOK_PATIENCE": "60",
        ]
    }
    var notebook: URL { folder.appending(path: "daybook") }

    /// Runs a command to its end.
    func run(_ arguments: String...) async throws -> (code: Int32, output: String, complaints: String) {
        try await Program.run("daybook", arguments, settings)
    }

    /// Runs a command with a text as its standard input.
    func run(typing text: String, _ arguments: String...) async throws -> (
        code: Int32, output: String, complaints: String
    ) {
        try await run(typing: text, arguments)
    }

    func run(typing text: String, _ arguments: [String]) async throws -> (
        code: Int32, output: String, complaints: String
    ) {
        try await Program.run(
            "daybook", arguments, settings.merging(["TYPED": text]) { $1 },
            wrapper: ["sh", "-c", "printf %s \"$TYPED\" | \"$0\" \"$@\""])
    }

    /// Runs a command on a terminal, where a line is typed. No word may have spaces in it.
    func run(onATerminal line: String, _ arguments: String...) async throws -> (
        code: Int32, output: String, complaints: String
    ) {
        try await Program.run(
            "daybook", arguments, settings.merging(["TYPED": line, "TERM": "xterm"]) { $1 },
            wrapper: ["sh", "-c", "printf '%s\\n' \"$TYPED\" | script -qec \"$0 $*\" /dev/null"])
    }

    /// Runs `edit` with an editor that is a line of the shell; `$1` is the file.
    func edit(_ task: String, with editor: String, _ more: [String: String] = [:]) async throws -> (
        code: Int32, output: String, complaints: String
    ) {
        let script = folder.appending(path: "editor.sh")
        try "#!/bin/sh\n\(editor)\n".write(to: script, atomically: true, encoding: .utf8)
        return try await Program.run(
            "daybook", ["edit", task], settings.merging(["EDITOR": "sh \(script.path)"]) { $1 }.merging(more) { $1 })
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

    /// Starts a command whose input is a pipe of this name in the home, on a terminal if wanted.
    func start(
        _ arguments: [String], reading pipe: String, onATerminal: Bool = false, _ more: [String: String] = [:]
    ) throws -> Program {
        let path = folder.appending(path: pipe).path
        mkfifo(path, 0o600)
        // Open for both ways, so that neither side waits for the other, and as long as the home is there: what is typed
        // before the program looks must not be gone with the last who held the pipe.
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        pipes.withLock { $0[pipe] = handle }
        return try Program(
            "daybook", arguments, settings.merging(["PIPE": path]) { $1 }.merging(more) { $1 },
            wrapper: [
                "sh", "-c",
                onATerminal
                    ? "exec script -qec \"$0 $*\" /dev/null 0<>\"$PIPE\"" : "exec \"$0\" \"$@\" 0<>\"$PIPE\"",
            ])
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
