/// A JSON value as it came: members keep their order and numbers their digits, so that what this release does not
/// understand leaves as it entered.
public indirect enum JSONValue: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number that is no 64-bit integer, as the text it was written in.
    case decimal(String)
    /// `"..."`
    case string(String)
    /// `[...]`
    case array([JSONValue])
    /// `{...}`, its members in their order.
    case object([JSONMember])

    /// Whether it is `null`.
    public var isNull: Bool { self == .null }

    /// The member of an object, the last one if it is there twice.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }
}

/// One name of an object, and its value.
public struct JSONMember: Hashable, Sendable {
    /// What stands before the colon.
    public var name: String
    /// What stands behind it.
    public var value: JSONValue

    /// A name with its value.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(nilLiteral: ()) { self = .null }
}
