/// Members as a client reads them, of what a server tells seldom: nil for what is not there, or is something else.
extension JSONValue {
    package func count(_ name: String) -> Int? {
        guard case .integer(let number)? = self[name] else { return nil }
        return Int(exactly: number)
    }

    package func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }

    package func items(_ name: String) -> [JSONValue]? {
        guard case .array(let items)? = self[name] else { return nil }
        return items
    }

    package func instant(_ name: String) -> Instant? { text(name).flatMap { Instant($0) } }

    package func identifier(_ name: String) -> Identifier? { text(name).flatMap { Identifier($0) } }
}
