import Foundation

/// What a page names as holding what it says: `SomeTests.aTest`, `aTest` or `SomeTests` alone, or a file, with words
/// that it holds behind a space.
struct Proof {
    let name: String

    /// The names in a cell of a table.
    static func all(in cell: some StringProtocol) -> [Proof] {
        String(cell).matches(of: #/`([^`]+)`/#).map { Proof(name: String($0.1)) }
    }

    func isThere(among tests: [SourceFile]) -> Bool {
        if let test = name.wholeMatch(of: #/(\w+Tests)\.(\w+)/#) {
            return tests.contains { $0.hasTest(test.2) && $0.hasSuite(test.1) }
        }
        let parts = name.split(separator: " ", maxSplits: 1)
        let file = House.root.appending(path: parts.first ?? "")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            return name.wholeMatch(of: #/\w+/#) != nil
                && tests.contains { name.hasSuffix("Tests") ? $0.hasSuite(name) : $0.hasTest(name) }
        }
        return parts.count < 2 || text.contains(parts[1])
    }
}

extension SourceFile {
    fileprivate func hasTest(_ name: some StringProtocol) -> Bool { strstr(text, "func \(name)(") != nil }

    fileprivate func hasSuite(_ name: some StringProtocol) -> Bool {
        ["struct", "extension", "class", "actor"].contains { kind in
            strstr(text, "\(kind) \(name) ") != nil || strstr(text, "\(kind) \(name):") != nil
        }
    }
}
