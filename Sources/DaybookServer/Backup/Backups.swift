import DaybookCore
import DaybookHost
import DaybookStore
import Glibc
import Postgres

/// `daybook backup`: what the operator's commands do and print.
public enum Backups {
    /// Called with the number of bytes read or written so far, before compression.
    public typealias Progress = @Sendable (_ bytes: Int) -> Void

    public static func create(
        _ configuration: Configuration, at path: String, keyFile: String?, progress: @escaping Progress = { _ in }
    ) async throws(StartFailure) -> Report {
        try await telling {
            let key = try keyFile.map { path throws(BackupError) in try BackupKey.read(path) }
            let path = try destination(path)
            let begun = ContinuousClock.now
            let (outcome, hasSecret, trouble) = try await BackupPlace.visit(configuration, creating: false) { place in
                try await write(place, configuration, to: path, key, progress: progress)
            }
            let took = begun.duration(to: .now)
            if configuration.databaseURL == nil {
                try? EmbeddedCluster.forgetFormer(
                    folder: configuration.dataDirectory, environment: configuration.clusterEnvironment)
            }
            var report = Report(
                [
                    Report.Entry("path", "backup", .string(path)),
                    Report.Entry("bytes", "bytes", .integer(Int64(outcome.size))),
                ] + entries(outcome.manifest, outcome.tables, outcome.all) + [
                    Report.Entry("encrypted", "encrypted", .bool(key != nil)),
                    Report.Entry("secretKey", "with the secret key", .bool(hasSecret)),
                    Report.Entry("secretKeyTrouble", nil, .optional(trouble?.description)),
                    Report.Entry("seconds", "seconds", .decimal(took.inSeconds)),
                ],
                note: key == nil
                    ? "The backup does not contain the server's secret key (\(SecretKey.path(configuration))); keep a copy of it somewhere else."
                    : "Keep a copy of the key file somewhere else; without it this backup cannot be read.")
            report.warning = trouble.map {
                "the backup is made, but the secret key that it needs is not here to be kept: \($0)"
            }
            return report
        }
    }

    /// Copies the database of a place into a file, and says whether the secret key is in it.
    ///
    /// One that holds the key is not made without the right one. Any other is: it may be made on a machine that has no
    /// key, and where the key is lost all tasks without a login are more than nothing. But what is wrong is said.
    static func write(
        _ place: BackupPlace, _ configuration: Configuration, to path: String, _ key: BackupKey?,
        progress: @escaping Progress
    ) async throws -> (BackupCreation.Outcome, hasSecret: Bool, trouble: SecretKeyError?) {
        try await BackupSession.open(place.reader, configuration) { database in
            let migrator = Migrator(try .embedded(), of: database)
            let status = try await migrator.status()
            if let trouble = status.trouble { throw trouble }
            // Anyone with the backup's key may have the server's key; anyone without it gets neither.
            var secret: SecretKey?
            var trouble: SecretKeyError?
            if key != nil {
                secret = try SecretKey.find(SecretKey.path(configuration))
                try await KeyForDatabase(database, configuration).require(secret)
            } else {
                trouble = try await keyTrouble(database, configuration)
            }
            let outcome = try await BackupCreation(
                database: database, secretKey: secret?.written, progress: progress
            ).write(to: path, key)
            return (outcome, secret != nil, trouble)
        }
    }

    /// What a server would say about the key beside the database.
    static func keyTrouble(_ database: Database, _ configuration: Configuration) async throws -> SecretKeyError? {
        do {
            try await KeyForDatabase(database, configuration).require(try SecretKey.find(SecretKey.path(configuration)))
            return nil
        } catch let trouble as SecretKeyError {
            return trouble
        } catch is KeyAppeared {
            // A rotation has come to its end, and the key with it.
            return nil
        }
    }

    /// Makes a key in a new file.
    public static func createKey(_ path: String) throws(StartFailure) {
        do throws(BackupError) {
            try BackupKey.create(path)
        } catch {
            throw StartFailure("\(error) [\(error.code)]", error.exit)
        }
    }

    public static func verify(
        _ path: String, keyFile: String?, progress: @escaping Progress = { _ in }
    ) async throws(StartFailure) -> Report {
        try await telling {
            let key = try keyFile.map { path throws(BackupError) in try BackupKey.read(path) }
            let verified = try BackupVerification(path, key, progress: progress)
            let migrations = try MigrationSet.embedded()
            let isKnown = (try? verified.requireKnown(migrations)) != nil
            return Report(
                [Report.Entry("path", "backup", .string(path)), Report.Entry("whole", "whole", .bool(true))]
                    + entries(verified.manifest, verified.tables, verified.all) + [
                        Report.Entry("encrypted", "encrypted", .bool(verified.isSealed)),
                        Report.Entry("secretKey", "with the secret key", .bool(verified.secretKey != nil)),
                        Report.Entry("restorable", "restorable with this daybook", .bool(isKnown)),
                    ])
        }
    }

    /// A folder gets a file named after the time.
    private static func destination(_ path: String) throws(BackupError) -> String {
        let status: stat?
        do throws(FileError) { status = try Files.status(path) } catch { throw .file(error) }
        guard let status, status.st_mode & S_IFMT == S_IFDIR else { return path }
        let stamp = Instant.now().text.prefix(19).filter { $0 != "-" && $0 != ":" }
        return (path.hasSuffix("/") ? path : path + "/") + "daybook-\(stamp)Z.backup"
    }

    static func entries(
        _ manifest: BackupManifest, _ tables: [(name: String, rows: Int)], _ all: BackupCount
    ) -> [Report.Entry] {
        func rows(_ table: String) -> JSONValue {
            .integer(Int64(tables.first { $0.name == table }?.rows ?? 0))
        }
        return [
            Report.Entry("createdAt", "made at", .string(manifest.createdAt.text)),
            Report.Entry("daybook", "by daybook", .string(manifest.version)),
            Report.Entry("instance", "installation", .string(manifest.instance.text)),
            Report.Entry("schema", "schema", .integer(Int64(manifest.schema))),
            Report.Entry("accounts", "accounts", .integer(Int64(manifest.accounts))),
            Report.Entry("tasks", "tasks", rows("task")),
            Report.Entry("lists", "lists", rows("list")),
            Report.Entry("changes", "changes", rows("change")),
            Report.Entry("rows", "rows in total", .integer(Int64(all.rows))),
        ]
    }

    /// Turns errors into a sentence and an exit code.
    static func telling<Outcome>(_ body: () async throws -> Outcome) async throws(StartFailure) -> Outcome {
        do {
            return try await body()
        } catch let failure as StartFailure {
            throw failure
        } catch let error as BackupError {
            throw StartFailure("\(error) [\(error.code)]", error.exit)
        } catch let error as FileError {
            throw StartFailure("\(error.path): \(error.sentence)", .inputOutput)
        } catch let error as EmbeddedError {
            throw StartFailure(describing: error)
        } catch let error as MigrationError {
            throw StartFailure(describing: error)
        } catch let error as SecretKeyError {
            throw StartFailure("\(error)", .configuration)
        } catch let error as PostgresError {
            throw StartFailure("\(error)", error.isUnavailable ? .unavailable : .failure)
        } catch let refusal as Administration.Refusal {
            throw StartFailure(refusal.sentence, .failure)
        } catch {
            throw StartFailure("\(error)", .failure)
        }
    }
}

extension Duration {
    /// With milliseconds.
    var inSeconds: String {
        let (seconds, attoseconds) = components
        let thousandths = "\(1000 + attoseconds / 1_000_000_000_000_000)".dropFirst()
        return "\(seconds).\(thousandths)"
    }
}
