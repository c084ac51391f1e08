import DaybookHost
import Glibc
import Postgres

/// The secret key that belongs to a database, found and compared before anything is done with it.
package struct KeyForDatabase: Sendable {
    let database: Database
    let path: String

    package init(_ database: Database, _ path: String) {
        self.database = database
        self.path = path
    }

    package init(_ database: Database, _ configuration: Configuration) {
        self.init(database, SecretKey.path(configuration))
    }

    /// Throws where the database was made with another key than the one at hand, or with one that is not here. Changes
    /// nothing but one thing: it finishes a rotation that was interrupted after the database had been changed.
    ///
    /// - Parameter mayBeElsewhere: whether it is enough that the database knows its key. Who migrates may do that
    ///   without it.
    @discardableResult
    package func require(_ key: SecretKey?, mayBeElsewhere: Bool = false) async throws -> KeyStanding {
        let standing = try await KeyStanding.of(key, in: database)
        guard case .another(let wanted) = standing else { return standing }
        if let wanted, try finishRotation(to: wanted) { throw KeyAppeared() }
        // The file was read before the database was asked, and another process may have put a key there in between.
        if try SecretKey.find(path).map(KeyFingerprint.init) != key.map(KeyFingerprint.init) { throw KeyAppeared() }
        if key == nil, mayBeElsewhere, wanted != nil { return standing }
        guard let key else { throw SecretKeyError.missing(path: path, wanted: wanted?.text) }
        throw SecretKeyError.another(path: path, here: KeyFingerprint(key).text, wanted: wanted?.text)
    }

    /// The key, compared, made where neither there is one nor the database wants one, and known to the database from
    /// now on.
    package func settled() async throws -> SecretKey {
        for _ in 0..<5 {
            do {
                let found = try SecretKey.find(path)
                try await require(found)
                return try await settle(found ?? .random(), isNew: found == nil)
            } catch is KeyAppeared {}
        }
        throw SecretKeyError.file(path: path, reason: "another process keeps replacing it")
    }

    /// Puts a new key in its place and tells the database of it. Throws `KeyAppeared` where another process was faster.
    package func settle(_ key: SecretKey, isNew: Bool) async throws -> SecretKey {
        if isNew, try !SecretKey.settle(key.written, path) { throw KeyAppeared() }
        let recorded = try await KeyStanding.record(key, in: database)
        guard let recorded, recorded != KeyFingerprint(key) else { return key }
        // A process with its own file was faster, so this one cannot have been used.
        if isNew { unlink(path) }
        throw SecretKeyError.another(path: path, here: KeyFingerprint(key).text, wanted: recorded.text)
    }

    /// Where the next key waits while the database is being changed to it.
    package static func waiting(_ path: String) -> String { path + ".next" }
    /// Where the one before stays, for backups from its time.
    package static func before(_ path: String) -> String { path + ".before" }

    /// Puts the waiting key in its place if the database is the waiting key's already. Says whether it did.
    private func finishRotation(to wanted: KeyFingerprint) throws(SecretKeyError) -> Bool {
        guard let waiting = try SecretKey.find(Self.waiting(path)), KeyFingerprint(waiting) == wanted else {
            return false
        }
        try SecretKey.promote(path)
        return true
    }
}

/// A key has appeared or changed since a moment ago: a caller that meant to go on without it starts again.
package struct KeyAppeared: Error {}
