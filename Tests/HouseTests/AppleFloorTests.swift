import Testing

/// Apps run on iOS 17 and macOS 14. `scripts/apple-floor.sh` has the compiler prove that the SDK does; this finds the
/// names that come to mind first, at once.
@Suite struct AppleFloorTests {
    private static let newer = [
        "utf8Span", "UTF8Span", "utf8.span", "InlineArray", "Mutex<", "Atomic<", "UInt128", "Int128", "Task.immediate",
        "@Observable ",
    ]
    private static let floor = ["DaybookCore", "DaybookDevice", "DaybookClient", "DaybookTesting"]

    private static func newerNames(in file: SourceFile) -> [String] {
        // Where Apple's modules are missing, nothing of Apple's can be too old.
        let text = file.path.hasSuffix("/Locked.swift") ? "" : file.codeLines.joined(separator: "\n")
        return newer.filter { text.contains($0) }
    }

    @Test func theSDKNamesNothingThatItsSystemsDoNotHave() throws {
        let files = try House.sources().filter { Self.floor.contains($0.room) }
        #expect(files.count > 100, "the sources were not found, so nothing was checked")
        for file in files {
            let found = Self.newerNames(in: file)
            #expect(found.isEmpty, "\(file.path): \(found)")
        }
    }

    /// The check itself must be able to fail.
    @Test func aNewerNameIsFound() {
        let file = SourceFile(path: "DaybookCore/A.swift", text: "let count = text.utf8Span.count // Mutex<Int>")
        #expect(Self.newerNames(in: file) == ["utf8Span"])
    }
}
