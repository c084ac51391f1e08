/// Reads a request head after RFC 9112, byte by byte, and refuses whatever two readers could understand differently.
///
/// The bytes handed to `resume` always begin at the first byte of the message and grow from call to call; the parser
/// goes on where it stopped, looks at no byte twice but for the few fields that frame the message, and gives the same
/// answer however the bytes are cut. It never looks past the end of the head, so pipelined requests may follow.
public struct RequestHeadParser: Sendable {
    public let limits: HeadLimits
    /// Complete once `resume` has answered `.head`.
    public internal(set) var head = RequestHead()

    var state = State.start
    /// The next byte to look at.
    var position = 0
    /// Where the part being read began.
    var mark = 0
    var name = ByteRange.empty
    var value = ByteRange.empty
    var targetHasEscapes = false
    var skippedEmptyLine = false
    var framing = FramingFields()
    var refusal: Refusal?

    enum State: UInt8 {
        case start, emptyLineEnd, method, targetStart, path, query, otherTarget, version
        case lineStart, fieldName, valueStart, value, valueLineFeed, lastLineFeed, complete
    }

    public init(limits: HeadLimits = HeadLimits()) { self.limits = limits }

    /// Makes ready for the next message. Keeps what was allocated.
    public mutating func reset() {
        var fields = head.fields
        fields.removeAll()
        head = RequestHead()
        head.fields = fields
        state = .start
        position = 0
        mark = 0
        targetHasEscapes = false
        skippedEmptyLine = false
        framing = FramingFields()
        refusal = nil
    }

    public mutating func resume(_ bytes: Span<UInt8>) -> HeadProgress {
        if let refusal { return .refused(refusal) }
        do throws(Refusal) {
            try advance(bytes)
        } catch {
            refusal = error
            return .refused(error)
        }
        return state == .complete ? .head(length: position) : .needMore
    }

    private mutating func advance(_ bytes: Span<UInt8>) throws(Refusal) {
        let end = min(bytes.count, limits.head)
        while position < end, state != .complete {
            switch state {
            case .start: try start(bytes)
            case .emptyLineEnd:
                try expectLineFeed(bytes)
                skippedEmptyLine = true
                state = .start
            case .method: try readMethod(bytes, end)
            case .targetStart: try startTarget(bytes)
            case .path, .query, .otherTarget: try readTarget(bytes, end)
            case .version: try readVersion(bytes, end)
            case .lineStart: try startLine(bytes)
            case .fieldName: try readFieldName(bytes, end)
            case .valueStart: startValue(bytes, end)
            case .value: try readValue(bytes, end)
            case .valueLineFeed:
                try expectLineFeed(bytes)
                try finishField(bytes)
                state = .lineStart
            case .lastLineFeed:
                try expectLineFeed(bytes)
                try finish(bytes)
                state = .complete
            case .complete: break
            }
        }
        if state != .complete, position >= limits.head { throw .headTooLarge }
    }

    func expectLineFeed(at index: Int, _ bytes: Span<UInt8>) throws(Refusal) {
        if bytes[index] != ByteClass.lineFeed { throw .bareCarriageReturn }
    }

    private mutating func expectLineFeed(_ bytes: Span<UInt8>) throws(Refusal) {
        try expectLineFeed(at: position, bytes)
        position += 1
    }
}

public enum HeadProgress: Sendable, Hashable {
    case needMore
    /// The head is complete and this many bytes long; the body or the next message follows.
    case head(length: Int)
    /// From here on every call returns the same.
    case refused(Refusal)
}
