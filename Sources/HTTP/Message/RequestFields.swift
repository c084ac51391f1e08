/// The fields of a request, in the order they came. Names compare without regard to letter case.
public struct RequestFields: Sendable {
    let head: RequestHead

    /// The first value of that name.
    public subscript(name: String) -> String? {
        guard let value = firstRange(name) else { return nil }
        return head.text(value)
    }

    /// Every value of that name, in order.
    public func values(_ name: String) -> [String] {
        let bytes = head.bytes
        var found: [String] = []
        for line in head.lines where bytes.span.extracting(line.name).equalsIgnoringCase(name) {
            found.append(head.text(line.value))
        }
        return found
    }

    public func contains(_ name: String) -> Bool { firstRange(name) != nil }

    /// Hands out the first value of that name as bytes, without making a string of it.
    public func withValue<Result, Failure: Error>(
        _ name: String, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let value = firstRange(name) else { return nil }
        let bytes = head.bytes
        return try body(bytes.span.extracting(value))
    }

    public var count: Int { head.lines.count }

    /// All of them, for logs and tests.
    public var all: [(name: String, value: String)] {
        head.lines.map { (head.text($0.name), head.text($0.value)) }
    }

    private func firstRange(_ name: String) -> Range<Int>? {
        let bytes = head.bytes
        for line in head.lines where bytes.span.extracting(line.name).equalsIgnoringCase(name) { return line.value }
        return nil
    }
}
