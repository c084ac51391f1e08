import Testing

@testable import DaybookStore

@Suite struct SQLScannerTests {
    func texts(_ sql: String) throws -> [String] { try SQLScanner.scan(sql).statements.map(\.text) }

    @Test(arguments: [
        "SELECT ';'", "SELECT 'it''s; fine'", #"SELECT E'a\';b'"#, #"SELECT e'\\'"#, #"SELECT 'a\'"#,
        "SELECT E'a'\n  'b\\';c'", "SELECT E'a' -- it's; not\n 'b\\';c'", "SELECT \"a;\"\"b\"", "SELECT U&'d\\0061;'",
        "SELECT B'01', X'1F;', n'x;'", "SELECT $$a;b$$", "SELECT $tag$ a; $$ ; $other$ ; $tag$", "SELECT $ä1$;$ä1$",
        "SELECT a$b$c, $1 + $2", "SELECT /* ; /* ; */ ; */ 1", "SELECT 1 -- ; '\n + 1", "SELECT interval'1 day;'",
        "CREATE RULE r AS ON INSERT TO t DO ALSO (DELETE FROM a; DELETE FROM b)",
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 1 END; END",
        "CREATE OR REPLACE PROCEDURE p() BEGIN ATOMIC INSERT INTO t VALUES (1); END",
        "CREATE TABLE t (\"begin\" int)", "CREATE FUNCTION f(begin int) RETURNS int LANGUAGE sql AS 'SELECT $1'",
        "SELECT 1e5, 0xFF, 1_000", "SELECT 'ünïcödé; 日本'", "SELECT 1 +-2",
    ])
    func aSemicolonInsideSomethingEndsNothing(statement: String) throws {
        #expect(try texts(statement + ";\nSELECT 2;") == [statement, "SELECT 2"])
        // And squeezed together, without a space to help.
        #expect(try texts(statement + ";SELECT 2;;") == [statement, "SELECT 2"])
    }

    @Test func linesAreThoseOfTheFirstToken() throws {
        let script = try SQLScanner.scan("\n-- why\n\nSELECT\n'a\nb';  /* \n */ SELECT 2\n;\n\n$$\n$$;")
        #expect(script.statements.map(\.line) == [4, 7, 10])
        #expect(script.comments == [SQLComment(text: "why", line: 2, insideStatement: false)])
    }

    @Test func commentsAreKeptWithWhereTheyStand() throws {
        let script = try SQLScanner.scan("--a\nSELECT --  b  \n1; -- c\n/* -- d */ SELECT '-- e';")
        #expect(script.comments.map(\.text) == ["a", "b", "c"])
        #expect(script.comments.map(\.insideStatement) == [false, true, false])
        #expect(script.statements.map(\.text) == ["SELECT --  b  \n1", "SELECT '-- e'"])
    }

    @Test func wordsLeaveOutWhatIsQuoted() throws {
        let script = try SQLScanner.scan("Create TABLE \"commit\" AS SELECT 'begin' $$rollback$$ /* end */ x;")
        #expect(script.statements[0].words == ["create", "table", "as", "select", "x"])
    }

    @Test(arguments: [
        ("SELECT 1", 1, "has no semicolon"), ("SELECT 1;\n\nSELECT 2 -- x\n", 3, "has no semicolon"),
        ("SELECT 1;\nSELECT 'a;\nb", 2, "string that begins here"), ("SELECT E'\\", 1, "string"),
        ("SELECT \"a", 1, "quoted identifier"), ("\nSELECT $x$ $y$ $$", 2, "dollar-quoted"),
        ("/* /* */", 1, "comment"), ("\\c other", 1, "psql"), ("SELECT (1;", 1, "has no semicolon"),
        ("SELECT 1;\0", 1, "null byte"), ("SELECT 'a\0';", 1, "string"),
    ])
    func whatDoesNotEndIsRefusedByLine(sql: String, line: Int, sentence: String) throws {
        let failure = #expect(throws: SQLScript.Failure.self) { try SQLScanner.scan(sql) }
        #expect(failure?.line == line)
        #expect(failure?.sentence.contains(sentence) == true)
    }

    /// However a script is cut, the scanner ends: with statements or a failure, never a trap.
    @Test func everyPrefixAndSuffixEnds() {
        let sql =
            "-- c\nSELECT E'a\\'', $a$x$a$, \"q\" /* /* n */ */ (1; 2) CREATE FUNCTION f() BEGIN ATOMIC END; ü$$;$$;"
        let characters = Array(sql.unicodeScalars)
        for cut in 0...characters.count {
            for part in [characters[..<cut], characters[cut...]] {
                var text = String.UnicodeScalarView()
                text.append(contentsOf: part)
                _ = try? SQLScanner.scan(String(text))
            }
        }
    }
}
