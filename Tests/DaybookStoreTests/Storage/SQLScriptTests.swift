import Testing

@testable import DaybookStore

@Suite struct SQLScriptTests {
    @Test func aStatementEndsWithTheLineThatEndsWithASemicolon() throws {
        let script = try SQLScript(
            "\n-- why\n\nSELECT ';', '--',\n    2;  \n\nSELECT\n-- c;\n\n3\n;\nSELECT 'ü日'; SELECT 5;\r\n")
        #expect(
            script.statements.map(\.text) == [
                "SELECT ';', '--',\n    2", "SELECT\n-- c;\n\n3\n", "SELECT 'ü日'; SELECT 5",
            ])
        #expect(script.statements.map(\.line) == [4, 7, 12])
        #expect(script.comments.map(\.text) == ["why", "c;"])
        #expect(script.comments.map(\.line) == [2, 8])
        #expect(script.comments.map(\.insideStatement) == [false, true])
    }

    @Test(arguments: [
        ("SELECT 1", 1, "has no semicolon"), ("SELECT 1;\n\nSELECT 2 -- x;y\n", 3, "has no semicolon"),
        ("\\c other;", 1, "with a word"), ("SELECT 1;\n/* x */ COMMIT;", 2, "with a word"), (";", 1, "with a word"),
        ("SELECT 1;\n\0", 2, "null byte"), ("SELECT 'a\0';", 1, "null byte"),
    ])
    func whatIsNoStatementIsRefusedByLine(sql: String, line: Int, sentence: String) throws {
        let failure = #expect(throws: SQLScript.Failure.self) { try SQLScript(sql) }
        #expect(failure?.line == line)
        #expect(failure?.sentence.contains(sentence) == true)
    }
}
