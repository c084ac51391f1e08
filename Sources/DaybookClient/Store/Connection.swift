#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// One connection to a SQLite file: statements are prepared once, and whatever SQLite says other than success is
/// thrown.
final class Connection {
    private let handle: OpaquePointer
    private var prepared: [String: Statement] = [:]

    /// Waits so long for another process that is writing.
    static let patience: Int32 = 10_000

    init(path: String) throws(StoreError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = StoreError(code: code, words: handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory")
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.patience)
    }

    deinit {
        prepared = [:]
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows and take no values.
    func execute(_ script: String) throws(StoreError) {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Runs one statement to its end.
    func run(_ text: String, _ values: any StoredValue...) throws(StoreError) {
        try rows(text, values) { (_) throws(StoreError) in }
    }

    /// Runs one statement and reads each of its rows.
    @discardableResult
    func each<Value>(
        _ text: String, _ values: any StoredValue..., read: (Statement) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var found: [Value] = []
        try rows(text, values) { (row) throws(StoreError) in found.append(try read(row)) }
        return found
    }

    func number(_ text: String, _ values: any StoredValue...) throws(StoreError) -> Int64? {
        var number: Int64?
        try rows(text, values) { (row) throws(StoreError) in number = row.number(0) }
        return number
    }

    private func rows(
        _ text: String, _ values: [any StoredValue], _ read: (Statement) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try statement(text)
        defer { statement.reset() }
        for (place, value) in values.enumerated() {
            let code = value.bind(to: statement, at: Int32(place + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
        while true {
            let code = statement.step()
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw failure(code) }
            try read(statement)
        }
    }

    private func statement(_ text: String) throws(StoreError) -> Statement {
        if let statement = prepared[text] { return statement }
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw failure(code) }
        let statement = Statement(pointer)
        prepared[text] = statement
        return statement
    }

    /// Everything in the body happens, or nothing does; writers of other processes wait.
    func transaction<Outcome>(_ body: () throws -> Outcome) throws -> Outcome {
        try execute("BEGIN IMMEDIATE")
        do {
            let outcome = try body()
            try execute("COMMIT")
            return outcome
        } catch {
            // A full disk may have ended the transaction by itself.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    private func failure(_ code: Int32) -> StoreError {
        StoreError(code: code, words: String(cString: sqlite3_errmsg(handle)))
    }
}

/// Why the local store could not be read or written.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's extended result code.
    public let code: Int32
    let words: String

    public var description: String { "the local store: \(words) (\(code))" }

    /// Whether there is no room left on the disk.
    public var isFull: Bool { code & 0xFF == SQLITE_FULL }

    static let unreadable = StoreError(code: SQLITE_CORRUPT, words: "it holds something that cannot be understood")
    static func newer(_ version: Int64) -> StoreError {
        StoreError(code: SQLITE_SCHEMA, words: "it was made by a newer release (schema \(version))")
    }
}
