import DaybookHost
import DaybookStore
import Postgres

/// What of PostgreSQL's own settings costs durability or speed, and only an operator can change. What sessions can set
/// for themselves they do (`SessionSettings`).
struct PostgresCosts: Sendable {
    var version: Int32
    var fsync: String
    var fullPageWrites: String
    var synchronousCommit: String
    var autovacuum: String
    var sharedBuffers: Int64

    static func of(_ database: Database) async throws -> PostgresCosts {
        let rows = try await database.read(
            """
            SELECT current_setting('server_version_num')::int, current_setting('fsync'),
                current_setting('full_page_writes'), current_setting('synchronous_commit'),
                current_setting('autovacuum'), pg_size_bytes(current_setting('shared_buffers'))
            """, timeout: .seconds(5))
        guard let row = rows.first else { throw PostgresError.connectionLost }
        let (version, fsync, pages, commit, autovacuum, buffers) = try row.decode(
            (Int32, String, String, String, String, Int64).self)
        return PostgresCosts(
            version: version, fsync: fsync, fullPageWrites: pages, synchronousCommit: commit,
            autovacuum: autovacuum, sharedBuffers: buffers)
    }

    /// What `daybook doctor` would say of them, for those who only read the log.
    static func warn(of database: Database, in log: Log) async {
        guard let costs = try? await of(database) else { return }
        for cost in costs.all {
            log.warning("a setting of PostgreSQL costs durability or speed", .reason(cost.sentence))
        }
    }

    /// Below this even a small household's tasks are read from the system's memory again and again.
    static let fewestBuffers: Int64 = 32 << 20
    /// Minor releases of November 2025. Whoever runs an older one lacks a year of repairs and more.
    static let oldestMinors: [Int32: Int32] = [14: 20, 15: 15, 16: 11, 17: 7, 18: 1]

    /// One of them, in words that the log may hold.
    struct Cost: Sendable {
        /// What was acknowledged could be lost.
        let isDangerous: Bool
        let sentence: StaticString
        let advice: StaticString
    }

    var all: [Cost] {
        let isOld = Self.oldestMinors[version / 10_000].map { version % 10_000 < $0 } ?? false
        let costs: [(isSo: Bool, Cost)] = [
            (
                fsync == "off",
                Cost(
                    isDangerous: true, sentence: "fsync is off: a crash of the machine can destroy the database",
                    advice: "Set fsync = on in postgresql.conf.")
            ),
            (
                fullPageWrites == "off",
                Cost(
                    isDangerous: true, sentence: "full_page_writes is off: a crash of the machine can destroy pages",
                    advice: "Set full_page_writes = on in postgresql.conf.")
            ),
            (
                synchronousCommit == "off",
                Cost(
                    isDangerous: true,
                    sentence: "synchronous_commit is off: an acknowledged change could be lost in a crash",
                    advice: "Set synchronous_commit = on for this role, database or server.")
            ),
            (
                autovacuum == "off",
                Cost(
                    isDangerous: false, sentence: "autovacuum is off: tables and indexes grow, and plans get worse",
                    advice: "Set autovacuum = on in postgresql.conf.")
            ),
            (
                sharedBuffers < Self.fewestBuffers,
                Cost(
                    isDangerous: false, sentence: "shared_buffers is less than 32 MB",
                    advice: "Set shared_buffers = 128MB or more in postgresql.conf, and restart PostgreSQL.")
            ),
            (
                isOld,
                Cost(
                    isDangerous: false, sentence: "this release of PostgreSQL lacks more than a year of repairs",
                    advice: "Install the newest of the same number; the data stays as it is.")
            ),
        ]
        return costs.filter(\.isSo).map(\.1)
    }
}
