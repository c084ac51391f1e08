/// Field lines.
extension RequestHeadParser {
    mutating func startLine(_ bytes: Span<UInt8>) throws(Refusal) {
        switch bytes[position] {
        case ByteClass.carriageReturn:
            position += 1
            state = .lastLineFeed
        case ByteClass.lineFeed: throw .bareLineFeed
        case ByteClass.space, ByteClass.tab: throw .foldedField
        default:
            if head.fields.count >= limits.fields { throw .tooManyFields }
            mark = position
            state = .fieldName
        }
    }

    mutating func readFieldName(_ bytes: Span<UInt8>, _ end: Int) throws(Refusal) {
        var index = position
        while index < end, ByteClass.isToken(bytes[index]) { index += 1 }
        position = index
        guard index < end else { return }
        switch bytes[index] {
        case UInt8(ascii: ":"):
            guard index > mark else { throw .emptyFieldName }
            name = ByteRange(mark, index)
            position = index + 1
            state = .valueStart
        case ByteClass.space, ByteClass.tab: throw .spaceBeforeColon
        case ByteClass.carriageReturn: throw .missingColon
        case ByteClass.lineFeed: throw .bareLineFeed
        default: throw .malformedFieldName
        }
    }

    mutating func startValue(_ bytes: Span<UInt8>, _ end: Int) {
        var index = position
        while index < end, ByteClass.isBlank(bytes[index]) { index += 1 }
        position = index
        guard index < end else { return }
        mark = index
        state = .value
    }

    mutating func readValue(_ bytes: Span<UInt8>, _ end: Int) throws(Refusal) {
        var index = position
        while index < end, ByteClass.isFieldValue(bytes[index]) { index += 1 }
        position = index
        guard index < end else { return }
        guard bytes[index] == ByteClass.carriageReturn else {
            throw bytes[index] == ByteClass.lineFeed ? .bareLineFeed : .controlByteInField
        }
        var last = index
        while last > mark, ByteClass.isBlank(bytes[last - 1]) { last -= 1 }
        value = ByteRange(mark, last)
        position = index + 1
        state = .valueLineFeed
    }

    /// Only five fields say how the message is to be read; their names differ in length, which sorts out most others.
    mutating func finishField(_ bytes: Span<UInt8>) throws(Refusal) {
        head.fields.append(FieldTable.Field(name: name, value: value))
        switch name.count {
        case 4: if bytes.spells("host", name) { try framing.addHost(bytes, value) }
        case 6: if bytes.spells("expect", name) { try framing.addExpect(bytes, value) }
        case 10: if bytes.spells("connection", name) { try framing.addConnection(bytes, value) }
        case 14: if bytes.spells("content-length", name) { try framing.addLength(bytes, value) }
        case 17: if bytes.spells("transfer-encoding", name) { try framing.addTransferCodings(bytes, value) }
        default: break
        }
    }

    mutating func finish(_ bytes: Span<UInt8>) throws(Refusal) {
        if let host = framing.host {
            if let named = head.host, !bytes.matchesInAnyCase(named, host) { throw .hostContradictsTarget }
            head.host = host
        } else if head.version == .http11 {
            throw .missingHost
        }
        head.framing = try framing.body(in: head.version)
        head.keepAlive = head.version == .http11 ? !framing.close : framing.keepAlive && !framing.close
        // RFC 9110, 10.1.1: HTTP/1.0 knows no interim answers, and without a body there is nothing to wait for.
        head.expectsContinue =
            framing.expectsContinue && head.version == .http11 && head.framing != .none
            && head.framing != .length(0)
    }
}
