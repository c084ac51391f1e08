import DaybookHost
import Glibc

/// Why the embedded PostgreSQL could not be brought up. Each has a stable code and a sentence that says what to do.
public enum EmbeddedError: Error, Equatable, Sendable {
    case binariesMissing(searched: [String])
    case binariesTooOld(version: Int, path: String)
    case unsuitableBinaries(cluster: Int, found: [Int])
    case noUnprivilegedUser
    case cannotChangeUser
    case wrongOwner(path: String, owner: String, runner: String)
    case notReachable(path: String, user: String)
    case folderInUse(folder: String, process: Int?)
    case noPermission(path: String)
    case readOnly(path: String)
    case diskFull(path: String, needed: Int?)
    case notACluster(path: String)
    case unsafeSocketFolder(path: String)
    case fileTrouble(path: String, sentence: String)
    case creationFailed(output: String)
    case startFailed(output: String)
    case startTooSlow(seconds: Int)
    case stopTooSlow(seconds: Int)
    case notRunning(folder: String)
    case nothingNewer(version: Int)
    case cannotUpgrade(folder: String)
    case upgradeFailed(output: String)
    case upgradeRefused(complaint: String, statement: String, old: String, new: String, log: String)

    public var code: String {
        switch self {
        case .binariesMissing: "postgres_missing"
        case .binariesTooOld: "postgres_too_old"
        case .unsuitableBinaries: "postgres_version_mismatch"
        case .noUnprivilegedUser: "postgres_user_missing"
        case .cannotChangeUser: "setpriv_missing"
        case .wrongOwner: "data_folder_wrong_owner"
        case .notReachable: "data_folder_unreachable"
        case .folderInUse: "data_folder_in_use"
        case .noPermission: "data_folder_no_permission"
        case .readOnly: "data_folder_read_only"
        case .diskFull: "disk_full"
        case .notACluster: "data_folder_foreign"
        case .unsafeSocketFolder: "socket_folder_unsafe"
        case .fileTrouble: "data_folder_trouble"
        case .creationFailed: "postgres_creation_failed"
        case .startFailed: "postgres_start_failed"
        case .startTooSlow: "postgres_start_timeout"
        case .stopTooSlow: "postgres_stop_timeout"
        case .notRunning: "postgres_not_running"
        case .nothingNewer: "postgres_nothing_newer"
        case .cannotUpgrade: "postgres_upgrade_missing"
        case .upgradeFailed: "postgres_upgrade_failed"
        case .upgradeRefused: "postgres_upgrade_refused"
        }
    }
}

