import Foundation
import Testing

/// Guides whose examples are compiled and run.
enum Guide {
    /// What stands between these two remarks in a test's file.
    static func example(in file: String = #filePath) throws -> String {
        let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        let start = try #require(text.range(of: "word for word.\n"))
        let end = try #require(text.range(of: "// End of the example."))
        return text[start.upperBound..<end.lowerBound].trimmingCharacters(in: .newlines)
    }

    /// A page for app makers.
    static func text(_ name: String) throws -> String { try file("docs/build/\(name)") }

    static var root: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
    }

    /// A file of the repository.
    static func file(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
