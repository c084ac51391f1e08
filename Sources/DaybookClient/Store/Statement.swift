import DaybookCore

#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A prepared statement, and the row that it stands on.
final class Statement {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sqlite3_finalize(pointer) }

    func step() -> Int32 { sqlite3_step(pointer) }

    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    func number(_ column: Int32) -> Int64? {
        sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : sqlite3_column_int64(pointer, column)
    }

    /// Our texts hold no NUL: the domain takes none, and JSON escapes what is below a blank.
    func text(_ column: Int32) -> String? {
        sqlite3_column_text(pointer, column).map { String(cString: $0) }
    }

    func instant(_ column: Int32) -> Instant { Instant(milliseconds: number(column) ?? 0) }

    func identifier(_ column: Int32) throws(StoreError) -> Identifier {
        guard let id = text(column).flatMap({ Identifier($0) }) else { throw .unreadable }
        return id
    }

    func bytes(_ column: Int32) -> [UInt8] { Array((text(column) ?? "").utf8) }

    fileprivate func bind(_ text: String, at place: Int32) -> Int32 {
        sqlite3_bind_text(pointer, place, text, Int32(text.utf8.count), Self.copied)
    }

    fileprivate func bind(_ number: Int64, at place: Int32) -> Int32 { sqlite3_bind_int64(pointer, place, number) }
    fileprivate func bindNull(at place: Int32) -> Int32 { sqlite3_bind_null(pointer, place) }

    /// SQLITE_TRANSIENT: SQLite makes a copy before it returns. C's cast of -1 to a function has no other spelling
    /// here.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

/// What can stand in a column.
protocol StoredValue {
    func bind(to statement: Statement, at place: Int32) -> Int32
}

extension String: StoredValue {
    func bind(to statement: Statement, at place: Int32) -> Int32 { statement.bind(self, at: place) }
}

extension Int64: StoredValue {
    func bind(to statement: Statement, at place: Int32) -> Int32 { statement.bind(self, at: place) }
}

extension Optional: StoredValue where Wrapped: StoredValue {
    func bind(to statement: Statement, at place: Int32) -> Int32 {
        if let self { self.bind(to: statement, at: place) } else { statement.bindNull(at: place) }
    }
}
