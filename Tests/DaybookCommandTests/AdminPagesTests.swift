import Foundation
import Testing

@testable import daybook

/// The commands on the pages for operators are commands of this program, with the options that it has.
@Suite struct AdminPagesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/run")

    @Test func everyCommandOnThePagesIsUnderstood() throws {
        let pages = [
            "install", "upgrade", "move", "back-up", "restore", "disaster", "secret-key", "physical-backups", "citus",
        ]
        var seen = 0
        for page in pages {
            let text = try String(contentsOf: Self.folder.appending(path: "\(page).md"), encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("    daybook ") {
                let words = line.prefix { $0 != "#" }.split(separator: " ").dropFirst().map(String.init)
                seen += 1
                #expect(throws: Never.self, "\(page): \(line)") { try Daybook.root.parse(words) }
            }
        }
        #expect(seen > 20)
    }
}
