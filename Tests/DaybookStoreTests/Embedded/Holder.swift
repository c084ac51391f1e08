import Foundation
import TestPostgres
import TestWire

@testable import DaybookHost
@testable import DaybookStore

/// A data folder of the test's own, reachable by whoever PostgreSQL runs as, and gone afterwards.
func openDataFolder(named name: String = "data") throws -> String {
    var template = Array("/tmp/daybook-embedded-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError("/tmp") }
    let parent = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    chmod(parent, 0o755)
    let folder = "\(parent)/\(name)"
    atEnd {
        if let canonical = Files.canonical(folder),
            let left = Postmaster.running(in: ClusterLayout(folder: canonical))
        {
            let watch = ProcessWatch(left.process)
            kill(left.process, SIGQUIT)
            while !watch.hasEnded { _ = watch.wait(milliseconds: 200) }
        }
        try? FileManager.default.removeItem(atPath: parent)
    }
    return folder
}

/// Opening blocks, which is nothing for the threads that tasks share.
func openCluster(
    _ folder: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    report: @escaping @Sendable (EmbeddedCluster.Event) -> Void = { _ in }
) async throws -> EmbeddedCluster {
    try await onThread { try EmbeddedCluster(folder: folder, environment: environment, report: report) }
}

/// The helper program in a process of its own.
final class Holder: Sendable {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    init(_ folder: String, as user: String? = nil, environment: [String: String] = [:]) throws {
        let products = URL(filePath: Files.link("/proc/self/exe") ?? "").deletingLastPathComponent()
        let program = products.appending(path: "ClusterHolder")
        process = Process()
        if let user {
            process.executableURL = URL(filePath: "/usr/bin/setpriv")
            process.arguments = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program.path, folder]
        } else {
            process.executableURL = program
            process.arguments = [folder]
        }
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    var id: Int32 { process.processIdentifier }

    /// The next line it says.
    func line() async throws -> String {
        let handle = output.fileHandleForReading.fileDescriptor
        return await onThread {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while read(handle, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    func kill9() async throws {
        kill(id, SIGKILL)
        try await ended()
    }

    func ended() async throws {
        let id = id
        await onThread {
            let watch = ProcessWatch(id)
            var descriptor = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
            // Without a descriptor it has ended already and been laid to rest.
            while watch.descriptor >= 0, poll(&descriptor, 1, -1) < 0 {}
        }
    }
}
