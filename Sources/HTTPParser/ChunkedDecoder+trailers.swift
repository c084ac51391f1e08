/// The trailer section. No trailer means anything to this server, so well-formed ones are dropped; but one that a proxy
/// might merge into the head, where it would frame, route or authorise the request, is refused (RFC 9110, 6.5.1).
extension ChunkedDecoder {
    mutating func takeTrailer(_ byte: UInt8) throws(Refusal) {
        trailerBytes += 1
        if trailerBytes > limits.trailers { throw .trailersTooLarge }
        switch state {
        case .trailerStart:
            switch byte {
            case ByteClass.carriageReturn: state = .lastLineFeed
            case ByteClass.space, ByteClass.tab: throw .foldedField
            case ByteClass.lineFeed: throw .bareLineFeed
            case UInt8(ascii: ":"): throw .emptyFieldName
            default:
                guard ByteClass.isToken(byte) else { throw .malformedFieldName }
                trailerName = TrailerName()
                trailerName.append(byte)
                state = .trailerName
            }
        case .trailerName: try takeTrailerName(byte)
        case .trailerValue:
            if byte == ByteClass.carriageReturn {
                state = .trailerLineFeed
            } else if !ByteClass.isFieldValue(byte) {
                throw byte == ByteClass.lineFeed ? .bareLineFeed : .controlByteInField
            }
        case .trailerLineFeed:
            guard byte == ByteClass.lineFeed else { throw .bareCarriageReturn }
            state = .trailerStart
        default:
            guard byte == ByteClass.lineFeed else { throw .bareCarriageReturn }
            state = .complete
        }
    }

    private mutating func takeTrailerName(_ byte: UInt8) throws(Refusal) {
        switch byte {
        case UInt8(ascii: ":"):
            if trailerName.isForbidden { throw .forbiddenTrailer }
            state = .trailerValue
        case ByteClass.space, ByteClass.tab: throw .spaceBeforeColon
        case ByteClass.carriageReturn: throw .missingColon
        case ByteClass.lineFeed: throw .bareLineFeed
        default:
            guard ByteClass.isToken(byte) else { throw .malformedFieldName }
            trailerName.append(byte)
        }
    }
}

/// The name of the trailer being read, in lower case. None of the forbidden names is longer than its 24 bytes.
struct TrailerName: Sendable {
    private var letters = InlineArray<24, UInt8>(repeating: 0)
    private var count = 0

    private static let forbidden = [
        "authorization", "cache-control", "connection", "content-encoding", "content-length", "content-range",
        "content-type", "cookie", "expect", "forwarded", "host", "if-match", "if-none-match", "keep-alive",
        "max-forwards", "pragma", "proxy-authorization", "range", "te", "trailer", "transfer-encoding", "upgrade",
        "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-request-id",
    ]

    mutating func append(_ byte: UInt8) {
        if count < letters.count { letters[count] = ByteClass.lowercased(byte) }
        count += 1
    }

    var isForbidden: Bool {
        Self.forbidden.contains { name in
            guard name.utf8.count == count else { return false }
            var index = 0
            for letter in name.utf8 {
                if letters[index] != letter { return false }
                index += 1
            }
            return true
        }
    }
}
