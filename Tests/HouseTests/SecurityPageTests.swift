import Foundation
import Testing

/// The tables of docs/run/security.md name what holds each thing that it promises; what they name is there.
@Suite struct SecurityPageTests {
    @Test func everyRowHasATestAndEachIsThere() throws {
        let page = try String(contentsOf: House.root.appending(path: "docs/run/security.md"), encoding: .utf8)
        let tests = try House.files(in: "Tests")
        let rows = Self.rows(of: page)
        #expect(rows.count > 40, "the rows were not found, so nothing was checked")
        for row in rows {
            let proofs = Proof.all(in: row.last ?? "")
            #expect(!proofs.isEmpty, "nothing holds: \(row.first ?? "")")
            for proof in proofs { #expect(proof.isThere(among: tests), "there is no \(proof.name)") }
        }
    }

    /// The check itself must be able to fail.
    @Test func onlyTablesOfTestsAreRead() {
        let page = """
            | scope | sees |
            |---|---|
            | `full` | everything |

            - A list:

              | what | held by |
              |---|---|
              | a thing | `aTest`, `OneTests` |
              | another | nothing |
            """
        let rows = Self.rows(of: page)
        #expect(rows.map { $0.first } == ["a thing", "another"])
        #expect(rows.map { Proof.all(in: $0.last ?? "").count } == [2, 0])
        let tests = [SourceFile(path: "A.swift", text: "@Suite struct OneTests {\n    @Test func aTest() {}\n}")]
        for (name, isThere) in ["aTest": true, "OneTests": true, "aTes": false, "OneTest": false, "neTests": false] {
            #expect(Proof(name: name).isThere(among: tests) == isThere, "\(name)")
        }
    }

    /// The cells of each row, in tables whose last column names tests.
    private static func rows(of page: String) -> [[String]] {
        var (rows, namesTests): ([[String]], Bool?) = ([], nil)
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.trimmingCharacters(in: .whitespaces)
            guard text.hasPrefix("|") else {
                namesTests = nil
                continue
            }
            let cells = text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if let namesTests {
                if namesTests, !text.hasPrefix("|---") { rows.append(cells) }
            } else {
                namesTests = ["test", "held by"].contains(cells.last ?? "")
            }
        }
        return rows
    }
}
