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

    /// The whole of Foundation brings 30 MB of tables along, and time zones as old as the compiler.
    @Test func theWholeOfFoundationIsNotLinked() async throws {
        let program = Program.folder.appending(path: "daybook").path
        let libraries = try await Program.run("/usr/bin/ldd", [program]).output
        #expect(libraries.contains("libFoundationEssentials"), "\(libraries)")
        for name in ["libFoundation.", "Internationalization", "ICU"] {
            #expect(!libraries.contains(name), "\(libraries)")
        }
    }
}
