import Foundation
import Testing

/// What the program brings along without being asked.
@Suite(.closing) struct LinkageTests {
    /// Only who calls another server needs libcurl, and all that Debian builds it with.
    @Test func nothingIsLinkedThatOnlyCallsOfOtherServersNeed() async throws {
        let program = Program.folder.appending(path: "daybook").path
        let libraries = try await Program.run("/usr/bin/ldd", [program]).output
        #expect(libraries.contains("libpq"), "\(libraries)")
        for name in ["curl", "ssh", "rtmp"] { #expect(!libraries.contains(name), "\(libraries)") }
    }
}
