import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

extension Backups {
    /// Restores a whole backup into the configured database, or into another of the same server.
    public static func restore(
        _ configuration: Configuration, from path: String, keyFile: String?, database name: String?,
        progress: @escaping Progress = { _ in }
    ) async throws(StartFailure) -> Report {
        guard name == nil else {
            return try await fill(configuration, from: path, keyFile: keyFile, database: name, progress: progress)
        }
        let flag = RestoreFlag(configuration)
        let isNew = try flag.raise()
        do throws(StartFailure) {
            let report = try await fill(
                configuration, from: path, keyFile: keyFile, database: nil, progress: progress)
            flag.lower()
            return report
        } catch {
            // What has been begun in a database is marked there. The flag of an earlier restoration that was killed
            // stays until one comes to its end.
            if isNew { flag.lower() }
            throw error
        }
    }

    private static func fill(
        _ configuration: Configuration, from path: String, keyFile: String?, database name: String?,
        progress: @escaping Progress
    ) async throws(StartFailure) -> Report {
        try await telling {
            let key = try keyFile.map { path throws(BackupError) in try BackupKey.read(path) }
            let migrations = try MigrationSet.embedded()
            // Whatever is wrong with the file is found before anything is changed anywhere.
            let verified = try BackupVerification(path, key)
            try verified.requireKnown(migrations)
            let begun = ContinuousClock.now
            let (settled, trouble) = try await BackupPlace.visit(configuration, creating: true) { place in
                if place.isServed, name == nil { throw BackupError.databaseInUse("the running daybook") }
                let address = try await address(name, at: place, configuration)
                return try await RestorationLock.hold(in: address, configuration) {
                    try await BackupSession.open(address, configuration) { database in
                        let restoration = BackupRestoration(
                            database: database, migrations: migrations, progress: progress)
                        try await restoration.requireEmpty()
                        let settled = try settle(verified.secretKey, name, configuration)
                        try await restoration.restore(path, key, verified)
                        // A database beside this server's own is not served by it.
                        let trouble: SecretKeyError? =
                            if name == nil { try await keyTrouble(database, configuration) } else { nil }
                        return (settled, trouble)
                    }
                }
            }
            let took = begun.duration(to: .now)
            return Report(
                [Report.Entry("restored", "restored", .string(path))]
                    + (name.map { [Report.Entry("database", "into the database", .string($0))] } ?? [])
                    + entries(verified.manifest, verified.tables, verified.all) + [
                        Report.Entry("schemaNow", "schema now", .integer(Int64(migrations.latest))),
                        Report.Entry("secretKey", "with the secret key", .bool(settled)),
                        Report.Entry("seconds", "seconds", .decimal(took.inSeconds)),
                    ],
                note: (trouble.map { "\($0)\n" } ?? "")
                    + "Devices download everything again and resend their changes. Devices that were revoked after the backup was made have access again."
            )
        }
    }

    /// The key is written before the rows: a key alone does no harm, and without it logins would not be found.
    private static func settle(
        _ key: [UInt8]?, _ database: String?, _ configuration: Configuration
    ) throws -> Bool {
        guard let key, database == nil else { return false }
        let path = SecretKey.path(configuration)
        guard try SecretKey.settle(key, path) else { throw BackupError.secretKeyDiffers(path: path) }
        return true
    }

    private static func address(
        _ name: String?, at place: BackupPlace, _ configuration: Configuration
    ) async throws -> DatabaseURL {
        guard let name else { return place.address }
        guard let address = place.address.naming("dbname", name) else { throw BackupError.databaseMissing(name) }
        try await BackupSession.open(place.maker, configuration) { database in
            let there = try await database.read("SELECT 1 FROM pg_database WHERE datname = \(name)")
            guard there.isEmpty else { return }
            // In the private cluster the maker is not the one who is to own it.
            let owner = place.maker == place.address ? "" : " OWNER daybook"
            do throws(PostgresError) {
                try await database.write(Query(unsafeSQL: "CREATE DATABASE \(name.asIdentifier)\(owner)"))
            } catch .server {
                throw BackupError.databaseMissing(name)
            }
        }
        return address
    }

    /// Restores one account that is gone.
    public static func restoreAccount(
        _ name: String, _ configuration: Configuration, from path: String, keyFile: String?
    ) async throws(StartFailure) -> Report {
        try await telling {
            guard let account = Identifier(name) else { throw BackupError.noAccount(name) }
            let key = try keyFile.map { path throws(BackupError) in try BackupKey.read(path) }
            let migrations = try MigrationSet.embedded()
            let verified = try BackupVerification(path, key)
            try verified.requireKnown(migrations)
            let outcome = try await BackupPlace.visit(configuration, creating: false) { place in
                try await AccountRestoration(
                    address: place.address, configuration: configuration, migrations: migrations, account: account
                ).restore(path, key, verified)
            }
            func rows(_ table: String) -> JSONValue {
                .integer(Int64(outcome.rows.first { $0.table == table }?.count ?? 0))
            }
            let taken = outcome.taken.intersection(["login", "identity", "app_password"]).sorted()
            return Report(
                [
                    Report.Entry("account", "account", .string(account.text)),
                    Report.Entry("createdAt", "as of", .string(verified.manifest.createdAt.text)),
                    Report.Entry("tasks", "tasks", rows("task")), Report.Entry("lists", "lists", rows("list")),
                    Report.Entry("changes", "changes", rows("change")),
                    Report.Entry("devices", "devices", rows("device")),
                    Report.Entry(
                        "login", "with its login", .bool(rows("credential") != .integer(0) && !taken.contains("login"))),
                    Report.Entry("taken", "now belongs to another account", .array(taken.map { .string($0) })),
                ], note: "The devices of every account download everything again and resend their changes.")
        }
    }
}
