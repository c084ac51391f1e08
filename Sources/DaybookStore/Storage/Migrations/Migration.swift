import Migrations

/// One numbered step of the schema: how to go there and how to come back.
public struct Migration: Equatable, Sendable {
    public let number: Int
    /// What follows the number in the file's name, without its ending.
    public let name: String
    public let file: String
    /// SHA-256 of the file's bytes, in hexadecimal: what `sha256sum` prints. Any changed byte changes it.
    public let checksum: String
    public let forward: [SQLStatement]
    public let backward: Backward
    public let rules: Rules

    public enum Backward: Equatable, Sendable {
        case statements([SQLStatement])
        /// There is no way back, for the reason the file gives.
        case impossible(reason: String)
    }

    /// How the statements are to be run, as the head of the file says.
    public struct Rules: Equatable, Sendable {
        /// Why this migration cannot run in a transaction, if it cannot.
        public var noTransaction: String?
        /// Why this migration may safely begin again from its first statement after it was interrupted, if it may.
        public var repeatable: String?
        /// Servers of the release before may go on serving, and start: nothing that they use goes or changes its
        /// meaning.
        public var keepsOlderServers = false
        /// How long a statement may wait for a lock. Statements that come after it wait in the queue behind it, so this
        /// is how long the service may stall; the migration gives up and tries again later instead.
        public var lockTimeout: Duration = .milliseconds(300)
        /// How long a statement may run in all; an hour by default where there is no transaction.
        public var statementTimeout: Duration = .seconds(60)
    }
}

extension Migration {
    /// Reads a migration from its file's name and text.
    public init(_ source: MigrationText) throws(MigrationError) { self = try MigrationFile.parse(source) }
}

/// The migrations of one source in order: 1, 2, 3 and so on, none missing.
public struct MigrationSet: Equatable, Sendable {
    public let migrations: [Migration]

    /// The number the schema has when every migration is applied; 0 when there is none.
    public var latest: Int { migrations.count }

    public init(_ sources: [MigrationText]) throws(MigrationError) {
        var migrations: [Migration] = []
        for source in sources { migrations.append(try Migration(source)) }
        migrations.sort { ($0.number, $0.file) < ($1.number, $1.file) }
        for (index, migration) in migrations.enumerated() {
            if index > 0, migrations[index - 1].number == migration.number {
                throw .duplicateNumber(files: [migrations[index - 1].file, migration.file])
            }
            guard migration.number == index + 1 else { throw .missingFile(number: index + 1, next: migration.file) }
        }
        self.migrations = migrations
    }

    /// The migrations compiled into this binary.
    public static func embedded() throws(MigrationError) -> MigrationSet {
        try MigrationSet(MigrationText.embedded)
    }

    public subscript(number: Int) -> Migration? {
        (1...max(1, latest)).contains(number) && latest > 0 ? migrations[number - 1] : nil
    }
}
