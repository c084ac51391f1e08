import Migrations
import Postgres
import TestPostgres
import Testing

@testable import DaybookStore
@testable import TestStore

/// What keeps the schema such that its tables can be spread over several servers by account (docs/house/migrations.md).
@Suite(.closing) struct SpreadRulesTests {
    /// Those up to this one are older than the rules, and are there before anything is spread.
    static let lastBefore = 34

    @Test func everyNewMigrationKeepsThem() throws {
        let new = try MigrationSet.embedded().migrations.filter { $0.number > Self.lastBefore }
        #expect(!new.isEmpty)
        for migration in new {
            let made = migration.forward.compactMap(\.madeTable)
            for statement in migration.forward {
                #expect(statement.refusal(made: made) == nil, "\(migration.file), line \(statement.line)")
            }
        }
    }

    @Test(arguments: [
        "ALTER TABLE task ADD COLUMN effort int CHECK (effort > 0);",
        "ALTER TABLE task ADD COLUMN effort int, ADD CONSTRAINT small CHECK (effort < 5);",
        "ALTER TABLE task ADD COLUMN number bigserial;",
        "ALTER TABLE task ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;",
        "ALTER TABLE task ADD COLUMN list_of uuid REFERENCES list;",
        "ALTER TABLE task ADD COLUMN seen_at timestamptz DEFAULT now();",
        "UPDATE task SET scheduled_date = (patch ->> 'scheduledDate')::date;",
        "UPDATE task SET updated_at = now();",
        "UPDATE task SET sort_order = sort_order || nextval('numbers');",
        "CREATE TRIGGER t BEFORE UPDATE ON task EXECUTE FUNCTION f();",
        "MERGE INTO task USING (VALUES (1)) AS told (n) ON true WHEN MATCHED THEN DO NOTHING;",
        "CREATE POLICY others ON task USING (true);",
        "CREATE UNIQUE INDEX task_by_title ON task (title);",
        "ALTER TABLE task ADD CONSTRAINT of_list FOREIGN KEY (account_id, list_id) REFERENCES list ON DELETE SET NULL;",
    ])
    func whatCannotBeSpreadIsFound(_ text: String) throws {
        let statement = try #require(try SQLScript(text).statements.first)
        #expect(statement.refusal(made: []) != nil)
    }

    @Test(arguments: [
        "ALTER TABLE task ADD COLUMN effort int;",
        "ALTER TABLE task ADD COLUMN effort int NOT NULL DEFAULT 0, ADD COLUMN kind text;",
        "ALTER TABLE task ADD CONSTRAINT small CHECK (effort < 5);",
        "UPDATE chore SET due_at = '2026-01-01' WHERE name = 'sweep accounts';",
        "CREATE TABLE effort (account_id uuid NOT NULL REFERENCES account, made_at timestamptz CHECK (made_at IS NOT NULL));",
        "CREATE POLICY own_rows ON effort USING (true);",
        "CREATE UNIQUE INDEX CONCURRENTLY task_by_title ON task (account_id, title);",
        "ALTER TABLE login DROP CONSTRAINT login_account_id_fkey;",
    ])
    func whatCanIsNot(_ text: String) throws {
        let statement = try #require(try SQLScript(text).statements.first)
        #expect(statement.refusal(made: ["effort"]) == nil)
    }

    /// A key from a table that stays in one place to one that is spread would be held one way only.
    @Test func directoriesReferToNoTable() async throws {
        let database = try await openMigrated()
        let stay = Set(WallTests.directories.keys).union(WallTests.ofTheServer.keys).subtracting([
            "account", "account_clock",
        ])
        let keys = try await database.read(
            "SELECT conrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND conrelid::regclass::text = ANY(\(stay.sorted()))"
        ).strings()
        #expect(keys == [])
    }
}

extension SQLStatement {
    fileprivate var madeTable: String? {
        text.firstMatch(of: #/^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/#).map { String($0.1) }
    }

    /// Why it could not run where tables are spread, in a few words; nil if it can.
    ///
    /// - Parameter made: tables that the same migration makes.
    fileprivate func refusal(made: [String]) -> String? {
        let upper = text.uppercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        func says(_ pattern: Regex<some Any>) -> Bool { upper.contains(pattern) }
        switch upper.prefix(while: \.isLetter) {
        case "MERGE": return "MERGE"
        case "CREATE":
            if says(#/^CREATE (OR REPLACE )?(CONSTRAINT )?TRIGGER/#) { return "a trigger" }
            if says(#/^CREATE UNIQUE INDEX/#), !says(#/\(ACCOUNT_ID\b/#) { return "unique across accounts" }
            if let policy = text.firstMatch(of: #/^CREATE POLICY \w+ ON (\w+)/#), !made.contains(String(policy.1)) {
                return "a policy of a table that is there already"
            }
            return nil
        case "ALTER":
            if says(#/ON DELETE SET NULL/#) { return "ON DELETE SET NULL" }
            guard says(#/\bADD COLUMN\b/#) else { return nil }
            if says(#/\b(CHECK|REFERENCES|UNIQUE|PRIMARY KEY|CONSTRAINT)\b/#) { return "a column with a constraint" }
            if says(#/\b(BIG|SMALL)?SERIAL\b|\bIDENTITY\b|NEXTVAL/#) { return "a column that counts" }
            return says(#/DEFAULT [^,]*\(/#) ? "a default that is computed" : nil
        case "UPDATE", "INSERT", "DELETE":
            if says(#/::(DATE|TIME|TIMESTAMP|TIMESTAMPTZ|INTERVAL|TEXT|REGCLASS)\b/#) { return "a cast of a column" }
            return says(#/\b(NOW|RANDOM|NEXTVAL|CLOCK_TIMESTAMP|GEN_RANDOM_UUID) ?\(|CURRENT_/#)
                ? "a function that is not the same everywhere" : nil
        default: return nil
        }
    }
}
