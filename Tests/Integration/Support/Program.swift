import Foundation
import Synchronization

/// A program of this package, or of the system by its path, running.
final class Program: Sendable {
    private let process: Mutex<Process>
    private let output = Lines()
    private let complaints = Lines()
    private let ended = Lines()

    /// Where the build put the programs: beside the tests.
    static let folder: URL = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent()
    }()

    /// Starts it with these settings alone; nothing of the tests' own environment reaches it.
    init(_ name: String, _ arguments: [String], _ settings: [String: String] = [:], wrapper: [String] = []) throws {
        let process = Process()
        let program = name.hasPrefix("/") ? name : Self.folder.appending(path: name).path
        // As from a terminal: what a shell starts in the background ignores SIGINT, and so would the program.
        let command = ["--default-signal"] + wrapper + [program] + arguments
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/tmp"].merging(settings) { $1 }
        process.standardInput = FileHandle.nullDevice
        for (lines, isOutput) in [(output, true), (complaints, false)] {
            let pipe = Pipe()
            // A process that another test starts meanwhile must not hold our pipe open.
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
            if isOutput { process.standardOutput = pipe } else { process.standardError = pipe }
            let handle = pipe.fileHandleForReading
            Thread {
                // FileHandle's own reading waits until a whole buffer is there.
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = read(handle.fileDescriptor, &buffer, buffer.count)
                    guard count > 0 else { break }
                    lines.add(Data(buffer[..<count]))
                }
                lines.end()
                try? handle.close()
            }.start()
        }
        process.terminationHandler = { [ended] process in
            ended.end(
                with: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus)
        }
        try process.run()
        // Foundation hears of an end through a socket, and a program that another test starts meanwhile may hold it
        // open for as long as it runs. Whoever is first says it.
        let id = process.processIdentifier
        Thread { [ended] in
            if let code = Self.waitForEnd(of: id) { ended.end(with: code) }
        }.start()
        self.process = Mutex(process)
    }

    deinit { process.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } } }

    /// The exit code, or 128 and the signal; nil where it has been laid to rest already.
    private static func waitForEnd(of id: pid_t) -> Int32? {
        var end = siginfo_t()
        while waitid(P_PID, id_t(id), &end, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { return nil }
        }
        let status = end._sifields._sigchld.si_status
        return end.si_code == Int32(CLD_EXITED) ? status : 128 + status
    }

    /// Runs it to its end: exit code, output, complaints.
    static func run(
        _ name: String, _ arguments: [String], _ settings: [String: String] = [:], wrapper: [String] = []
    ) async throws -> (code: Int32, output: String, complaints: String) {
        let program = try Program(name, arguments, settings, wrapper: wrapper)
        return (await program.end(), await program.output.all(), await program.complaints.all())
    }

    /// Starts a server on a port of its own and waits until it says that it is ready.
    static func serving(
        _ name: String, _ arguments: [String], _ settings: [String: String]
    ) async throws -> (program: Program, port: UInt16) {
        let program = try Program(name, arguments, ["DAYBOOK_LISTEN": "127.0.0.1:0"].merging(settings) { $1 })
        guard let line = await program.output.first(containing: " ready on "),
            let colon = line.lastIndex(of: ":"), let port = UInt16(line[line.index(after: colon)...])
        else { throw Ended(complaints: await program.complaints.all()) }
        return (program, port)
    }

    struct Ended: Error, CustomStringConvertible {
        let complaints: String
        var description: String { "it ended before it was ready: \(complaints)" }
    }

    var identifier: Int32 { process.withLock { $0.processIdentifier } }
    func signal(_ signal: Int32) { process.withLock { _ = kill($0.processIdentifier, signal) } }
    var hasEnded: Bool { ended.hasEnded }
    func end() async -> Int32 { Int32(await ended.all()) ?? -1 }

    /// Ends it in order and answers the exit code.
    func stop() async -> Int32 {
        signal(SIGTERM)
        return await end()
    }

    func allComplaints() async -> String { await complaints.all() }
    func allOutput() async -> String { await output.all() }
    func complaint(containing text: String) async -> String? { await complaints.first(containing: text) }
    func line(containing text: String) async -> String? { await output.first(containing: text) }
}

/// Text that arrives in pieces and is waited for.
private final class Lines: Sendable {
    private struct State {
        var text = Data()
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var hasEnded: Bool { state.withLock(\.hasEnded) }
    func add(_ data: Data) { change { $0.text += data } }
    func end() { change { $0.hasEnded = true } }

    /// The first to say it is heard.
    func end(with code: Int32) {
        change { state in
            guard !state.hasEnded else { return }
            state.text = Data("\(code)".utf8)
            state.hasEnded = true
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    func all() async -> String {
        while true {
            let (text, hasEnded) = state.withLock { ($0.text, $0.hasEnded) }
            if hasEnded { return String(decoding: text, as: UTF8.self) }
            await next(after: text.count)
        }
    }

    func first(containing part: String) async -> String? {
        while true {
            let (text, hasEnded) = state.withLock { ($0.text, $0.hasEnded) }
            // A terminal ends lines with two signs, which are one character.
            let lines = String(decoding: text, as: UTF8.self)
                .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            // The last piece may be half a line.
            if let found = lines.dropLast(hasEnded ? 0 : 1).first(where: { $0.contains(part) }) { return String(found) }
            if hasEnded { return nil }
            await next(after: text.count)
        }
    }

    private func next(after count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.text.count > count || state.hasEnded { return true }
                state.waiting.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
