import DaybookHost

/// Why a backup was not made, or not restored. Each has a stable code; the sentence is for the operator and holds
/// nothing that a user wrote.
enum BackupError: Error, Equatable {
    // The file and its key.
    case file(FileError)
    case noBackup(path: String)
    case unknownFormat(path: String)
    case notWhole(path: String)
    case damaged(path: String, offset: Int)
    case keyMissing(path: String)
    case keyWrong(path: String)
    case keyUnwanted(path: String)
    case noKey(path: String)
    case keyOpenToOthers(path: String)

    // What is in it.
    case newer(schema: Int, known: Int)
    case otherHistory(migration: Int)
    case unknownColumns(table: String)
    case noAccount(String)
    case accountUnfinished(String)
    case accountThere(String)
    case accountMerged(String, into: String)

    // Where it is to go.
    case databaseInUse(String)
    case restoring
    case databaseHolds(String)
    case databaseMissing(String)
    case migrating
    case secretKeyDiffers(path: String)
    case notTheSameInstance
    case poolerBetween
    case rows(table: String)
    case notCarried([String])

    var code: String {
        switch self {
        case .file: "backup_file_trouble"
        case .noBackup: "backup_not_one"
        case .unknownFormat: "backup_format_unknown"
        case .notWhole: "backup_not_whole"
        case .damaged: "backup_damaged"
        case .keyMissing: "backup_key_missing"
        case .keyWrong: "backup_key_wrong"
        case .keyUnwanted: "backup_key_unwanted"
        case .noKey, .keyOpenToOthers: "backup_key_unusable"
        case .newer: "backup_newer"
        case .otherHistory, .unknownColumns: "backup_schema_unknown"
        case .noAccount: "backup_account_missing"
        case .accountUnfinished: "backup_account_unfinished"
        case .accountThere: "restore_account_there"
        case .accountMerged: "restore_account_merged"
        case .databaseInUse: "restore_database_in_use"
        case .restoring: "restore_under_way"
        case .databaseHolds: "restore_database_not_empty"
        case .databaseMissing: "restore_database_missing"
        case .migrating: "backup_schema_busy"
        case .secretKeyDiffers: "restore_secret_key_differs"
        case .notTheSameInstance: "restore_other_instance"
        case .poolerBetween: "restore_through_pooler"
        case .rows: "restore_rows_lost"
        case .notCarried: "backup_leaves_out"
        }
    }

    /// How the command ends.
    var exit: ExitCode {
        switch self {
        case .file, .damaged, .notWhole: .inputOutput
        case .databaseMissing, .databaseInUse, .restoring, .migrating: .unavailable
        default: .failure
        }
    }
}

extension BackupError: CustomStringConvertible {
    var description: String {
        switch self {
        case .file(let error): "\(error.path): \(error.sentence)"
        case .noBackup(let path): "\(path) is not a Daybook backup"
        case .unknownFormat(let path):
            "this version of Daybook does not know the format of \(path); use a newer version"
        case .notWhole(let path): "\(path) is incomplete: its end is missing"
        case .damaged(let path, let offset): "\(path) is damaged at byte \(offset); do not trust any of it"
        case .keyMissing(let path): "\(path) is encrypted; name its key with --key-file"
        case .keyWrong(let path): "\(path) was encrypted with a different key"
        case .keyUnwanted(let path): "\(path) is not encrypted; leave --key-file out"
        case .noKey(let path): "\(path) does not contain a key; `daybook backup key PATH` makes one"
        case .keyOpenToOthers(let path): "other users of this machine can read \(path); run: chmod 600 \(path)"
        case .newer(let schema, let known):
            "the backup has schema \(schema), but this version of Daybook knows only \(known); use a newer version"
        case .otherHistory(let migration):
            "migration \(migration) of the backup differs from this version's; restore it with the version that made it"
        case .unknownColumns(let table): "the backup has a table \(table) that its schema does not have"
        case .noAccount(let name): "the backup has no account \(name)"
        case .accountUnfinished(let name): "account \(name) was being deleted or merged when the backup was made"
        case .accountThere(let name):
            "account \(name) exists, so nothing was changed. Its history can bring back any earlier state: "
                + "POST /v1/account/restoration"
        case .accountMerged(let name, let other):
            "account \(name) was merged into \(other), which has everything it had"
        default: placeDescription
        }
    }

    private var placeDescription: String {
        switch self {
        case .databaseInUse(let who):
            "\(who) is using the database; stop it first, or restore into another with --database"
        case .restoring:
            "another restore is at work in this database, so nothing was changed; try again when that is done"
        case .databaseHolds(let what):
            "the database is not empty: it holds \(what). Nothing was changed; restore into another with --database"
        case .databaseMissing(let name):
            "there is no database \(name), and it could not be created; create one that the role owns, then try again"
        case .migrating: "the schema is being migrated; try again when that is done"
        case .secretKeyDiffers(let path):
            "the secret key at \(path) is not the backup's; move it away, then try again"
        case .notTheSameInstance: "the backup comes from another installation; its accounts do not belong here"
        case .poolerBetween:
            "DAYBOOK_DATABASE_URL leads to a pooler that does not pass on `options`; name PostgreSQL itself for this command"
        case .rows(let table): "the database did not accept every row of \(table)"
        case .notCarried(let names):
            "a backup does not carry what is not Daybook's in this cluster: \(names.prefix(5).joined(separator: ", "))"
                + (names.count > 5 ? " and \(names.count - 5) more" : "")
        default: code
        }
    }
}
