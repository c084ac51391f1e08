/// What the fields that frame a message have said so far.
struct FramingFields: Sendable {
    var host: ByteRange?
    var length: Int?
    var close = false
    var keepAlive = false
    var expectsContinue = false
    private var hasTransferCoding = false
    private var chunkedIsLast = false
    private var hasUnknownCoding = false

    mutating func addHost(_ bytes: Span<UInt8>, _ value: ByteRange) throws(Refusal) {
        guard host == nil else { throw .repeatedHost }
        guard Authority.isWellFormed(bytes, value) else { throw .malformedHost }
        host = value
    }

    /// Digits alone: no sign, no list, even of equal lengths, which RFC 9110, 8.6 lets a recipient refuse.
    mutating func addLength(_ bytes: Span<UInt8>, _ value: ByteRange) throws(Refusal) {
        guard length == nil else { throw .repeatedLength }
        guard !value.isEmpty else { throw .malformedLength }
        var total = 0
        var index = value.start
        while index < value.end {
            guard ByteClass.isDigit(bytes[index]) else { throw .malformedLength }
            let (shifted, tooLarge) = total.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = shifted.addingReportingOverflow(Int(bytes[index] - 0x30))
            if tooLarge || overflow { throw .malformedLength }
            total = sum
            index += 1
        }
        length = total
    }

    /// The only coding understood is chunked, once and last (RFC 9112, 6.1). Empty list elements, which a list of
    /// RFC 9110 may have, and parameters are refused, since readers differ on them.
    mutating func addTransferCodings(_ bytes: Span<UInt8>, _ value: ByteRange) throws(Refusal) {
        hasTransferCoding = true
        let failed = try eachElement(bytes, value, .malformedTransferCoding) { element in
            if chunkedIsLast { return .chunkedNotLast }
            if bytes.spells("chunked", element) { chunkedIsLast = true } else { hasUnknownCoding = true }
            return nil
        }
        if let failed { throw failed }
    }

    mutating func addConnection(_ bytes: Span<UInt8>, _ value: ByteRange) throws(Refusal) {
        _ = try eachElement(bytes, value, .malformedConnection) { option in
            if bytes.spells("close", option) { close = true }
            if bytes.spells("keep-alive", option) { keepAlive = true }
            return nil
        }
    }

    mutating func addExpect(_ bytes: Span<UInt8>, _ value: ByteRange) throws(Refusal) {
        guard bytes.spells("100-continue", value) else { throw .unknownExpectation }
        expectsContinue = true
    }

    func body(in version: Version) throws(Refusal) -> BodyFraming {
        guard hasTransferCoding else {
            return length.map { .length($0) } ?? .none
        }
        if version == .http10 { throw .transferCodingInHTTP10 }
        if length != nil { throw .lengthWithTransferCoding }
        if !chunkedIsLast { throw .chunkedNotLast }
        if hasUnknownCoding { throw .unknownTransferCoding }
        return .chunked
    }

    /// Walks a list of tokens; anything else throws the refusal given. Stops where `use` finds a fault, and returns it.
    private func eachElement(
        _ bytes: Span<UInt8>, _ value: ByteRange, _ malformed: Refusal, _ use: (ByteRange) -> Refusal?
    ) throws(Refusal) -> Refusal? {
        var start = value.start
        while true {
            var end = start
            while end < value.end, bytes[end] != UInt8(ascii: ",") { end += 1 }
            let element = bytes.trimmed(ByteRange(start, end))
            var index = element.start
            while index < element.end, ByteClass.isToken(bytes[index]) { index += 1 }
            guard !element.isEmpty, index == element.end else { throw malformed }
            if let fault = use(element) { return fault }
            if end == value.end { return nil }
            start = end + 1
        }
    }
}
