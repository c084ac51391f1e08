import Foundation
import Testing

@testable import daybook

/// The commands on the administrators' pages are commands of this program, with the options that it has.
@Suite struct AdminPagesTests {
    static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs")

    @Test func everyCommandOnThePagesIsUnderstood() throws {
        let folder = Self.docs.appending(path: "admin")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        #expect(
            Set(pages).isSuperset(of: [
                "install.md", "upgrade.md", "move.md", "back-up.md", "restore.md", "disaster.md", "accounts.md",
            ]))
        var seen = 0
        for page in pages where page != "accounts.md" {
            let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("    daybook ") {
                let words = line.prefix { $0 != "#" }.split(separator: " ").dropFirst().map(String.init)
                seen += 1
                #expect(throws: Never.self, "\(page): \(line)") { try Daybook.root.parse(words) }
            }
        }
        #expect(seen > 20)
    }

    @Test func pagesNameOnlyPagesThatAreThere() throws {
        for page in try FileManager.default.subpathsOfDirectory(atPath: Self.docs.path) where page.hasSuffix(".md") {
            let file = Self.docs.appending(path: page)
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /\]\(([^):#]+\.md)(?:#[^)]*)?\)/) {
                let target = file.deletingLastPathComponent().appending(path: String(match.1))
                #expect(FileManager.default.fileExists(atPath: target.path), "\(page) names \(match.1)")
            }
        }
    }
}
