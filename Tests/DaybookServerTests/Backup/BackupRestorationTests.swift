import DaybookCore
import Foundation
import Postgres
import TestPostgres
import TestWire
import Testing

@testable import DaybookServer
@testable import DaybookStore
@testable import TestStore

/// Backups of a real database, brought back into another.
@Suite(.closing) struct BackupRestorationTests {
    /// A name for a file that is not there yet.
    static func newPath() -> String {
        FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID()).backup").path
    }

    static func fill(_ database: Database) async throws {
        try await Migrator(try .embedded(), of: database).run(.up(to: nil))
        for statement in try FilledDatabase.statements() {
            try await database.write(Query(unsafeSQL: statement), under: FilledDatabase.scope)
        }
    }

    static func back(
        _ database: Database, up path: String, _ key: BackupKey? = nil
    ) async throws -> BackupCreation.Outcome {
        try await BackupCreation(database: database, secretKey: nil, progress: { _ in }).write(to: path, key)
    }

    /// A filled database, and its backup.
    static func backedUp() async throws -> (source: Database, url: String, path: String) {
        let (source, url) = try openStorage(named: BackupSession.applicationName)
        try await fill(source)
        let path = newPath()
        atEnd { try? FileManager.default.removeItem(atPath: path) }
        _ = try await back(source, up: path)
        return (source, url, path)
    }

    static func restore(_ path: String, into database: Database) async throws {
        let migrations = try MigrationSet.embedded()
        let restoration = BackupRestoration(database: database, migrations: migrations, progress: { _ in })
        try await restoration.requireEmpty()
        try await restoration.restore(path, nil, try BackupVerification(path, nil))
    }

    /// Every row of every table that belongs into a backup, as text, whoever may see it.
    static func rows(of url: String) async throws -> [String: [String]] {
        let database = try openSuperuser(TestPostgres.shared.name(of: url))
        return try await database.transaction(readOnly: true) { transaction in
            var all: [String: [String]] = [:]
            for table in try await StoredTables.load(from: transaction).inOrder {
                all[table.name] = try await transaction.run(
                    Query(unsafeSQL: "SELECT row(\(table.quotedColumns))::text FROM \(table.quotedName) ORDER BY 1")
                ).strings()
            }
            all["instance"] = try await transaction.run("SELECT id::text FROM instance").strings()
            return all
        }
    }

    static func openSuperuser(_ name: String) throws -> Database {
        let url = TestPostgres.shared.superuserURL(database: name)
        return try openStorage(url: url, named: BackupSession.applicationName).0
    }

    @Test func everyTableComesBackWhoeverReadIt() async throws {
        let (source, url) = try openStorage(named: BackupSession.applicationName)
        try await Self.fill(source)
        let expected = try await Self.rows(of: url)
        for table in try await Schema.tables(of: source) where StoredTables.leftOut[table] == nil {
            // Without a log of its own, and so without a place in a backup.
            if ["throttle", "login_guard"].contains(table) { continue }
            #expect(expected[table]?.isEmpty == false, "\(table) is not in the backup")
        }
        let schema = try await Schema.lines(of: source)
        let epoch = try await source.read("SELECT epoch::text FROM instance").strings()
        let walled = Self.newPath()
        let whole = Self.newPath()
        defer { for path in [walled, whole] { try? FileManager.default.removeItem(atPath: path) } }
        let first = try await Self.back(source, up: walled)
        let second = try await Self.back(Self.openSuperuser(TestPostgres.shared.name(of: url)), up: whole)
        #expect(first.tables.map(\.rows) == second.tables.map(\.rows))
        #expect(first.all == second.all)
        for path in [walled, whole] {
            try await closing {
                let (target, targetURL) = try openStorage(named: BackupSession.applicationName)
                try await Self.restore(path, into: target)
                #expect(try await Self.rows(of: targetURL) == expected)
                #expect(try await target.read("SELECT epoch::text FROM instance").strings() != epoch)
                try await Migrator(try .embedded(), of: target).requireCurrent()
                // The walls stand again.
                let open = try await target.read(
                    "SELECT relname::text FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity")
                #expect(open.isEmpty)
                // And whatever was taken off the tables is back.
                #expect(try await Schema.lines(of: target) == schema)
            }
        }
    }

    @Test func whatIsWrongWithTheFileOrItsPlaceIsFoundBeforeAnythingIsChanged() async throws {
        let (source, url, path) = try await Self.backedUp()
        let before = try await Self.rows(of: url)
        try await closing {
            let (server, _) = try openStorage(url: url)
            _ = try await server.read("SELECT 1")
            await #expect(throws: BackupError.databaseInUse("a daybook")) { try await Self.restore(path, into: source) }
        }
        // PostgreSQL, too, has noticed that it is gone.
        try await eventually {
            try await source.read(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'daybook'"
            ).isEmpty
        }
        await #expect(throws: BackupError.databaseHolds("an account")) { try await Self.restore(path, into: source) }
        #expect(try await Self.rows(of: url) == before)

        try await closing {
            let (target, _) = try openStorage(named: BackupSession.applicationName)
            try await target.write("CREATE TABLE theirs (number integer)")
            await #expect(throws: BackupError.databaseHolds("tables that are not Daybook's")) {
                try await Self.restore(path, into: target)
            }
        }
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 2] ^= 1
        let damaged = Self.newPath()
        try bytes.write(to: URL(filePath: damaged))
        defer { try? FileManager.default.removeItem(atPath: damaged) }
        try await closing {
            let (target, _) = try openStorage(named: BackupSession.applicationName)
            await #expect(throws: BackupError.self) { try await Self.restore(damaged, into: target) }
            #expect(try await Schema.tables(of: target) == [])
        }
    }

    @Test func aRestorationThatDidNotEndIsNoDatabaseToServeAndBeginsAgain() async throws {
        let (_, url, path) = try await Self.backedUp()
        let expected = try await Self.rows(of: url)
        let (target, targetURL) = try openStorage(named: BackupSession.applicationName)
        // As a kill in the middle leaves it: the mark, and a schema without rows.
        try await target.write(RestoreMark.put)
        var migrator = Migrator(try .embedded(), of: target)
        migrator.isRestoring = true
        try await migrator.run(.up(to: 5))
        let other = Migrator(try .embedded(), of: target)
        await #expect(throws: MigrationError.restoring) { try await other.requireCurrent() }
        await #expect(throws: MigrationError.restoring) { try await other.run(.up(to: nil)) }
        await #expect(throws: MigrationError.restoring) { try await other.status() }
        try await Self.restore(path, into: target)
        try await other.requireCurrent()
        #expect(try await Self.rows(of: targetURL) == expected)
    }

    @Test func aBackupOfAnotherSchemaIsBroughtForwardOrRefused() async throws {
        let migrations = try MigrationSet.embedded()
        let manifest = BackupFileTests.manifest
        func verified(_ applied: [BackupManifest.Applied]) throws -> BackupVerification {
            let path = Self.newPath()
            defer { try? FileManager.default.removeItem(atPath: path) }
            let writer = try BackupWriter(try NewFile(path), nil)
            try writer.manifest(
                BackupManifest(
                    createdAt: manifest.createdAt, version: "9", instance: manifest.instance, epoch: manifest.epoch,
                    accounts: 0, migrations: applied))
            try writer.finish()
            return try BackupVerification(path, nil)
        }
        let known = migrations.migrations.map {
            BackupManifest.Applied(number: $0.number, name: $0.name, checksum: $0.checksum)
        }
        try verified(known).requireKnown(migrations)
        let next = BackupManifest.Applied(number: known.count + 1, name: "tomorrow", checksum: "00")
        #expect(throws: BackupError.newer(schema: known.count + 1, known: known.count)) {
            try verified(known + [next]).requireKnown(migrations)
        }
        var other = known
        other[2] = BackupManifest.Applied(number: 3, name: "ledger", checksum: "00")
        #expect(throws: BackupError.otherHistory(migration: 3)) { try verified(other).requireKnown(migrations) }
    }

    @Test func nobodyMigratesWhileABackupIsMadeAndTheOtherWayRound() async throws {
        let (database, _) = try openStorage(named: BackupSession.applicationName)
        try await Self.fill(database)
        let path = Self.newPath()
        try await database.transaction { transaction in
            try await transaction.run("SELECT pg_advisory_xact_lock(\(Migrator.lockKey))")
            await #expect(throws: BackupError.migrating) { try await Self.back(database, up: path) }
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
