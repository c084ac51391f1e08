import DaybookHost
import Postgres

extension Migrator {
    /// Throws if the key at hand is not the database's: an upgrade then fails while the old server still runs, and the
    /// key can be copied from there. A database that knows its key may be migrated without it.
    public func requireKey(of configuration: Configuration) async throws(MigrationError) {
        let key = KeyForDatabase(database, configuration)
        for _ in 0..<5 {
            do {
                try await key.require(try SecretKey.find(key.path), mayBeElsewhere: true)
                return
            } catch is KeyAppeared {
                continue
            } catch let trouble as SecretKeyError {
                throw .secretKey("\(trouble)")
            } catch let error as PostgresError where error.isUnavailable {
                throw .databaseUnreachable("\(error)")
            } catch {
                throw .secretKey("the secret key could not be compared with the database")
            }
        }
    }
}
