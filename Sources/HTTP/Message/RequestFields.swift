import HTTPParser

/// The fields of a request, in the order they came. Names compare without regard to letter case.
public struct RequestFields: Sendable {
    let received: ReceivedHead

    /// The first value of that name.
    public subscript(name: String) -> String? {
        guard let value = firstRange(name) else { return nil }
        return received.text(value)
    }

    /// Every value of that name, in order.
    public func values(_ name: String) -> [String] {
        var found: [String] = []
        for index in 0..<count where isNamed(name, index) {
            found.append(received.text(received.head.fields[index].value))
        }
        return found
    }

    public func contains(_ name: String) -> Bool { firstRange(name) != nil }

    /// Hands out the first value of that name as bytes, without making a string of it.
    public func withValue<Result, Failure: Error>(
        _ name: String, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let value = firstRange(name) else { return nil }
        let bytes = received.bytes
        return try body(bytes.span.extracting(value.range))
    }

    public var count: Int { received.head.fields.count }

    private func firstRange(_ name: String) -> ByteRange? {
        for index in 0..<count where isNamed(name, index) { return received.head.fields[index].value }
        return nil
    }

    private func isNamed(_ name: String, _ index: Int) -> Bool {
        let place = received.head.fields[index].name
        guard place.count == name.utf8.count else { return false }
        let bytes = received.bytes
        return bytes.span.extracting(place.range).equalsIgnoringCase(name)
    }
}
