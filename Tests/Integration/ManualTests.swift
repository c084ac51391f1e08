import Foundation
import Testing

/// Every command has a page, and the programs that show pages have nothing to say against one.
@Suite(.closing) struct ManualTests {
    @Test func everyCommandHasAPageWithoutAFault() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-man-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await Program.run("daybook", ["man", folder.path]).code == 0)
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        for name in ["daybook.1", "daybook-serve.1", "daybook-backup.1", "daybook-backup-restore.1", "daybook-check.1"]
        {
            #expect(pages.contains(name))
        }
        let paths = pages.map { folder.appending(path: $0).path }
        // A page has no date of its own; the version says which it is of.
        let lint = try await Program.run(
            "daybook", [],
            wrapper: ["sh", "-c", "mandoc -T lint -W warning \(paths.joined(separator: " ")) 2>&1; true"])
        let faults = lint.output.split(separator: "\n").filter { !$0.contains("missing date") }
        #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
        let shown = try await Program.run(
            "daybook", [], wrapper: ["sh", "-c", "mandoc -T utf8 \(folder.path)/daybook-backup-create.1 | col -bx"])
        #expect(shown.output.contains("daybook-backup-create - back up everything to a new file"))
        #expect(shown.output.contains("--key-file PATH"))
        let nowhere = try await Program.run("daybook", ["man", "/nonexistent/man1"])
        #expect(nowhere.code == 74 && nowhere.complaints.contains("No such file"))
    }
}
