import Foundation
import Migrations
import Testing

@testable import DaybookStore

@Suite struct MigrationFileTests {
    func parse(_ text: String, file: String = "0001_first.sql") throws -> Migration {
        try Migration(MigrationText(file: file, text: text))
    }

    @Test func aWholeFileIsRead() throws {
        let text = """
            -- Because of reasons.
            -- statement timeout: 10min
            -- no transaction: an index is built without stopping writes
            -- repeatable: the half-built index is dropped first
            -- forward
            DROP INDEX CONCURRENTLY IF EXISTS i;
            CREATE INDEX CONCURRENTLY i ON t (a);
            -- backward
            -- Only the index goes.
            DROP INDEX CONCURRENTLY i;
            """
        let migration = try parse(text, file: "0012_index_of_t.sql")
        #expect(migration.number == 12)
        #expect(migration.name == "index_of_t")
        #expect(
            migration.forward.map(\.text) == [
                "DROP INDEX CONCURRENTLY IF EXISTS i", "CREATE INDEX CONCURRENTLY i ON t (a)",
            ])
        #expect(migration.forward.map(\.line) == [6, 7])
        #expect(migration.rules.lockTimeout == .milliseconds(300))
        #expect(migration.rules.statementTimeout == .seconds(600))
        #expect(migration.rules.noTransaction == "an index is built without stopping writes")
        #expect(migration.rules.repeatable == "the half-built index is dropped first")
        guard case .statements(let backward) = migration.backward else { throw MigrationError.lockLost }
        #expect(backward.map(\.text) == ["DROP INDEX CONCURRENTLY i"])
    }

    @Test func theChecksumIsThatOfSha256sumAndMindsEveryByte() throws {
        let text = "-- why\n-- forward\nSELECT 1;\n-- backward\n-- irreversible: test\n"
        let checksum = try parse(text).checksum
        #expect(checksum.count == 64)
        for changed in [text + "\n", text.replacing("\n", with: "\r\n"), text.replacing("why", with: "Why")] {
            #expect(try parse(changed).checksum != checksum)
        }
        #expect(
            Checksum.sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    static let good = "-- why\n-- forward\nSELECT 1;\n-- backward\n-- nothing\nSELECT 2;\n"

    @Test(arguments: [
        ("-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "say why"),
        ("-- why\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "\"-- forward\" is missing"),
        ("-- why\n-- forward\nSELECT 1;\n", "\"-- backward\""),
        ("-- why\n-- backward\n-- x\nSELECT 2;\n-- forward\nSELECT 1;", "after \"-- forward\""),
        ("-- why\n-- forward\n-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "a second"),
        ("-- why\nSELECT 0;\n-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "before \"-- forward\""),
        ("-- why\n-- forward\n-- backward\n-- x\nSELECT 2;", "has no statement"),
        ("-- why\n-- forward\nSELECT 1\n-- backward\n-- x\nSELECT 2;", "no semicolon"),
        ("-- why\n-- forward\nSELECT 1;\n-- backward\nSELECT 2;", "what going back means"),
        ("-- why\n-- forward\nSELECT 1;\n-- backward\n-- x\n", "neither a statement"),
        ("-- why\n-- forward\nSELECT 1;\n-- backward\n-- irreversible: so\nSELECT 2;", "yet has statements"),
        ("-- why\n-- no transaction\n-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "neither an instruction"),
        ("-- why\n-- no transaction:\n-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "with a value"),
        ("-- why\n-- lock timeout: soon\n-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "300ms"),
        (
            "-- why\n-- lock timeout: 1s\n-- lock timeout: 2s\n-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;",
            "once"
        ),
        ("-- why\n-- repeatable: yes\n-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "no transaction"),
        ("-- why\n-- forward\n-- lock timeout: 1s\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "wrong part"),
        ("-- why\n-- irreversible: x\n-- forward\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "wrong part"),
        ("-- why\n-- forward\nBEGIN;\nSELECT 1;\n-- backward\n-- x\nSELECT 2;", "no BEGIN"),
        ("-- why\n-- forward\nSELECT 1;\nCommit;\n-- backward\n-- x\nSELECT 2;", "no COMMIT"),
        ("-- why\n-- forward\nPREPARE TRANSACTION 'x';\n-- backward\n-- x\nSELECT 2;", "no PREPARE"),
        ("-- why\n-- forward\nCOPY t FROM STDIN;\n-- backward\n-- x\nSELECT 2;", "COPY"),
        ("-- why\n-- forward\n/* x */ COMMIT;\n-- backward\n-- x\nSELECT 2;", "begins with a word"),
    ])
    func aBadFileIsNamedWithWhatIsWrong(text: String, sentence: String) throws {
        #expect(try parse(Self.good).forward.count == 1)
        let error = #expect(throws: MigrationError.self) { try parse(text, file: "0007_bad.sql") }
        #expect(error?.code == "migration_file_invalid")
        #expect(error?.description.hasPrefix("0007_bad.sql") == true)
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        "1_a.sql", "0000_a.sql", "0001a.sql", "0001_.sql", "0001_A.sql", "0001_a__b.sql", "0001_a.SQL", "0001.sql",
        "a.sql",
        "00011_a.sql", "0001_a.sql.sql", "٠٠٠١_a.sql", "",
    ])
    func aBadNameIsRefused(file: String) {
        let error = #expect(throws: MigrationError.self) { try parse(Self.good, file: file) }
        #expect(error?.code == "migration_file_invalid")
    }

    @Test func aSetHasNoGapAndNoNumberTwice() throws {
        func texts(_ files: String...) -> [MigrationText] { files.map { MigrationText(file: $0, text: Self.good) } }
        #expect(try MigrationSet(texts("0002_b.sql", "0001_a.sql")).migrations.map(\.number) == [1, 2])
        #expect(try MigrationSet([]).latest == 0)
        #expect(throws: MigrationError.missingFile(number: 2, next: "0003_c.sql")) {
            try MigrationSet(texts("0001_a.sql", "0003_c.sql"))
        }
        #expect(throws: MigrationError.missingFile(number: 1, next: "0002_b.sql")) {
            try MigrationSet(texts("0002_b.sql"))
        }
        #expect(throws: MigrationError.duplicateNumber(files: ["0001_a.sql", "0001_b.sql"])) {
            try MigrationSet(texts("0001_b.sql", "0001_a.sql"))
        }
    }

    /// The build notices added, changed and removed files; were it to miss one, this would tell.
    @Test func whatIsCompiledInIsTheFolderByteForByte() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../migrations").standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".sql") }.sorted()
        #expect(!files.isEmpty)
        #expect(MigrationText.embedded.map(\.file) == files)
        for source in MigrationText.embedded {
            let bytes = try Data(contentsOf: folder.appending(path: source.file))
            #expect(Data(source.text.utf8) == bytes)
        }
        #expect(try MigrationSet.embedded().latest == files.count)
        #expect(try MigrationSet(folder: folder.path) == MigrationSet.embedded())
    }
}
