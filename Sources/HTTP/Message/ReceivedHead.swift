import HTTPParser

/// The head of a request as it came: its bytes, once, and where in them things lie. Strings are made when asked for.
final class ReceivedHead: Sendable {
    let bytes: [UInt8]
    let head: HTTPParser.RequestHead

    /// The bytes are those the head was read from.
    init(bytes: [UInt8], head: HTTPParser.RequestHead) {
        self.bytes = bytes
        self.head = head
    }

    /// A head that never was on a wire, for tests and for requests the process makes to itself. Its parts must be
    /// well-formed; nothing that a client sends is made into a head this way.
    convenience init(method: String, target: String, fields: KeyValuePairs<String, String>) {
        var text = "\(method) \(target) HTTP/1.1\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        if !fields.contains(where: { $0.key.lowercased() == "host" }) { text += "host: localhost\r\n" }
        text += "\r\n"
        let bytes = Array(text.utf8)
        var parser = RequestHeadParser(limits: HeadLimits(head: HeadLimits.largestHead, target: 32_768, fields: 1_000))
        let progress = parser.resume(bytes.span)
        precondition(progress == .head(length: bytes.count), "not a request: \(progress)")
        self.init(bytes: bytes, head: parser.head)
    }

    func text(_ range: ByteRange) -> String { String(decoding: bytes[range.range], as: UTF8.self) }
}
