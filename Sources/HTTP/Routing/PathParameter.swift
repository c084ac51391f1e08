import HTTPParser

/// A type that can be parsed from a piece of a path or from a value in a query.
public protocol URLValue {
    /// The value, or nil if the text spells none.
    init?(urlText text: String)
}

/// A named, typed segment of a path, written into a pattern by interpolation and read from the request by subscript.
public struct PathParameter<Value: URLValue>: Sendable {
    public let name: String

    public init(_ name: String, as type: Value.Type = Value.self) { self.name = name }
}

extension String.StringInterpolation {
    public mutating func appendInterpolation<Value>(_ parameter: PathParameter<Value>) {
        appendLiteral(":")
        appendLiteral(parameter.name)
    }
}

extension Request {
    /// The route that matched this request.
    public var route: Route? { parameters.route }

    /// The decoded text of the segment; nil where the pattern has no parameter of that name.
    public func parameter(_ name: String) -> String? {
        guard let index = route?.parameters.firstIndex(of: name), let place = parameters[index] else { return nil }
        return withPath { path in Escapes.text(path, place) }
    }

    /// The value of the segment. Throws a 400 problem that names the parameter if its text spells no such value.
    public func parameter<Value: URLValue>(_ name: String, as type: Value.Type = Value.self) throws(Problem) -> Value {
        guard let text = parameter(name), let value = Value(urlText: text) else {
            throw Problem(.malformedParameter, parameter: name)
        }
        return value
    }

    public func parameter<Value>(_ parameter: PathParameter<Value>) throws(Problem) -> Value {
        try self.parameter(parameter.name)
    }
}

extension String: URLValue {
    public init?(urlText text: String) { self = text }
}

extension URLValue where Self: FixedWidthInteger {
    /// Digits with at most a minus before them.
    public init?(urlText text: String) {
        guard text.utf8.first != 0x2B else { return nil }
        self.init(text)
    }
}

extension Int: URLValue {}
extension Int64: URLValue {}

extension Bool: URLValue {
    public init?(urlText text: String) {
        switch text {
        case "true", "1": self = true
        case "false", "0": self = false
        default: return nil
        }
    }
}
