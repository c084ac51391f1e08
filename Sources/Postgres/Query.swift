/// A statement and the values bound to it.
///
/// Interpolation binds: `"select title from task where id = \(id)"` sends `$1` and the value apart from each other, so
/// no value can become SQL. Text that is SQL itself has to be asked for by its ugly name, `\(unsafeSQL: text)`.
///
/// The literal parts are `StaticString`s, so a statement is recognised by the addresses of its parts: its text is put
/// together only the first time a reactor meets it.
public struct Query: ExpressibleByStringInterpolation, Sendable {
    var identity = StatementIdentity()
    var pieces: ContiguousArray<Piece> = []
    /// The encoded values, back to back.
    var values = ParameterBytes()
    public internal(set) var parameterCount = 0
    /// Raw text came in, so the addresses do not identify the statement.
    var hasRawText = false
    /// Said once and never again, so it is not worth a name.
    var goesUnnamed = false
    /// What is sent instead where tables are spread over several servers.
    var spreadText: String?

    public init(stringLiteral value: StaticString) { append(literal: value) }

    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.query }

    /// A statement whose text is not known at compile time. Nothing is bound and nothing is quoted.
    public init(unsafeSQL text: String) { append(raw: text) }

    /// Two fragments, one after the other.
    public static func + (left: Query, right: Query) -> Query {
        var both = left
        both.append(fragment: right)
        return both
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var query = Query()

        public init(literalCapacity: Int, interpolationCount: Int) {
            query.pieces.reserveCapacity(2 * interpolationCount + 1)
            // Most values are keys and numbers; whatever is longer grows the buffer once.
            query.values.reserveCapacity(24 * interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) { query.append(literal: literal) }

        /// Binds a value.
        public mutating func appendInterpolation(_ value: some PostgresEncodable) { query.append(parameter: value) }

        /// Binds an array of what is made of each of these, as long as that is no byte.
        public mutating func appendInterpolation<Row, Value: PostgresEncodable>(
            eachOf rows: [Row], _ value: (Row) -> Value
        ) {
            query.append(parameter: Value.postgresTypeOfArray.oid, isBinary: true) {
                Value.encode(eachOf: rows, value, into: &$0)
            }
        }

        /// Puts another statement's text and values here.
        public mutating func appendInterpolation(_ fragment: Query) { query.append(fragment: fragment) }

        /// Puts text into the statement as it stands. Never text that a user had a hand in.
        public mutating func appendInterpolation(unsafeSQL text: String) { query.append(raw: text) }
    }

    private init() {}
}

extension Query: CustomStringConvertible {
    /// The statement with `$1`, `$2` ... in place of the values, which are never shown.
    public var description: String { sql }

    /// The text that is sent.
    public var sql: String {
        var bytes: [UInt8] = []
        var number = 0
        for piece in pieces {
            switch piece.kind {
            case .literal:
                // A literal's bytes live as long as the program.
                if let start = UnsafePointer<UInt8>(bitPattern: piece.place) {
                    bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: Int(piece.length)))
                }
            case .raw:
                bytes.append(contentsOf: values.bytes[Int(piece.place)..<Int(piece.place) + Int(piece.length)])
            case .parameter:
                number += 1
                bytes.append(contentsOf: "$\(number)".utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Query {
    /// One part of a statement, sixteen bytes of it.
    struct Piece {
        enum Kind: UInt8 { case literal, raw, parameter }

        /// The address of a literal, or the offset of a value or of raw text.
        let place: UInt
        /// In bytes; -1 is NULL.
        let length: Int32
        /// The type of a parameter.
        let type: UInt32
        let kind: Kind
        let isBinary: Bool
    }

    private mutating func append(literal: StaticString) {
        guard literal.hasPointerRepresentation else { return append(raw: literal.description) }
        guard literal.utf8CodeUnitCount > 0 else { return }
        let address = UInt(bitPattern: literal.utf8Start)
        let length = literal.utf8CodeUnitCount
        identity.mix(UInt64(address))
        identity.mix(UInt64(length))
        pieces.append(
            Piece(place: address, length: Int32(clamping: length), type: 0, kind: .literal, isBinary: false))
    }

    private mutating func append(raw text: String) {
        hasRawText = true
        let start = values.count
        values.append(text.utf8)
        pieces.append(
            Piece(
                place: UInt(start), length: Int32(clamping: values.count - start), type: 0, kind: .raw, isBinary: false)
        )
    }

    private mutating func append<Value: PostgresEncodable>(parameter value: Value) {
        append(parameter: Value.postgresParameterType, isBinary: Value.postgresIsBinary) { value.encode(into: &$0) }
    }

    private mutating func append(
        parameter type: UInt32, isBinary: Bool, _ encode: (inout ParameterBytes) -> Void
    ) {
        let start = values.count
        values.isNull = false
        encode(&values)
        let length = values.isNull ? -1 : Int32(clamping: values.count - start)
        // Text goes out as a C string.
        if !isBinary { values.append(0 as UInt8) }
        identity.mix(UInt64(type) << 1 | (isBinary ? 1 : 0))
        parameterCount += 1
        pieces.append(Piece(place: UInt(start), length: length, type: type, kind: .parameter, isBinary: isBinary))
    }

    private mutating func append(fragment: Query) {
        let shift = UInt(values.count)
        values.append(fragment.values)
        identity.mix(fragment.identity)
        hasRawText = hasRawText || fragment.hasRawText
        parameterCount += fragment.parameterCount
        for piece in fragment.pieces {
            let place = piece.kind == .literal ? piece.place : piece.place + shift
            pieces.append(
                Piece(place: place, length: piece.length, type: piece.type, kind: piece.kind, isBinary: piece.isBinary))
        }
    }
}

/// Names a statement by where its parts are. Two lanes of 64 bits, mixed over the addresses, lengths and types in their
/// order: with a thousand statements the chance that two of them meet is about 10^-33.
struct StatementIdentity: Hashable {
    private(set) var first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private(set) var second: UInt64 = 0xD1B5_4A32_D192_ED03

    mutating func mix(_ value: UInt64) {
        first = Self.fold(first ^ value, 0xA076_1D64_78BD_642F) &+ 0x2D35_8DCC_AA6C_78A5
        second = Self.fold(second ^ value, 0xE703_7ED1_A0B4_28DB) &+ 0x8EBC_6AF0_9C88_C6E3
    }

    mutating func mix(_ other: StatementIdentity) {
        mix(other.first)
        mix(other.second)
    }

    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    func hash(into hasher: inout Hasher) {
        // Mixed well enough already.
        hasher.combine(first)
    }
}
