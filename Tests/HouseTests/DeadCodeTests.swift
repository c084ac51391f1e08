import Testing

/// Nothing is declared that nobody names.
@Suite struct DeadCodeTests {
    private static let declaring: Set<String> = [
        "func", "var", "let", "struct", "class", "enum", "actor", "protocol", "typealias",
    ]
    private static let modifiers: Set<String> = [
        "public", "package", "private", "fileprivate", "internal", "final", "indirect", "static", "mutating",
        "nonisolated",
        "lazy", "weak", "set",
    ]

    /// Declarations whose name stands nowhere else.
    static func dead(_ sources: [String], besides others: [String]) -> Set<String> {
        var counts: [String: Int] = [:]
        var declared: Set<String> = []
        for text in sources + others {
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
                for word in SourceText.code(of: line, withQuotes: true) { counts[word, default: 0] += 1 }
            }
        }
        for text in sources {
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
                let words = SourceText.code(of: line).drop { modifiers.contains($0) }
                guard let first = words.first, declaring.contains(first), let name = words.dropFirst().first else {
                    continue
                }
                declared.insert(name)
            }
        }
        return declared.filter { counts[$0] == 1 }
    }

    /// What apps call, and what the compiler does.
    private static let calledFromOutside: Set<String> = ["callAsFunction", "networkIsBack"]

    @Test func nothingIsDeclaredThatNobodyNames() throws {
        let sources = try House.sources().map(\.text)
        let others = try House.files(in: "Tests").map(\.text)
        #expect(others.count > 100, "the tests were not found")
        #expect(Self.dead(sources, besides: others).subtracting(Self.calledFromOutside).isEmpty)
    }

    /// The check itself must be able to fail.
    @Test func whatNobodyNamesIsFound() {
        let source =
            "struct Barrel {\n    static let lid = 1\n    public var hoop: Int { lid } // hatch\n    func hatch() {}\n}"
        #expect(Self.dead([source], besides: ["Barrel().hoop"]) == ["hatch"])
    }
}