extension EmbeddedError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .binariesMissing(let searched):
            "no PostgreSQL server was found (looked in \(searched.joined(separator: ", "))). Install it (apt install "
                + "postgresql-15), name its folder in DAYBOOK_PG_BIN, or set DAYBOOK_DATABASE_URL to use another server."
        case .binariesTooOld(let version, let path):
            "PostgreSQL \(version) in \(path) is too old; 14 or newer is needed."
        case .unsuitableBinaries(let cluster, let found):
            "the data folder was made by PostgreSQL \(cluster), and only \(found.map(String.init).joined(separator: ", ")) "
                + "is installed. Install PostgreSQL \(cluster) beside it (apt install postgresql-\(cluster)); it is then "
                + "used by itself. `daybook upgrade-database` then moves the data to the newer one."
        case .noUnprivilegedUser:
            "PostgreSQL never runs as root, and there is neither a user daybook nor a user postgres to run it as. "
                + "Make one: useradd --system --home-dir /var/lib/daybook daybook."
        case .cannotChangeUser:
            "PostgreSQL never runs as root, and neither setpriv nor runuser is there to change the user with. "
                + "Install util-linux, or start daybook as an ordinary user."
        case .wrongOwner(let path, let owner, let runner):
            "\(path) belongs to \(owner), and daybook runs as \(runner). Run it as \(owner), or hand the folder over: "
                + "chown -R \(runner) \(path)."
        case .notReachable(let path, let user):
            "the user \(user), who runs PostgreSQL, cannot reach \(path). Choose a data folder that it can reach, such as "
                + "DAYBOOK_DATA_DIR=/var/lib/daybook, or allow it through: chmod o+x \(path)."
        case .folderInUse(let folder, let process):
            "another daybook\(process.map { " (process \($0))" } ?? "") is using the data folder \(folder). "
                + "Stop it first, or give this one a DAYBOOK_DATA_DIR of its own."
        case .noPermission(let path):
            "no permission to use \(path). Run daybook as the folder's owner, or choose another DAYBOOK_DATA_DIR."
        case .readOnly(let path):
            "\(path) is on a read-only file system. Mount it writable, or choose another DAYBOOK_DATA_DIR."
        case .diskFull(let path, let needed):
            "the disk that holds \(path) is full\(needed.map { " (\($0 >> 20) MiB are needed)" } ?? ""). "
                + "Free some space; nothing was lost."
        case .notACluster(let path):
            "\(path) is not empty and not a PostgreSQL cluster. Move what is there away, or choose another "
                + "DAYBOOK_DATA_DIR."
        case .unsafeSocketFolder(let path):
            "\(path), where the database's socket would lie, is there already and belongs to somebody else or is open to "
                + "others. Remove it, or choose a shorter DAYBOOK_DATA_DIR, which can hold the socket itself."
        default: runDescription
        }
    }

    private var runDescription: String {
        switch self {
        case .fileTrouble(let path, let sentence): "\(path): \(sentence)."
        case .creationFailed(let output): "the PostgreSQL cluster could not be created: \(output)"
        case .startFailed(let output): "the embedded PostgreSQL did not start: \(output)"
        case .startTooSlow(let seconds):
            "the embedded PostgreSQL was not ready after \(seconds) s. It may still be recovering; its log lies in the "
                + "data folder under postgres/cluster/log."
        case .stopTooSlow(let seconds):
            "the embedded PostgreSQL was still stopping after \(seconds) s. It was told to end at once; its next start "
                + "recovers by itself."
        case .nothingNewer(let version):
            "the data folder is on PostgreSQL \(version), and nothing newer is installed. Install the newer version "
                + "beside it (apt install postgresql-NN), or put its programs' folder into the PATH."
        case .cannotUpgrade(let folder):
            "there is no pg_upgrade in \(folder)."
        case .upgradeFailed(let output):
            "PostgreSQL's pg_upgrade gave up, and the data folder is as it was: \(output)"
        case .upgradeRefused(let complaint, let statement, let old, let new, let log):
            "PostgreSQL \(new) does not take what \(old) has written, and the data folder is as it was: \(complaint), "
                + "at the statement \(statement) (\(log)). The newest release of PostgreSQL "
                + "\(new.prefix { $0 != "." }) may take it (apt install postgresql-\(new.prefix { $0 != "." }))."
        case .notRunning(let folder): "there is no database under \(folder) yet. Start it once: daybook serve."
        default: code
        }
    }

    /// Whether pg_upgrade alone is the trouble, so that another way may lead to the newer version.
    package var isOfPgUpgrade: Bool {
        switch self {
        case .cannotUpgrade, .upgradeFailed, .upgradeRefused: true
        default: false
        }
    }

    /// What a failed file operation means to the operator.
    init(_ error: FileError) {
        switch error.code {
        case EACCES, EPERM: self = .noPermission(path: error.path)
        case EROFS: self = .readOnly(path: error.path)
        case ENOSPC, EDQUOT: self = .diskFull(path: error.path, needed: nil)
        default: self = .fileTrouble(path: error.path, sentence: error.sentence)
        }
    }

    /// What PostgreSQL's programs printed before they gave up, for the troubles that have a sentence of their own.
    init?(output: String, path: String) {
        if output.contains("No space left on device") || output.contains("Disk quota exceeded") {
            self = .diskFull(path: path, needed: nil)
        } else if output.contains("Read-only file system") {
            self = .readOnly(path: path)
        } else {
            return nil
        }
    }
}
