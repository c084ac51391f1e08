public struct WebRequest: Sendable {
    public var method: String
    public var address: String
    public var fields: [(name: String, value: String)]
    public var body: [UInt8]?

    public init(_ method: String, _ address: String, fields: [(name: String, value: String)] = [], body: [UInt8]? = nil)
    {
        self.method = method
        self.address = address
        self.fields = fields
        self.body = body
    }

    /// Nothing in its head ends a line, so that no value can add another field.
    var isOneLine: Bool {
        ([method, address] + fields.flatMap { [$0.name, $0.value] }).allSatisfy { text in
            text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        }
    }
}

public struct WebHead: Sendable {
    public let status: Int
    /// Names in small letters; the values of one that came more than once are joined.
    public let fields: [String: String]
    var mail: MailAnswer?
}

public typealias WebContent = AsyncThrowingStream<[UInt8], any Error>

public struct WebAnswer: Sendable {
    public let status: Int
    /// Names in small letters.
    public let fields: [String: String]
    public internal(set) var body: [UInt8] = []
    /// False where the content did not end, or not within what is read of one.
    public internal(set) var isWhole = true
}
