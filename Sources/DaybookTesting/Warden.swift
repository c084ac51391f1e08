import DaybookCore
import Foundation

/// A program under a shell that ends it and removes its folder when our end of a pipe closes: on purpose, when the last
/// reference goes, or because this process was killed. So cleaning up needs no surviving process of ours.
final class Warden: Sendable {
    let folder: URL
    /// The end of the pipe that keeps the program running while it is open.
    private let leash: FileHandle
    private let process: Locked<Process>
    private let ended: AsyncStream<Void>
    private let output: FileHandle

    /// $1 is the folder, the rest the program. Only the program keeps the output open, so that its end is seen there.
    private static let watch = """
        folder=$1; shift
        "$@" </dev/null 2>"$folder/complaints" &
        program=$!
        exec >/dev/null
        trap '' INT TERM HUP
        cat >/dev/null
        kill "$program" 2>/dev/null
        wait "$program"
        rm -rf "$folder"
        """

    init(_ program: URL, _ arguments: [String], _ environment: [String: String], folder: URL) throws {
        self.folder = folder
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", Self.watch, "sh", folder.path, program.path] + arguments
        process.environment = environment
        let (leash, output) = (Pipe(), Pipe())
        // Another child of this process must not keep the leash.
        for pipe in [leash, output] {
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
        }
        process.standardInput = leash
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let end = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.continuation.finish() }
        try process.run()
        // The shell has its own copies.
        try leash.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        self.leash = leash.fileHandleForWriting
        self.output = output.fileHandleForReading
        self.process = Locked(process)
        ended = end.stream
    }

    deinit { try? leash.close() }

    /// The first line of the program's output with these words; nil if it ends without.
    func line(containing words: String) async -> String? {
        let lines = AsyncStream<String>.makeStream()
        let output = output
        // A thread, because a read waits; it goes on to the end, so that the program never waits for a reader.
        Thread {
            var text = ""
            while let piece = try? output.read(upToCount: 1), !piece.isEmpty {
                text += String(decoding: piece, as: UTF8.self)
                guard text.hasSuffix("\n") else { continue }
                lines.continuation.yield(String(text.dropLast()))
                text = ""
            }
            lines.continuation.finish()
        }.start()
        for await line in lines.stream where line.contains(words) { return line }
        return nil
    }

    /// The program's standard error, while its folder exists.
    func complaints() -> String {
        (try? String(contentsOf: folder.appending(path: "complaints"), encoding: .utf8)) ?? ""
    }

    /// Closes the pipe, and returns when the program has ended and its folder is gone.
    func end() async {
        try? leash.close()
        for await _ in ended {}
    }
}
