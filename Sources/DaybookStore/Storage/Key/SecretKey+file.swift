import DaybookHost
import Glibc

/// Why there is no key to work with.
package enum SecretKeyError: Error, Equatable, CustomStringConvertible {
    case file(path: String, reason: String)
    case wrongLength(path: String)
    case openToOthers(path: String)
    /// The database was made with a key, and there is none here. Fingerprints are given if they are known.
    case missing(path: String, wanted: String?)
    case another(path: String, here: String, wanted: String?)

    package var description: String {
        switch self {
        case .file(let path, let reason): "the secret key \(path): \(reason)"
        case .wrongLength(let path):
            "the secret key \(path) is not \(SecretKey.length) bytes long; restore it from the backup"
        case .openToOthers(let path):
            "other users of this machine can read the secret key \(path); run: chmod 600 \(path)"
        case .missing(let path, let wanted):
            "the secret key \(path) is missing, but this database has one\(Self.named(wanted)). \(Self.advice(path))"
        case .another(let path, let here, let wanted):
            "the secret key \(path) (fingerprint \(here)) is not the one that this database uses\(Self.named(wanted)). "
                + Self.advice(path)
        }
    }

    private static func named(_ fingerprint: String?) -> String {
        fingerprint.map { " (fingerprint \($0))" } ?? ""
    }

    private static func advice(_ path: String) -> String {
        """
        No login works with a different key. The right key is where the server ran before: in its data folder, in its \
        container (/var/lib/daybook/secret.key), beside it as \(KeyForDatabase.before(path)) after a rotation, or in an encrypted \
        backup. Put it at \(path), or name it with DAYBOOK_SECRET_KEY. If it is lost for good: daybook key rotate --lost
        """
    }
}

extension SecretKey {
    package static func path(_ configuration: Configuration) -> String {
        configuration.secretKey ?? configuration.dataDirectory + "/secret.key"
    }

    /// Reads the key; nil where there is none.
    package static func find(_ path: String) throws(SecretKeyError) -> SecretKey? {
        let found = try telling(path) { () throws(FileError) -> (mode: mode_t, bytes: [UInt8])? in
            guard let status = try Files.status(path) else { return nil }
            return (status.st_mode, try Files.read(path, limit: 4096))
        }
        guard let found else { return nil }
        // The group may read it: that is how some supervisors hand a secret to a service.
        guard found.mode & 0o007 == 0 else { throw .openToOthers(path: path) }
        guard let key = SecretKey(found.bytes) else { throw .wrongLength(path: path) }
        return key
    }

    /// Writes a key if there is none. Any number of processes may do so at once: the file appears whole or not at all,
    /// and the first wins. False if another key is there by then; that one stays.
    package static func settle(_ key: [UInt8], _ path: String) throws(SecretKeyError) -> Bool {
        try telling(path) { () throws(FileError) in
            if try Files.status(path) == nil { try create(path, key) }
            return Sodium.equal(try Files.read(path, limit: 4096), key)
        }
    }

    /// Lays the next key beside the present one, owned and closed as that is.
    package static func lay(_ key: SecretKey, besides path: String) throws(SecretKeyError) {
        let waiting = KeyForDatabase.waiting(path)
        try telling(waiting) { () throws(FileError) in
            // What a rotation has left that ended before it changed anything.
            if unlink(waiting) != 0, errno != ENOENT { throw FileError(waiting) }
            try create(waiting, key.written)
            guard let present = try Files.status(path) else { return }
            if geteuid() == 0, chown(waiting, present.st_uid, present.st_gid) != 0 { throw FileError(waiting) }
            guard chmod(waiting, present.st_mode & 0o770) == 0 else { throw FileError(waiting) }
        }
    }

    /// The waiting key takes the place of the present one, which stays beside it.
    package static func promote(_ path: String) throws(SecretKeyError) {
        try telling(path) { () throws(FileError) in
            let before = KeyForDatabase.before(path)
            if try Files.status(path) != nil {
                if unlink(before) != 0, errno != ENOENT { throw FileError(before) }
                // At every moment there is a key at the path: this one, then the next.
                guard link(path, before) == 0 else { throw FileError(before) }
            }
            guard rename(KeyForDatabase.waiting(path), path) == 0 else { throw FileError(path) }
            try Files.sync(folder: folder(of: path))
        }
    }

    private static func telling<Outcome>(
        _ path: String, _ body: () throws(FileError) -> Outcome
    ) throws(SecretKeyError) -> Outcome {
        do throws(FileError) { return try body() } catch { throw .file(path: path, reason: error.sentence) }
    }

    private static func folder(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return folder.isEmpty ? "/" : folder
    }

    private static func create(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let folder = folder(of: path)
        // As root the folder is on PostgreSQL's way to its own, which runs as somebody else; the key is closed by its
        // own mode.
        try Files.makeFolder(folder, mode: geteuid() == 0 ? 0o711 : 0o700)
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
        try Files.sync(folder: folder)
    }
}
