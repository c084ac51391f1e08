import Testing

/// The formatter keeps code within 120 columns and leaves comments as they are.
@Suite struct WidthTests {
    @Test(arguments: ["Sources", "Tests", "Plugins"]) func noCommentIsWiderThanTheCode(folder: String) throws {
        let files = try House.files(in: folder)
        #expect(files.count > 2, "the sources were not found, so nothing was checked")
        for file in files { #expect(file.wideComments.isEmpty, "\(file.path), lines \(file.wideComments)") }
    }

    @Test func aWideCommentIsFound() {
        let line = "    /// " + String(repeating: "x", count: 113)
        #expect(SourceFile(path: "A.swift", text: "let a = 1\n\(line)").wideComments == [2])
        #expect(SourceFile(path: "A.swift", text: String(line.dropLast())).wideComments.isEmpty)
        #expect(SourceFile(path: "A.swift", text: "let a = \"\(line)\"").wideComments.isEmpty)
    }
}

extension SourceFile {
    /// By their numbers.
    fileprivate var wideComments: [Int] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
            line.utf8.count > 120 && line.count > 120 && line.drop { $0 == " " }.hasPrefix("//") ? number + 1 : nil
        }
    }
}
