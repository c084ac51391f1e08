/// A value in CBOR (RFC 8949), as far as passkeys hold it: whole numbers, bytes, texts, arrays, maps by numbers and
/// texts, and the simple values.
indirect enum CBOR: Equatable, Sendable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([Key: CBOR])
    case bool(Bool)
    case null

    enum Key: Hashable, Sendable {
        case integer(Int64)
        case text(String)
    }

    subscript(name: String) -> CBOR? { if case .map(let members) = self { members[.text(name)] } else { nil } }
    subscript(label: Int64) -> CBOR? { if case .map(let members) = self { members[.integer(label)] } else { nil } }

    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
}

/// Why bytes are not read.
enum CBORRefusal: String, Error, CaseIterable, Sendable {
    case truncated
    /// More in each other than any authenticator writes.
    case tooDeep = "too_deep"
    /// More values than any authenticator writes.
    case tooMany = "too_many"
    /// Of no fixed length, tagged or broken numbers, or another kind of key: CTAP2 leaves all of these out.
    case unsupported
    /// Nothing that the standard knows.
    case malformed
    case duplicate
    /// Something follows the one value.
    case trailing
}

/// Reads one value after the other. What a length promises is never believed before it is there, so hostile bytes cost
/// what they weigh and no more.
struct CBORReader {
    /// An attestation's certificates lie four deep.
    static let deepest = 8
    /// Values in all, keys not counted.
    static let most = 512

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var left = CBORReader.most

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

    /// What was not read yet.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// The one value that all of the bytes are.
    static func read(_ bytes: [UInt8]) throws(CBORRefusal) -> CBOR {
        var reader = CBORReader(bytes[...])
        let value = try reader.value()
        guard reader.rest.isEmpty else { throw .trailing }
        return value
    }

    mutating func value() throws(CBORRefusal) -> CBOR { try value(depth: 0) }

    private mutating func value(depth: Int) throws(CBORRefusal) -> CBOR {
        guard depth < Self.deepest else { throw .tooDeep }
        guard left > 0 else { throw .tooMany }
        left -= 1
        let (kind, argument) = try head()
        switch kind {
        case 0, 1: return .integer(try number(kind, argument))
        case 2: return .bytes(Array(try take(argument)))
        case 3: return .text(try text(argument))
        case 4:
            var items: [CBOR] = []
            for _ in 0..<(try count(argument)) { items.append(try value(depth: depth + 1)) }
            return .array(items)
        case 5:
            var members: [CBOR.Key: CBOR] = [:]
            for _ in 0..<(try count(argument)) {
                let name = try key()
                guard members[name] == nil else { throw .duplicate }
                members[name] = try value(depth: depth + 1)
            }
            return .map(members)
        case 7: return try simple(argument)
        default: throw .unsupported
        }
    }

    private mutating func key() throws(CBORRefusal) -> CBOR.Key {
        let (kind, argument) = try head()
        switch kind {
        case 0, 1: return .integer(try number(kind, argument))
        case 3: return .text(try text(argument))
        default: throw .unsupported
        }
    }

    /// The kind of the next value and the number behind it: itself, a length, or how many follow.
    private mutating func head() throws(CBORRefusal) -> (kind: UInt8, argument: UInt64) {
        let first = try take(1)
        let byte = first[first.startIndex]
        let kind = byte >> 5
        switch byte & 31 {
        case let small where small < 24: return (kind, UInt64(small))
        // Half, single and double precision.
        case 25...27 where kind == 7: throw .unsupported
        case let size where size < 28:
            return (kind, try take(1 << UInt64(size - 24)).reduce(0) { $0 << 8 | UInt64($1) })
        case 31 where kind != 0 && kind != 1 && kind != 6: throw .unsupported
        default: throw .malformed
        }
    }

    private func number(_ kind: UInt8, _ argument: UInt64) throws(CBORRefusal) -> Int64 {
        guard let number = Int64(exactly: argument) else { throw .unsupported }
        return kind == 0 ? number : -1 - number
    }

    private mutating func text(_ length: UInt64) throws(CBORRefusal) -> String {
        guard let text = String(validating: try take(length), as: UTF8.self) else { throw .malformed }
        return text
    }

    /// Each of them takes a byte at least.
    private func count(_ argument: UInt64) throws(CBORRefusal) -> Int {
        guard argument <= UInt64(rest.count) else { throw .truncated }
        guard argument <= UInt64(left) else { throw .tooMany }
        return Int(argument)
    }

    private func simple(_ argument: UInt64) throws(CBORRefusal) -> CBOR {
        switch argument {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        default: throw .unsupported
        }
    }

    private mutating func take(_ length: UInt64) throws(CBORRefusal) -> ArraySlice<UInt8> {
        guard length <= UInt64(rest.count) else { throw .truncated }
        let start = position
        position += Int(length)
        return bytes[start..<position]
    }
}
