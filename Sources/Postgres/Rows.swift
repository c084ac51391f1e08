import CPostgres

/// The answer to one statement. The rows stay in the memory that libpq received them into until the last reference to
/// them goes; values are decoded from there, when and if they are asked for.
public struct Rows: RandomAccessCollection, Sendable {
    @usableFromInline let result: ResultMemory

    init(_ result: ResultMemory) { self.result = result }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { result.count }
    @inlinable public subscript(index: Int) -> Row { Row(result: result, index: Int32(truncatingIfNeeded: index)) }

    /// How many rows the statement inserted, changed, deleted or selected.
    public var affected: Int {
        guard let pointer = result.pointer, let text = PQcmdTuples(pointer) else { return 0 }
        return Int(String(cString: text)) ?? 0
    }

    /// The statement's kind, as in `UPDATE 3`.
    public var commandTag: String {
        result.pointer.flatMap { PQcmdStatus($0) }.map { String(cString: $0) } ?? ""
    }

    /// The types of the columns by their numbers.
    var columnTypes: ContiguousArray<UInt32> { ContiguousArray((0..<result.columns).map { result.type(of: $0) }) }

    /// Each row's columns as a tuple.
    @inlinable
    public func decode<each Value: PostgresDecodable>(
        _ type: (repeat each Value).Type = (repeat each Value).self
    ) throws(PostgresError) -> [(repeat each Value)] {
        var all: [(repeat each Value)] = []
        all.reserveCapacity(count)
        for row in self { all.append(try row.decode(type)) }
        return all
    }
}

/// One row of an answer.
public struct Row: Sendable {
    @usableFromInline let result: ResultMemory
    @usableFromInline let index: Int32

    @inlinable
    init(result: ResultMemory, index: Int32) {
        self.result = result
        self.index = index
    }

    public var columnCount: Int { Int(result.columns) }

    /// The value of a column, counted from 0.
    @inlinable
    public func decode<Value: PostgresDecodable>(
        _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
        if column >= 0, column < result.columns {
            if let bytes = result.bytes(row: index, column: Int32(truncatingIfNeeded: column)) {
                if let value = Value.decode(bytes, type: result.type(of: Int32(truncatingIfNeeded: column))) {
                    return value
                }
            } else if let null = Value.decodedNull {
                return null
            }
        }
        throw failure(column, expected: type)
    }

    /// The leading columns as a tuple: `let (title, done) = try row.decode((String, Bool).self)`.
    @inlinable
    public func decode<each Value: PostgresDecodable>(
        _ type: (repeat each Value).Type = (repeat each Value).self
    ) throws(PostgresError) -> (repeat each Value) {
        var column = -1
        func next<Element: PostgresDecodable>(_: Element.Type) throws(PostgresError) -> Element {
            column += 1
            return try decode(column, as: Element.self)
        }
        return (repeat try next((each Value).self))
    }

    @usableFromInline
    func failure(_ column: Int, expected: Any.Type) -> PostgresError {
        guard column >= 0, column < result.columns else {
            return .decoding(
                .init(column: column, name: "", expected: String(describing: expected), type: 0, isNull: false))
        }
        let position = Int32(truncatingIfNeeded: column)
        return .decoding(
            .init(
                column: column, name: result.name(of: column), expected: String(describing: expected),
                type: result.type(of: position), isNull: result.bytes(row: index, column: position) == nil))
    }
}

/// Owns a PGresult, or rows that were copied.
///
/// `@unchecked Sendable` is safe because a result is never changed after it was received, and is freed when nobody can
/// read it any more.
@usableFromInline
final class ResultMemory: @unchecked Sendable {
    /// Nil for copied rows, of which libpq knows nothing.
    let pointer: OpaquePointer?
    private let copied: CopiedMemory?
    private let types: ContiguousArray<UInt32>
    /// Its size in bytes, if that is worth counting.
    private let size: Int
    @usableFromInline let count: Int
    @usableFromInline let columns: Int32

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        copied = nil
        types = []
        count = Int(PQntuples(pointer))
        columns = PQnfields(pointer)
        let bytes = PQresultMemorySize(pointer)
        size = bytes < AnswerRoom.least ? 0 : bytes
        if size > 0 { AnswerRoom.shared.take(size) }
    }

    init(_ copied: CopiedMemory, types: ContiguousArray<UInt32>) {
        pointer = nil
        self.copied = copied
        self.types = types
        size = 0
        count = types.isEmpty ? 0 : copied.fields.count / types.count
        columns = Int32(types.count)
    }

    deinit {
        if let pointer { PQclear(pointer) }
        if size > 0 { AnswerRoom.shared.giveBack(size) }
    }

    /// Nil is NULL. Only for positions that exist.
    @usableFromInline
    func bytes(row: Int32, column: Int32) -> UnsafeRawBufferPointer? {
        guard let pointer else { return copied?.fields[Int(row * columns + column)] }
        let length = PQgetlength(pointer, row, column)
        if length == 0, PQgetisnull(pointer, row, column) != 0 { return nil }
        return UnsafeRawBufferPointer(start: PQgetvalue(pointer, row, column), count: Int(length))
    }

    @usableFromInline
    func type(of column: Int32) -> UInt32 { pointer.map { PQftype($0, column) } ?? types[Int(column)] }

    @usableFromInline
    func name(of column: Int) -> String {
        pointer.flatMap { PQfname($0, Int32(truncatingIfNeeded: column)) }.map { String(cString: $0) } ?? ""
    }
}
