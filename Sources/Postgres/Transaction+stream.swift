extension Transaction {
    /// Runs a query and lends its rows to the body as they come, some dozen kilobytes at a time, however many they are.
    /// A body that is slow makes the server slow, not the memory large. A body that throws ends the transaction.
    public func stream(_ query: Query, _ body: (Rows) async throws -> Void) async throws {
        // A copy does not say of what types its columns are.
        let shape = try await run("SELECT * FROM (\(query)) AS shape LIMIT 0")
        let types = shape.columnTypes
        try await copyOut("COPY (\(query)) TO STDOUT (FORMAT binary)") { reader in
            var parser = BinaryRows(types)
            for try await chunk in reader {
                let rows = try parser.rows(of: chunk)
                if !rows.isEmpty { try await body(rows) }
            }
            guard parser.hasEnded else { throw PostgresError.connectionLost }
        }
    }
}

/// Reads what `COPY ... (FORMAT binary)` sends: a head once, rows of counted fields, and a mark at the end.
struct BinaryRows {
    let types: ContiguousArray<UInt32>
    private var isFirst = true
    private(set) var hasEnded = false

    /// The signature, flags, and the length of what may be added to the head.
    private static let headLength = 19

    init(_ types: ContiguousArray<UInt32>) { self.types = types }

    /// - Parameter chunk: whole rows, as libpq hands them over.
    mutating func rows(of chunk: [UInt8]) throws(PostgresError) -> Rows {
        let memory = CopiedMemory(chunk, columns: types.count)
        var reader = BinaryReader(UnsafeRawBufferPointer(memory.bytes))
        if isFirst {
            isFirst = false
            guard let head = reader.bytes(Self.headLength), head.starts(with: "PGCOPY\n".utf8) else {
                throw Self.broken
            }
        }
        while let columns = reader.int16() {
            if columns == -1 {
                hasEnded = true
                break
            }
            guard columns == types.count else { throw Self.broken }
            for _ in 0..<columns {
                guard let length = reader.int32() else { throw Self.broken }
                guard length >= 0 else {
                    memory.fields.append(nil)
                    continue
                }
                guard let field = reader.bytes(Int(length)) else { throw Self.broken }
                memory.fields.append(field)
            }
        }
        return Rows(ResultMemory(memory, types: types))
    }

    private static let broken = PostgresError.misuse("a copy is not of the form it should have")
}

/// The bytes of copied rows and where their fields are in them.
final class CopiedMemory {
    let bytes: UnsafeMutableRawBufferPointer
    /// Row by row; nil is NULL.
    var fields: ContiguousArray<UnsafeRawBufferPointer?> = []

    init(_ chunk: [UInt8], columns: Int) {
        bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(chunk.count, 1), alignment: 8)
        bytes.copyBytes(from: chunk)
        fields.reserveCapacity(chunk.count / 8)
    }

    deinit { bytes.deallocate() }
}
