import DaybookCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What replicas are written on: a SQLite file in a folder of its own.
///
/// Rows, operations and how far a device has read belong to a book. Today there is one, the account's own, which has
/// the account's identifier; shared lists will be further ones beside it.
///
/// Write-ahead log with full synchronisation: what a call wrote is on the disk when it returns, and a crash leaves the
/// state before a call or after it. Several processes may hold the same file. A change writes its own rows and no
/// others.
final class Store {
    let connection: Connection
    let folder: URL

    /// Opens the store, and makes it where there is none.
    init(folder: URL, newIdentity: () -> (account: Identifier, device: Identifier)) throws {
        self.folder = folder
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder.appendingPathComponent("notebook.sqlite")
        // The folder may have been there before, open to others. What SQLite writes beside the file is as closed as it.
        _ = try? Data().write(to: file, options: .withoutOverwriting)
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        connection = try Connection(path: file.path)
        // What is erased, or written over, leaves nothing in the file's free pages.
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        let version = try connection.number("PRAGMA user_version") ?? 0
        guard version <= Self.version else { throw StoreError.newer(version) }
        guard version < Self.version else { return }
        try connection.transaction {
            // Another process may have been faster.
            let version = try connection.number("PRAGMA user_version") ?? 0
            guard version > 0 else {
                try connection.execute(Self.schema)
                let identity = newIdentity()
                return try begin(ReplicaParts(account: identity.account, device: identity.device))
            }
            if version < 2 { try connection.execute(Self.shiftOfClocks) }
            guard version > 2 else { return try connection.execute(Self.booksOfRows) }
            if version < 4 { try connection.execute(Self.reminders) }
            if version < 5 { try connection.execute(Self.outage) }
            try connection.execute(Self.namesOfUndoings)
        }
    }

    func transaction<Outcome>(_ body: () throws -> Outcome) throws -> Outcome { try connection.transaction(body) }

    /// Counts the changes of this file, whoever made them.
    func generation() throws(StoreError) -> Int64 {
        guard let generation = try connection.number("SELECT generation FROM standing") else { throw .unreadable }
        return generation
    }

    func bumpGeneration() throws(StoreError) -> Int64 {
        try connection.run("UPDATE standing SET generation = generation + 1")
        return try generation()
    }

    func begin(_ parts: ReplicaParts) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO standing (one, account, device, clock, exchange, generation)
            VALUES (1, ?1, ?2, ?3, 0, 1)
            """,
            parts.base.account.text, parts.device.text, ClockText.text(of: parts.standing.clock))
        try connection.run("INSERT INTO book (id, revision, replaced) VALUES (?1, 0, 1)", parts.base.account.text)
    }
}

/// A clock that was never set lies before every instant that has a text.
enum ClockText {
    static func text(of clock: HybridTime) -> String {
        clock.milliseconds == .min ? "" : clock.text
    }

    static func clock(_ text: String, device: Identifier) -> HybridTime? {
        text.isEmpty ? HybridClock(device: device).last : HybridTime(text)
    }
}

extension RowKind {
    init?(stored: Int64?) {
        guard let stored, let kind = RowKind(rawValue: stored) else { return nil }
        self = kind
    }
}

/// What a row is, as the store numbers it.
enum RowKind: Int64 {
    case task = 0
    case list = 1
    case settings = 2
}
