import Foundation
import Testing

/// What the program brings along without being asked.
@Suite(.closing) struct LinkageTests {
    /// Only who calls another server needs libcurl, and all that Debian builds it with.
    @Test func nothingIsLinkedThatOnlyCallsOfOtherServersNeed() async throws {
        let program = Program.folder.appending(path: "daybook").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ldd")
        process.arguments = [program]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let libraries = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(libraries.contains("libpq"), "\(libraries)")
        for name in ["curl", "ssh", "rtmp"] { #expect(!libraries.contains(name), "\(libraries)") }
    }
}
