import DaybookCore
import DaybookStore
import Postgres

/// Reads a row's columns one after the other, in the order in which they were asked for.
package struct StoredColumns {
    let row: Row
    /// The one that is read next.
    package private(set) var column: Int

    package init(_ row: Row, from column: Int = 0) {
        self.row = row
        self.column = column
    }

    package mutating func next<Value: PostgresDecodable>(_ type: Value.Type = Value.self) throws(PostgresError) -> Value
    {
        defer { column += 1 }
        return try row.decode(column, as: type)
    }

    /// Whether the next column holds anything.
    package var isThere: Bool {
        get throws(PostgresError) { try row.decode(column, as: Identifier?.self) != nil }
    }

    package mutating func skip(_ count: Int) { column += count }

    // Generic code of this target stays generic in another, which takes these where rows are many.

    package mutating func nextFlag() throws(PostgresError) -> Bool { try next() }
    package mutating func nextNumber() throws(PostgresError) -> Int64 { try next() }
    package mutating func nextInstant() throws(PostgresError) -> Instant { try next() }
    package mutating func nextText() throws(PostgresError) -> String? { try next() }
    package mutating func nextId() throws(PostgresError) -> Identifier { try next() }
    package mutating func nextIdentifier() throws(PostgresError) -> Identifier? { try next() }
    package mutating func nextOctets() throws(PostgresError) -> [UInt8]? { try next() }

    /// A value that is stored in the form of another.
    package mutating func next<Stored: PostgresDecodable, Value>(
        _ read: (Stored) -> Value?
    ) throws(PostgresError) -> Value {
        let stored: Stored = try next()
        guard let value = read(stored) else { throw StoredColumns.corrupt }
        return value
    }

    package mutating func nextIfThere<Stored: PostgresDecodable, Value>(
        _ read: (Stored) -> Value?
    ) throws(PostgresError) -> Value? {
        let stored: Stored? = try next()
        guard let stored else { return nil }
        guard let value = read(stored) else { throw StoredColumns.corrupt }
        return value
    }

    mutating func nextClock() throws(PostgresError) -> HybridTime? { try next() }

    /// Of two columns.
    mutating func nextCompletion() throws(PostgresError) -> TaskItem.Completion? {
        let clock = try nextClock()
        let at: Instant? = try next()
        guard let clock, let at else { return nil }
        return TaskItem.Completion(clock: clock, at: at)
    }

    mutating func nextClocks<Field: FieldName>() throws(PostgresError) -> FieldClocks<Field> { try next() }

    package mutating func nextOrderKey() throws(PostgresError) -> OrderKey {
        try next { (text: String) in OrderKey(text) }
    }

    mutating func nextJSON() throws(PostgresError) -> JSONValue? {
        try nextIfThere { (json: PostgresJSON) in try? JSONValue(json: json.bytes) }
    }

    package mutating func nextRecurrence() throws(PostgresError) -> Recurrence? {
        try nextIfThere { (json: PostgresJSON) in
            var reader = JSONReader(json.bytes)
            return try? reader.readRecurrence()
        }
    }

    package mutating func nextTags() throws(PostgresError) -> [String]? {
        try nextIfThere { (json: PostgresJSON) in
            var reader = JSONReader(json.bytes)
            return try? reader.readTexts()
        }
    }

    package mutating func nextTagClocks() throws(PostgresError) -> TagSet? {
        try nextIfThere { (json: PostgresJSON) in
            var reader = JSONReader(json.bytes)
            return try? reader.readTagClocks()
        }
    }

    package mutating func nextUnknown() throws(PostgresError) -> UnknownFields {
        try nextIfThere { (json: PostgresJSON) in
            (try? JSONValue(json: json.bytes)).flatMap { UnknownFields(stored: $0) }
        } ?? UnknownFields()
    }

    /// What the schema does not let in.
    package static let corrupt = PostgresError.misuse("a stored row is not what this release writes")
}

extension JSONValue {
    /// As a text, for columns of type json.
    var jsonText: String { String(decoding: json, as: UTF8.self) }
}

extension UnknownFields {
    /// `[[name, value, clock], ...]`; nil for none.
    package var stored: String? {
        guard !isEmpty else { return nil }
        return JSONValue.array(entries.map { .array([.string($0.name), $0.value, .string($0.clock.text)]) }).jsonText
    }

    package init?(stored: JSONValue) {
        guard case .array(let items) = stored else { return nil }
        var entries: [Entry] = []
        for item in items {
            guard case .array(let parts) = item, parts.count == 3, case .string(let name) = parts[0],
                case .string(let clock) = parts[2], let clock = HybridTime(clock)
            else { return nil }
            entries.append(Entry(name: name, value: parts[1], clock: clock))
        }
        self.init(entries)
    }
}
