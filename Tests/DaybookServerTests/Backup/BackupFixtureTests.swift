import Foundation
import TestPostgres
import Testing

@testable import DaybookServer
@testable import DaybookStore
@testable import TestStore

/// Backups of every schema that was released, made by the program of that time: they are restored as long as there is a
/// Daybook. scripts/backup-fixture.sh makes the one of today.
@Suite(.closing) struct BackupFixtureTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/backups")

    static var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".backup") }.sorted()
        }
    }

    @Test func everyReleasedSchemaComesBack() async throws {
        let files = try Self.files
        #expect(files.contains("schema-0007.backup"))
        for file in files {
            let path = Self.folder.appending(path: file).path
            let verified = try BackupVerification(path, nil)
            try await closing {
                let (database, _) = try openStorage(named: BackupSession.applicationName)
                try await BackupRestorationTests.restore(path, into: database)
                try await Migrator(try .embedded(), of: database).requireCurrent()
                let task = try await database.read(
                    "SELECT title, live_list_id IS NOT NULL FROM task", under: FilledDatabase.scope
                ).decode((String, Bool).self)
                #expect(task.map(\.0) == ["Water the plants"] && task.map(\.1) == [true], "\(file)")
                let accounts = try await database.read("SELECT count(*) FROM account").first?.decode(0, as: Int.self)
                #expect(accounts == verified.manifest.accounts, "\(file)")
            }
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_BACKUP_FIXTURE"] != nil))
    func makeTheOneOfToday() async throws {
        let (database, _) = try openStorage(named: BackupSession.applicationName)
        try await BackupRestorationTests.fill(database)
        let number = "\(10_000 + (try MigrationSet.embedded().latest))".dropFirst()
        let path = Self.folder.appending(path: "schema-\(number).backup").path
        _ = try await BackupRestorationTests.back(database, up: path)
        print("made \(path)")
    }
}
