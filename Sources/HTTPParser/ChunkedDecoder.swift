/// Takes the chunked coding off a body (RFC 9112, 7.1), byte by byte.
///
/// Each call is handed the bytes that follow those consumed before; everything looked at is consumed, so nothing but
/// this value is kept between calls. Trailers are checked and dropped.
public struct ChunkedDecoder: Sendable {
    public struct Limits: Sendable, Equatable {
        /// The limit for the extensions of one chunk. They mean nothing to us; without a limit, a body of one-byte
        /// chunks could cost any amount of reading.
        public var chunkExtension = 256
        /// The limit for the extensions of all chunks of a body.
        public var extensions = 4_096
        /// The limit for the trailer section.
        public var trailers = 4_096

        public init() {}
    }

    let limits: Limits
    var state = State.sizeStart
    /// Bytes of the current chunk not yet handed out; while its size is read, the size so far.
    var remaining = 0
    var sizeDigits = 0
    var extensionBytes = 0
    var allExtensionBytes = 0
    var trailerBytes = 0
    var trailerName = TrailerName()

    enum State: Sendable, Equatable {
        case sizeStart, size, chunkExtension, sizeLineFeed, data, dataReturn, dataLineFeed
        case trailerStart, trailerName, trailerValue, trailerLineFeed, lastLineFeed, complete
        case refused(Refusal)
    }

    public init(limits: Limits = Limits()) { self.limits = limits }

    public mutating func next(_ bytes: Span<UInt8>) -> ChunkEvent {
        if case .refused(let refusal) = state { return .refused(refusal) }
        var index = 0
        do throws(Refusal) {
            while index < bytes.count {
                if state == .data {
                    let count = min(remaining, bytes.count - index)
                    remaining -= count
                    if remaining == 0 { state = .dataReturn }
                    return .data(index..<(index + count), consumed: index + count)
                }
                if state == .complete { break }
                try take(bytes[index])
                index += 1
            }
        } catch {
            state = .refused(error)
            return .refused(error)
        }
        return state == .complete ? .end(consumed: index) : .needMore(consumed: index)
    }

    private mutating func take(_ byte: UInt8) throws(Refusal) {
        switch state {
        case .sizeStart, .size: try takeSize(byte)
        case .chunkExtension: try takeExtension(byte)
        case .sizeLineFeed:
            guard byte == ByteClass.lineFeed else { throw .bareCarriageReturn }
            state = remaining == 0 ? .trailerStart : .data
        case .dataReturn:
            guard byte == ByteClass.carriageReturn else { throw .malformedChunkEnd }
            state = .dataLineFeed
        case .dataLineFeed:
            guard byte == ByteClass.lineFeed else { throw .malformedChunkEnd }
            state = .sizeStart
        case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed: try takeTrailer(byte)
        case .data, .complete, .refused: break
        }
    }

    /// Hex digits alone, up to the largest Int; leading zeros are fine up to sixteen digits in all.
    private mutating func takeSize(_ byte: UInt8) throws(Refusal) {
        if let digit = ByteClass.hexValue(byte) {
            if state == .sizeStart {
                remaining = 0
                sizeDigits = 0
                extensionBytes = 0
                state = .size
            }
            sizeDigits += 1
            // The next digit takes four bits, and the sign stays clear.
            guard sizeDigits <= 16, remaining >> 59 == 0 else { throw .chunkSizeOverflow }
            remaining = remaining << 4 | Int(digit)
            return
        }
        guard state == .size else { throw byte == ByteClass.lineFeed ? .bareLineFeed : .malformedChunkSize }
        switch byte {
        case ByteClass.carriageReturn: state = .sizeLineFeed
        case UInt8(ascii: ";"): state = .chunkExtension
        case ByteClass.lineFeed: throw .bareLineFeed
        default: throw .malformedChunkSize
        }
    }

    private mutating func takeExtension(_ byte: UInt8) throws(Refusal) {
        if byte == ByteClass.carriageReturn {
            state = .sizeLineFeed
            return
        }
        if byte == ByteClass.lineFeed { throw .bareLineFeed }
        guard ByteClass.isFieldValue(byte) else { throw .malformedChunkExtension }
        extensionBytes += 1
        allExtensionBytes += 1
        guard extensionBytes <= limits.chunkExtension, allExtensionBytes <= limits.extensions else {
            throw .chunkExtensionTooLong
        }
    }
}

public enum ChunkEvent: Sendable, Hashable {
    /// Everything was consumed and the body goes on.
    case needMore(consumed: Int)
    /// A piece of the body, at this place in the bytes handed in. Call again with what follows the consumed bytes.
    case data(Range<Int>, consumed: Int)
    /// The body is complete; what follows the consumed bytes is the next message.
    case end(consumed: Int)
    case refused(Refusal)
}
