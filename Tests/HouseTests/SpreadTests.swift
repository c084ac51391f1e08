import Foundation
import Testing

/// Statements that work where tables are spread over several servers (docs/run/citus.md), as far as their text says.
@Suite struct SpreadTests {
    @Test func noStatementBreaksTheRules() throws {
        let files = try House.sources().filter { $0.room != "DaybookClient" }
        #expect(files.count > 100, "the sources were not found, so nothing was checked")
        for file in files {
            #expect(file.spreadFlaws == [], "\(file.path)")
            #expect(file.askedForEachRow == [], "\(file.path)")
        }
    }

    @Test(arguments: [
        "\"SELECT 1 WHERE EXISTS (SELECT FROM task WHERE x)\"",
        "\"SELECT set_config('daybook.account', $1, true)\"",
        "\"INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = now()\"",
        "\"MERGE INTO t USING s ON true\"",
    ])
    func aBrokenRuleIsFound(_ line: String) {
        #expect(SourceFile(path: "DaybookAPI/A.swift", text: "let a = 1\nlet query = \(line)").spreadFlaws == [2])
    }

    @Test func aDirectoryIsNotAskedForEachRowThatIsChanged() {
        func asked(_ statement: String) -> [String] {
            SourceFile(path: "DaybookAPI/A.swift", text: "let query: Query = \"\(statement)\"").askedForEachRow
        }
        #expect(
            asked("DELETE FROM credential WHERE NOT EXISTS (SELECT 1 FROM login WHERE credential.b = login.b)")
                == ["login"])
        #expect(asked("DELETE FROM credential WHERE NOT EXISTS (SELECT 1 FROM login WHERE a = 1)") == [])
        #expect(asked("DELETE FROM credential WHERE EXISTS (SELECT 1 FROM device WHERE credential.b = device.b)") == [])
        #expect(asked("DELETE FROM login WHERE NOT EXISTS (SELECT 1 FROM identity WHERE login.b = identity.b)") == [])
    }
}

extension SourceFile {
    /// Where a scope may be set by a function, because nothing is spread there.
    private static let scopes = ["DaybookStore/Storage/AccountScope.swift", "DaybookLedger/Ledger/AccountClock.swift"]

    /// Words of which every flaw has one.
    private static let flawed = ["set_config('daybook.", "SELECT FROM", "DO UPDATE SET", "MERGE INTO"]

    /// Lines by their numbers.
    fileprivate var spreadFlaws: [Int] {
        // Hardly any file has one of them, and looking through its lines is slow.
        guard Self.flawed.contains(where: { strstr(text, $0) != nil }) else { return [] }
        return codeLines.enumerated().compactMap { number, line in
            let setsScope = line.contains("set_config('daybook.") && !Self.scopes.contains(path)
            let hasFlaw =
                setsScope || line.contains(#/\bSELECT FROM\b/#) || line.contains(#/DO UPDATE SET.*\bnow\(\)/#)
                || line.contains(#/\bMERGE INTO\b/#)
            return hasFlaw ? number + 1 : nil
        }
    }

    /// Tables that stay in one place although they lead to accounts.
    private static let directories: Set = [
        "app_password", "change_cursor", "day_turn", "deletion", "identity", "login", "merged_account", "pairing",
        "reminder", "sign_in_attempt",
    ]

    /// Directories that a statement asks about each row of a spread table that it changes. No node has both; asked once
    /// for the statement, the answer goes along.
    fileprivate var askedForEachRow: [String] {
        guard strstr(text, "DELETE FROM ") != nil || strstr(text, "UPDATE ") != nil else { return [] }
        return text.split(separator: "\"").flatMap { statement -> [String] in
            let words = statement.split(whereSeparator: \.isWhitespace)
            guard let verb = words.first, ["DELETE", "UPDATE"].contains(verb), words.count > 3 else { return [] }
            let table = String(words[verb == "DELETE" ? 2 : 1])
            guard !Self.directories.contains(table) else { return [] }
            let questions = statement.components(separatedBy: "(SELECT ").dropFirst()
            return questions.filter { $0.contains(table + ".") }.flatMap { question in
                let words = question.split(whereSeparator: \.isWhitespace)
                return zip(words, words.dropFirst()).filter { ["FROM", "JOIN"].contains($0.0) }.map { String($0.1) }
            }.filter(Self.directories.contains)
        }
    }
}
