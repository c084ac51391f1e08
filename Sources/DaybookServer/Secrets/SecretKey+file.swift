import Glibc

/// Why there is no key to work with.
enum SecretKeyError: Error, Equatable, CustomStringConvertible {
    case file(path: String, reason: String)
    case wrongLength(path: String)
    case openToOthers(path: String)

    var description: String {
        switch self {
        case .file(let path, let reason): "the secret key \(path): \(reason)"
        case .wrongLength(let path):
            "the secret key \(path) is not \(SecretKey.length) bytes long; restore it from the backup"
        case .openToOthers(let path):
            "the secret key \(path) can be read by other users of the machine; run: chmod 600 \(path)"
        }
    }
}

extension SecretKey {
    static func load(_ configuration: Configuration) throws(SecretKeyError) -> SecretKey {
        try load(path(configuration))
    }

    static func path(_ configuration: Configuration) -> String {
        configuration.secretKey ?? configuration.dataDirectory + "/secret.key"
    }

    /// Reads the key, and makes it where there is none. Any number of processes may start at once: the file appears whole
    /// or not at all, the first to put it in place wins, and the others read what they find.
    static func load(_ path: String) throws(SecretKeyError) -> SecretKey {
        let (mode, bytes) = try contents(path)
        // The group may read it: that is how some supervisors hand a secret to a service.
        guard mode & 0o007 == 0 else { throw .openToOthers(path: path) }
        guard let key = SecretKey(bytes) else { throw .wrongLength(path: path) }
        return key
    }

    /// The key of an installation that moves here. False where another is there already; that one stays.
    static func settle(_ key: [UInt8], _ path: String) throws(SecretKeyError) -> Bool {
        do throws(FileError) {
            if try Files.status(path) == nil { try create(path, key) }
            return Sodium.equal(try Files.read(path, limit: 4096), key)
        } catch {
            throw .file(path: path, reason: error.sentence)
        }
    }

    static func contents(_ configuration: Configuration) throws(SecretKeyError) -> [UInt8] {
        try contents(path(configuration)).1
    }

    private static func contents(_ path: String) throws(SecretKeyError) -> (mode_t, [UInt8]) {
        do throws(FileError) {
            if try Files.status(path) == nil { try create(path) }
            return (try Files.status(path)?.st_mode ?? 0, try Files.read(path, limit: 4096))
        } catch {
            throw .file(path: path, reason: error.sentence)
        }
    }

    private static func create(_ path: String, _ bytes: [UInt8] = Sodium.randomBytes(length)) throws(FileError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        // As root the folder is on PostgreSQL's way to its own, which runs as somebody else; the key is closed by its own mode.
        if !folder.isEmpty { try Files.makeFolder(folder, mode: geteuid() == 0 ? 0o711 : 0o700) }
        let temporary = "\(path).\(getpid()).\(Sodium.randomBytes(8).map(String.init).joined())"
        let file = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError(temporary) }
        defer {
            close(file)
            unlink(temporary)
        }
        try Files.write(bytes, to: file, path: temporary)
        guard fsync(file) == 0 else { throw FileError(temporary) }
        // Unlike a rename, a link never replaces the key that another process has just made.
        guard link(temporary, path) == 0 || errno == EEXIST else { throw FileError(path) }
        try Files.sync(folder: folder.isEmpty ? "/" : folder)
    }
}
