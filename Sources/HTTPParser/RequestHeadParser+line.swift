/// The request line.
extension RequestHeadParser {
    /// RFC 9112, 2.2: one empty line before the request is forgiven, for clients that end a body with one too many.
    mutating func start(_ bytes: Span<UInt8>) throws(Refusal) {
        if bytes[position] == ByteClass.carriageReturn, !skippedEmptyLine {
            position += 1
            state = .emptyLineEnd
        } else {
            mark = position
            state = .method
        }
    }

    mutating func readMethod(_ bytes: Span<UInt8>, _ end: Int) throws(Refusal) {
        var index = position
        while index < end, ByteClass.isToken(bytes[index]) { index += 1 }
        position = index
        if index - mark > limits.method { throw .methodTooLong }
        guard index < end else { return }
        guard bytes[index] == ByteClass.space, index > mark else {
            throw bytes[index] == ByteClass.lineFeed ? .bareLineFeed : .malformedMethod
        }
        head.methodRange = ByteRange(mark, index)
        head.method = Method(bytes, head.methodRange)
        position = index + 1
        mark = position
        state = .targetStart
    }

    mutating func startTarget(_ bytes: Span<UInt8>) throws(Refusal) {
        state = bytes[position] == UInt8(ascii: "/") ? .path : .otherTarget
    }

    /// Bytes are checked one by one here; what they spell is checked by `finishTarget`.
    mutating func readTarget(_ bytes: Span<UInt8>, _ end: Int) throws(Refusal) {
        var index = position
        if state == .path {
            while index < end, ByteClass.isPath(bytes[index]) { index += 1 }
        } else {
            while index < end, ByteClass.isQuery(bytes[index]) { index += 1 }
        }
        position = index
        if index - mark > limits.target { throw .targetTooLong }
        guard index < end else { return }
        switch bytes[index] {
        case UInt8(ascii: "%"):
            targetHasEscapes = true
            if state == .path { head.pathHasEscapes = true }
        case UInt8(ascii: "?"):
            head.path = ByteRange(mark, index)
            state = .query
        case ByteClass.space:
            guard index > mark else { throw .malformedTarget }
            head.target = ByteRange(mark, index)
            switch state {
            case .path: head.path = head.target
            case .query: head.query = ByteRange(head.path.end + 1, index)
            default: break
            }
            mark = index + 1
            state = .version
        case ByteClass.carriageReturn: throw .malformedVersion
        case ByteClass.lineFeed: throw .bareLineFeed
        default: throw .malformedTarget
        }
        position = index + 1
    }

    /// `HTTP/` digit `.` digit and the end of the line.
    mutating func readVersion(_ bytes: Span<UInt8>, _ end: Int) throws(Refusal) {
        while position < end {
            let byte = bytes[position]
            let fits =
                switch position - mark {
                case 0: byte == UInt8(ascii: "H")
                case 1, 2: byte == UInt8(ascii: "T")
                case 3: byte == UInt8(ascii: "P")
                case 4: byte == UInt8(ascii: "/")
                case 6: byte == UInt8(ascii: ".")
                case 5, 7: ByteClass.isDigit(byte)
                case 8: byte == ByteClass.carriageReturn
                default: true
                }
            guard fits else { throw byte == ByteClass.lineFeed ? .bareLineFeed : .malformedVersion }
            if position - mark == 9 {
                try expectLineFeed(at: position, bytes)
                if bytes[mark + 5] != UInt8(ascii: "1") { throw .unsupportedVersion }
                head.version = bytes[mark + 7] == UInt8(ascii: "0") ? .http10 : .http11
                try finishTarget(bytes)
                position += 1
                state = .lineStart
                return
            }
            position += 1
        }
    }
}

extension Method {
    init(_ bytes: Span<UInt8>, _ place: ByteRange) {
        // The longest is MKCALENDAR with ten letters: eight of them in one word, those before them in another.
        var (high, low): (UInt64, UInt64) = (0, 0)
        guard place.count <= 10 else {
            self = .other
            return
        }
        var index = place.start
        while index < place.end {
            high = high &<< 8 | low &>> 56
            low = low &<< 8 | UInt64(bytes[index])
            index += 1
        }
        self = high == 0 ? Self.short(low) : Self.long(high, low)
    }

    private static func short(_ word: UInt64) -> Method {
        switch word {
        case 0x47_4554: .get
        case 0x4845_4144: .head
        case 0x504F_5354: .post
        case 0x50_5554: .put
        case 0x50_4154_4348: .patch
        case 0x4445_4C45_5445: .delete
        case 0x4F_5054_494F_4E53: .options
        case 0x54_5241_4345: .trace
        case 0x5052_4F50_4649_4E44: .propfind
        case 0x5245_504F_5254: .report
        case 0x4D_4B43_4F4C: .mkcol
        case 0x434F_5059: .copy
        case 0x4D4F_5645: .move
        case 0x4C4F_434B: .lock
        case 0x554E_4C4F_434B: .unlock
        default: .other
        }
    }

    private static func long(_ high: UInt64, _ low: UInt64) -> Method {
        switch (high, low) {
        case (0x50, 0x524F_5050_4154_4348): .proppatch
        case (0x4D4B, 0x4341_4C45_4E44_4152): .mkcalendar
        default: .other
        }
    }
}
