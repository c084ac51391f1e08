import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// `daybook key rotate`: what the operator's command does and prints.
public enum SecretKeyRotation {
    /// - Parameter isLost: nobody has the old key any more. Logins are hashed anew from the emails in their accounts;
    ///   what was sealed with the old key is lost.
    public static func run(_ configuration: Configuration, isLost: Bool) async throws(StartFailure) -> Report {
        let path = SecretKey.path(configuration)
        return try await Backups.telling {
            let outcome = try await BackupPlace.visit(configuration, creating: false) { place in
                if place.isServed { throw Administration.Refusal(isServed) }
                return try await BackupSession.open(place.address, configuration) { database in
                    try await rotate(database, path, isLost: isLost)
                }
            }
            return Report(
                [
                    Report.Entry("path", "secret key", .string(path)),
                    Report.Entry("fingerprint", "fingerprint", .string(outcome.fingerprint)),
                    Report.Entry("logins", "logins rehashed", .integer(Int64(outcome.logins))),
                    Report.Entry("sealed", "providers' tokens resealed", .integer(Int64(outcome.sealed))),
                    Report.Entry(
                        "dropped", "providers' tokens that could not be opened", .integer(Int64(outcome.dropped))),
                    Report.Entry("factors", "second factors resealed", .integer(Int64(outcome.factors))),
                    Report.Entry(
                        "factorsRemoved", "second factors removed, which could not be opened",
                        .integer(Int64(outcome.factorsRemoved))),
                    Report.Entry("channels", "channels resealed", .integer(Int64(outcome.channels.sealed))),
                    Report.Entry(
                        "channelsOff", "channels to be set up again", .integer(Int64(outcome.channels.ended))),
                ],
                note: """
                    Give the new key to every machine that serves this database, then start the servers. The key of before is kept as \
                    \(KeyForDatabase.before(path)) for backups from its time; remove it when you want none of them back.
                    """)
        }
    }

    private static let isServed =
        "a server is using this database and would keep using the old key; stop it, rotate the key, then start it again"

    private static func rotate(
        _ database: Database, _ path: String, isLost: Bool
    ) async throws -> KeyRotation.Outcome {
        try await Migrator(try .embedded(), of: database).requireCurrent()
        if try await database.isServed() { throw Administration.Refusal(isServed) }
        let key = KeyForDatabase(database, path)
        var old: SecretKey?
        do {
            old = try SecretKey.find(path)
            try await key.require(old)
        } catch is KeyAppeared {
            // A rotation that was interrupted has just come to its end; this is the next one.
            old = try SecretKey.find(path)
        } catch let trouble as SecretKeyError {
            guard isLost else { throw trouble }
            return try await KeyRotation(database: database, path: path, old: nil).run()
        }
        guard !isLost else {
            throw Administration.Refusal(
                "the key at \(path) is the one that the database uses, so no key is lost; rotate without --lost")
        }
        return try await KeyRotation(database: database, path: path, old: old).run()
    }
}
