import Foundation
import Testing

/// The web app runs the domain as Embedded Swift, which knows no Foundation, no key paths, no existentials and no casts
/// at run time. Its compiler says so only in `make web-core`; these say it at once.
@Suite struct EmbeddableTests {
    static let rooms = ["DaybookCore", "DaybookDevice", "WebCore"]

    @Test(arguments: rooms) func whatABrowserRunsIsEmbeddable(room: String) throws {
        let files = try House.files(in: "Sources/\(room)")
        #expect(!files.isEmpty, "the sources were not found, so nothing was checked")
        for file in files {
            #expect(file.notEmbeddable.isEmpty, "\(file.path): \(file.notEmbeddable.joined(separator: "; "))")
        }
    }

    /// The check itself must be able to fail.
    @Test func whatIsNotEmbeddableIsFound() {
        func found(_ text: String) -> Int { SourceFile(path: "A.swift", text: text).notEmbeddable.count }
        #expect(found("import Foundation\n") == 1)
        #expect(found("let names = rows.map(\\.name)\n") == 1)
        #expect(found("let path = \\Row.name\n") == 1)
        #expect(found("func fail(_ error: any Error)\n") == 1)
        #expect(found("let row = value as? Row\n") == 1)
        #expect(found("#if hasFeature(Embedded)\nlet a = 1\n#else\nimport Foundation\nlet b = c as! D\n#endif\n") == 0)
        #expect(found("#if hasFeature(Embedded)\nimport Foundation\n#endif\n") == 1)
        #expect(found("// \\.name as? any Row\nlet text = \"\\(name)\"\n") == 0)
    }
}

extension SourceFile {
    /// What Embedded Swift refuses, outside of what only other machines compile.
    fileprivate var notEmbeddable: [String] {
        var found: [String] = []
        var conditions: [(beganEmbedded: Bool, isElsewhere: Bool)] = []
        for (number, line) in codeLines.enumerated() {
            let code = line.trimmingCharacters(in: .whitespaces)
            if code.hasPrefix("#if") {
                conditions.append((code == "#if hasFeature(Embedded)", code == "#if !hasFeature(Embedded)"))
            } else if code.hasPrefix("#else"), let last = conditions.popLast() {
                conditions.append((last.beganEmbedded, last.beganEmbedded))
            } else if code.hasPrefix("#endif") {
                _ = conditions.popLast()
            } else if !conditions.contains(where: { $0.isElsewhere }),
                Self.words.contains(where: { code.contains($0) }), Self.refused.contains(where: { code.contains($0) })
            {
                found.append("line \(number + 1): \(code)")
            }
        }
        return found
    }

    /// One of them is in every line that is refused; to look for them is much faster.
    private static let words = ["import ", "\\", "any ", "as? ", "as! "]

    private static var refused: [Regex<Substring>] {
        [
            #/^(?:@\w+ )?import (?:\w+ )?(?:Foundation|Synchronization|os)\b/#,
            #/(?:^|[(\[ ,:])\\[A-Z]?\w*\.[a-z]/#,
            #/\bany [A-Z]/#,
            #/\bas[?!] /#,
        ]
    }
}
