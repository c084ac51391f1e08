import Foundation
import Testing

/// docs/promises.md names what proves each promise; what it names is there.
@Suite struct PromisesTests {
    private static let page = Result {
        try String(contentsOf: House.root.appending(path: "docs/promises.md"), encoding: .utf8)
    }

    @Test func everyPromiseHasAProofAndAVersion() throws {
        let changes = try String(contentsOf: House.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let promises = Promise.all(in: try Self.page.get())
        #expect(promises.count > 20, "the promises were not found, so nothing was checked")
        for promise in promises {
            #expect(!promise.proofs.isEmpty, "nothing proves: \(promise.sentence)")
            let isListed = changes.contains("\n## \(promise.since)\n")
            #expect(isListed, "CHANGELOG.md has no \(promise.since)")
        }
    }

    @Test func everyProofIsThere() throws {
        let tests = try House.files(in: "Tests")
        for promise in Promise.all(in: try Self.page.get()) {
            for proof in promise.proofs { #expect(proof.isThere(among: tests), "there is no \(proof.name)") }
        }
    }

    /// The check itself must be able to fail.
    @Test(arguments: [
        ("OneTests.aThing", true), ("TwoTests.another", true), ("OneTests.another", false), ("OneTests.aThin", false),
        ("ThreeTests.aThing", false), ("eTests.aThing", false), ("Makefile", true), ("Makefile no-such-words", false),
        ("scripts/nothing.sh", false), ("docs/promises.md # Promises", true),
    ])
    func aProofThatIsNotThereIsFound(name: String, isThere: Bool) {
        let tests = [
            SourceFile(path: "A.swift", text: "@Suite struct OneTests {\n    @Test func aThing() {}\n}"),
            SourceFile(path: "B.swift", text: "extension TwoTests {\n    @Test(.x) func another(y: Int) {}\n}"),
        ]
        #expect(Proof(name: name).isThere(among: tests) == isThere)
    }

    @Test func aRowIsRead() {
        let promises = Promise.all(
            in: "| promise | what | since |\n|---|---|---|\n| **A** holds. | `B.c`, `d/e` | 1.2.3 |")
        #expect(promises.map(\.proofs.count) == [2] && promises.map(\.since) == ["1.2.3"])
    }
}

private struct Promise {
    let sentence: String
    let proofs: [Proof]
    let since: String

    static func all(in page: String) -> [Promise] {
        page.split(separator: "\n").filter { $0.hasPrefix("| **") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Promise(
                sentence: cells[0],
                proofs: Proof.all(in: cells.count > 1 ? cells[1] : ""),
                since: cells.count > 2 ? cells[2] : "")
        }
    }
}
