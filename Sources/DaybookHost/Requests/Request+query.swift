import HTTP

extension Request {
    /// What a parameter of the query means, nil where it is not given. 400 `malformed_parameter`.
    package func query<Value>(_ name: String, _ read: (String) -> Value?) throws(Problem) -> Value? {
        guard let text: String = try queryValue(name) else { return nil }
        guard let value = read(text) else { throw Problem(.malformedParameter, parameter: name) }
        return value
    }
}
