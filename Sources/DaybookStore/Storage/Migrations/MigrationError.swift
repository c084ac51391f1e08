/// Why migrations were refused or stopped. Each has a stable code; the description is a sentence for the operator and
/// holds nothing but names of files, numbers, and what PostgreSQL said of the schema.
public enum MigrationError: Error, Equatable, Sendable {
    // The files.
    case badFile(String, line: Int?, sentence: String)
    case duplicateNumber(files: [String])
    case missingFile(number: Int, next: String)
    case unreadableFolder(String, sentence: String)

    // The database's history against the files.
    case drift(number: Int, applied: String, file: String)
    case historyGap(missing: Int, present: Int)
    case databaseNewer(database: Int, binary: Int)
    case unfinished(number: Int, name: String, direction: MigrationDirection)
    case irreversible(file: String, reason: String)
    case unknownTarget(Int, latest: Int)
    case stale(database: Int, binary: Int)
    /// A server uses what going back would drop.
    case served
    /// A restoration from a backup was begun and not finished.
    case restoring

    /// The secret key at hand is not the database's; the sentence says where the right one may lie.
    case secretKey(String)

    // The run.
    case lockBusy(waited: Duration)
    case lockLost
    case relationsBusy(file: String, statement: Int, attempts: Int, holders: [Int32])
    case failed(file: String, statement: Int, line: Int, state: String, message: String)
    case databaseUnreachable(String)

    public var code: String {
        switch self {
        case .badFile: "migration_file_invalid"
        case .duplicateNumber: "migration_number_duplicate"
        case .missingFile: "migration_file_missing"
        case .unreadableFolder: "migration_folder_unreadable"
        case .drift: "migration_drift"
        case .historyGap: "migration_history_gap"
        case .databaseNewer: "database_newer"
        case .unfinished: "migration_unfinished"
        case .irreversible: "migration_irreversible"
        case .unknownTarget: "migration_target_unknown"
        case .stale: "schema_stale"
        case .served: "database_served"
        case .restoring: "restore_unfinished"
        case .secretKey: "secret_key_differs"
        case .lockBusy: "migration_lock_busy"
        case .lockLost: "migration_lock_lost"
        case .relationsBusy: "migration_relations_busy"
        case .failed: "migration_failed"
        case .databaseUnreachable: "database_unreachable"
        }
    }
}

public enum MigrationDirection: String, Equatable, Sendable {
    case forward, backward
}

extension MigrationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badFile(let file, let line, let sentence):
            "\(file)\(line.map { ", line \($0)" } ?? ""): \(sentence)."
        case .duplicateNumber(let files):
            "\(files.joined(separator: " and ")) have the same number; each migration needs its own."
        case .missingFile(let number, let next):
            "migration \(number) is missing before \(next); numbers start at 1 and have no gaps."
        case .unreadableFolder(let folder, let sentence):
            "the folder of migrations, \(folder), cannot be used: \(sentence)."
        case .drift(let number, let applied, let file):
            "\(file) is not what was applied as number \(number) (\(applied)). A migration never changes once it has been "
                + "applied anywhere; restore its text and write a new migration."
        case .historyGap(let missing, let present):
            "the database says that migration \(present) was applied but \(missing) was not. Someone changed the table "
                + "daybook_migration by hand; restore it from a backup."
        case .databaseNewer(let database, let binary):
            "the database is at migration \(database), but this daybook knows only \(binary). Run a newer daybook, or go "
                + "back with the newer one first: daybook migrate down --to \(binary)."
        case .unfinished(let number, let name, let direction):
            Self.unfinishedSentence(number, name, direction)
        case .irreversible(let file, let reason):
            "\(file) cannot be undone: \(reason)."
        case .unknownTarget(let target, let latest):
            "there is no migration \(target); the newest is \(latest)."
        case .stale(let database, let binary):
            "the database is at migration \(database), but this daybook needs \(binary). Run: daybook migrate up "
                + "(or start with: daybook serve --migrate)."
        case .restoring:
            "a backup is being restored into this database, or a restore was interrupted. Wait for it, or run "
                + "`daybook backup restore` again; it starts over."
        case .served:
            "a server is using this database, and would lose what it needs. Stop it first, or say --yes."
        case .secretKey(let sentence): sentence
        default: runDescription
        }
    }

    private var runDescription: String {
        switch self {
        case .lockBusy(let waited):
            "another process has been migrating this database for \(waited.components.seconds) s. Wait for it, or look for "
                + "its session: SELECT pid FROM pg_locks WHERE locktype = 'advisory'."
        case .lockLost:
            "the session that took the migration lock no longer holds it, so statements do not stay on one session. "
                + "Migrate over a direct connection, or one pooled in session mode."
        case .relationsBusy(let file, let statement, let attempts, let holders):
            "\(file), statement \(statement): the table was in use at each of \(attempts) attempts"
                + (holders.isEmpty
                    ? "" : " (oldest transactions: sessions \(holders.map(String.init).joined(separator: ", ")))")
                + ". Nothing was changed; try again when the long transaction has ended."
        case .failed(let file, let statement, let line, let state, let message):
            "\(file), statement \(statement) (line \(line)): \(message) [SQLSTATE \(state)]."
        case .databaseUnreachable(let sentence): "the database cannot be reached: \(sentence)."
        default: code
        }
    }

    /// The migrator cannot know whether the interrupted statement took effect, so it asks the operator to look.
    private static func unfinishedSentence(_ number: Int, _ name: String, _ direction: MigrationDirection) -> String {
        let row = "daybook_migration WHERE number = \(number)"
        let applied = "UPDATE daybook_migration SET state = 'applied' WHERE number = \(number)"
        let absent = "DELETE FROM \(row)"
        let (finished, undone) = direction == .forward ? (applied, absent) : (absent, applied)
        return
            "migration \(number) (\(name)) runs without a transaction and was interrupted on its way \(direction.rawValue). "
            + "Look at the schema; finish it by hand and run: \(finished); or take it back by hand and run: \(undone)."
    }
}
