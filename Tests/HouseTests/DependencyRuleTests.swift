import Foundation
import Testing

@Suite struct DependencyRuleTests {
    let ours = Set(House.allowedImports.keys)

    @Test func everyRoomImportsOnlyWhatTheRuleAllows() throws {
        let sources = try House.sources()
        #expect(sources.count > 10, "the sources were not found, so nothing was checked")
        for file in sources {
            let forbidden = file.forbiddenImports(ours: ours, allowed: House.allowedImports)
            #expect(forbidden.isEmpty, "\(file.path) imports \(forbidden)")
        }
    }

    @Test func everyFolderOfSourcesIsARoomOfTheRule() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: House.root.appending(path: "Sources").path)
        #expect(Set(folders).subtracting(ours).isEmpty)
    }

    @Test func unsafeCodeStaysInTheEngines() throws {
        for file in try House.sources() where !House.mayBeUnsafe.contains(file.room) {
            #expect(file.unsafeLines.isEmpty, "\(file.path), lines \(file.unsafeLines)")
        }
    }

    /// The checks themselves must be able to fail.
    @Test(arguments: [
        ("HTTP/A.swift", "import Postgres"),
        ("Postgres/A.swift", "@preconcurrency import DaybookCore"),
        ("DaybookCore/Model/A.swift", "import Foundation\n    public import HTTP"),
        ("HTTPParser/A.swift", "@_exported import struct Reactor.LoopTime"),
        ("Elsewhere/A.swift", "import Reactor"),
    ])
    func aBrokenRuleIsFound(path: String, text: String) {
        let file = SourceFile(path: path, text: text)
        #expect(!file.forbiddenImports(ours: ours, allowed: House.allowedImports).isEmpty)
    }

    @Test func anAllowedImportAndAWordInACommentAreNotViolations() {
        let file = SourceFile(
            path: "Postgres/A.swift", text: "import Reactor\n// import HTTP\nlet x = 1 // UnsafePointer")
        #expect(file.forbiddenImports(ours: ours, allowed: House.allowedImports).isEmpty)
        #expect(file.unsafeLines.isEmpty)
        #expect(SourceFile(path: "A/A.swift", text: "final class A: @unchecked Sendable {}").unsafeLines == [1])
    }
}
