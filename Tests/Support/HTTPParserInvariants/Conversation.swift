import HTTPParser

/// What a server would make of the bytes of one connection, arriving in pieces.
///
/// Two readings of the same bytes must be equal however they were cut: that is the whole promise of the parser.
public struct Conversation: Equatable, Sendable {
    public struct Message: Equatable, Sendable {
        /// The head, written anew from what was understood.
        public var head: [UInt8]
        public var framing: BodyFraming
        public var keepAlive: Bool
        public var expectsContinue: Bool
        public var body: [UInt8] = []
        public var isComplete = false
    }

    public enum End: Equatable, Sendable {
        /// The bytes ended; as many as these had not been understood yet.
        case openHead(bytes: Int)
        case openBody
        case refused(Refusal)
    }

    public var messages: [Message] = []
    public var end = End.openHead(bytes: 0)

    /// Reads the bytes in pieces that end at the cuts, which ascend, and at the end.
    public static func read(_ bytes: [UInt8], cuts: [Int] = [], limits: HeadLimits = HeadLimits()) -> Conversation {
        var reader = Reader(limits: limits)
        var start = 0
        for cut in cuts + [bytes.count] {
            reader.receive(bytes[start..<cut])
            start = cut
        }
        return reader.conversation
    }

    /// Reads the bytes as a chunked body alone.
    public static func readChunked(_ bytes: [UInt8], cuts: [Int] = []) -> Conversation {
        var reader = Reader(limits: HeadLimits())
        reader.beginBody(Message(head: [], framing: .chunked, keepAlive: true, expectsContinue: false))
        var start = 0
        for cut in cuts + [bytes.count] {
            reader.receive(bytes[start..<cut])
            start = cut
        }
        return reader.conversation
    }
}

/// The smallest connection there can be: a buffer, a parser and a body.
private struct Reader {
    var conversation = Conversation()
    private var parser: RequestHeadParser
    private var decoder = ChunkedDecoder()
    private var buffer: [UInt8] = []
    private var bodyLeft: Int?

    init(limits: HeadLimits) { parser = RequestHeadParser(limits: limits) }

    mutating func receive(_ piece: ArraySlice<UInt8>) {
        if case .refused = conversation.end { return }
        buffer.append(contentsOf: piece)
        while step() {}
    }

    mutating func beginBody(_ message: Conversation.Message) {
        conversation.messages.append(message)
        conversation.end = .openBody
        switch message.framing {
        case .none: bodyLeft = 0
        case .length(let count): bodyLeft = count
        case .chunked:
            bodyLeft = nil
            decoder = ChunkedDecoder()
        }
    }

    /// Whether there may be more to do with what is in the buffer.
    private mutating func step() -> Bool {
        guard case .openBody = conversation.end else { return readHead() }
        return bodyLeft == nil ? readChunks() : readCounted()
    }

    private mutating func readHead() -> Bool {
        let bytes = buffer
        let progress = parser.resume(bytes.span)
        switch progress {
        case .needMore:
            conversation.end = .openHead(bytes: buffer.count)
            return false
        case .refused(let refusal):
            conversation.end = .refused(refusal)
            return false
        case .head(let length):
            precondition(length <= buffer.count, "a head longer than its bytes")
            let head = parser.head
            let message = Conversation.Message(
                head: head.rewritten(from: buffer), framing: head.framing, keepAlive: head.keepAlive,
                expectsContinue: head.expectsContinue)
            buffer.removeFirst(length)
            parser.reset()
            beginBody(message)
            return true
        }
    }

    private mutating func readCounted() -> Bool {
        let left = bodyLeft ?? 0
        let count = min(left, buffer.count)
        take(0..<count, consumed: count)
        bodyLeft = left - count
        return left == count ? finishBody() : false
    }

    private mutating func readChunks() -> Bool {
        let bytes = buffer
        switch decoder.next(bytes.span) {
        case .needMore(let consumed):
            precondition(consumed == buffer.count, "bytes left behind")
            buffer.removeFirst(consumed)
            return false
        case .data(let place, let consumed):
            precondition(!place.isEmpty && place.upperBound == consumed, "data is not what was consumed last")
            take(place, consumed: consumed)
            return true
        case .end(let consumed):
            buffer.removeFirst(consumed)
            return finishBody()
        case .refused(let refusal):
            conversation.end = .refused(refusal)
            return false
        }
    }

    private mutating func take(_ place: Range<Int>, consumed: Int) {
        conversation.messages[conversation.messages.count - 1].body += buffer[place]
        buffer.removeFirst(consumed)
    }

    private mutating func finishBody() -> Bool {
        conversation.messages[conversation.messages.count - 1].isComplete = true
        conversation.end = .openHead(bytes: buffer.count)
        return !buffer.isEmpty
    }
}

extension RequestHead {
    /// The head as its ranges tell it, in the plainest spelling.
    public func rewritten(from bytes: [UInt8]) -> [UInt8] {
        var written: [UInt8] = []
        written += bytes[methodRange.range]
        written += " ".utf8
        written += bytes[target.range]
        written += (version == .http10 ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n").utf8
        for index in 0..<fields.count {
            written += bytes[fields[index].name.range]
            written += ": ".utf8
            written += bytes[fields[index].value.range]
            written += "\r\n".utf8
        }
        written += "\r\n".utf8
        return written
    }
}
