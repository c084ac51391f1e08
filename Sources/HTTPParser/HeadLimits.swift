/// How much of a request head is read before it is refused. Everything is counted in bytes but `fields`.
public struct HeadLimits: Sendable, Equatable {
    /// The limit for the whole head, from the first byte of the request line to the empty line that ends it.
    public var head: Int
    public var method: Int
    public var target: Int
    public var fields: Int

    /// Positions within a head are kept in 16 bits, so that the table of a typical request fits three cache lines.
    public static let largestHead = 65_535

    public init(head: Int = 16_384, method: Int = 24, target: Int = 8_192, fields: Int = 100) {
        precondition(head > 0 && head <= Self.largestHead, "a head has 1 to 65535 bytes")
        self.head = head
        self.method = method
        self.target = target
        self.fields = fields
    }
}
