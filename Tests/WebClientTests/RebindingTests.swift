import Foundation
import TestReceivers
import TestWire
import Testing

/// A name server that gives another address the second time, asked by the real resolver, in a network of its own.
@Suite struct RebindingTests {
    @Test(.enabled(if: OwnNetwork.isThere, "the kernel gives no network of one's own here"))
    func anotherAddressTheSecondTimeIsNoWayIn() async throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let probe = URL(filePath: program).deletingLastPathComponent().appending(path: "OutboundProbe").path
        let told = try await onThread { try OwnNetwork.run(Receiver.python, Receiver.script("rebinding.py"), probe) }
        #expect(
            told == """
                twice: 204 forbidden
                resolved: 93.184.215.14 127.0.0.1
                past a proxy: 204

                """)
    }
}

private enum OwnNetwork {
    /// Some containers do not give one.
    static let isThere = (try? run("/bin/mount", "--bind", "/etc", "/etc")) != nil

    /// What a program says that has a network and a view of the files of its own.
    @discardableResult
    static func run(_ words: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["--map-root-user", "--net", "--mount"] + words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return text
    }
}
