/// What the request target spells.
extension RequestHeadParser {
    /// CONNECT asks for a tunnel, which only a proxy opens. It is refused in small letters as well: a proxy before this
    /// server may take "connect" for it.
    mutating func finishTarget(_ bytes: Span<UInt8>) throws(Refusal) {
        let target = head.target
        if head.method == .other, bytes.spells("connect", head.methodRange) { throw .targetFormOutOfPlace }
        if bytes[target.start] == UInt8(ascii: "/") {
            head.form = .origin
        } else if target.count == 1, bytes[target.start] == UInt8(ascii: "*") {
            guard head.method == .options else { throw .targetFormOutOfPlace }
            head.form = .asterisk
        } else {
            try finishAbsoluteTarget(bytes)
        }
        if targetHasEscapes {
            if let refusal = Escapes.fault(bytes, head.path) { throw refusal }
            if let query = head.query, let refusal = Escapes.fault(bytes, query) { throw refusal }
        }
    }

    /// RFC 9112, 3.2.2 has every server accept the absolute form; it names the host a second time, and `finish`
    /// refuses it if that is not the host of the Host field. The authority form is CONNECT's, which is a proxy's.
    private mutating func finishAbsoluteTarget(_ bytes: Span<UInt8>) throws(Refusal) {
        let target = head.target
        let scheme = ["http://", "https://"].first { scheme in
            target.count >= scheme.utf8.count
                && bytes.spells(scheme, ByteRange(target.start, target.start + scheme.utf8.count))
        }
        guard let scheme else { throw .targetFormOutOfPlace }
        let authority = target.start + scheme.utf8.count
        var index = authority
        while index < target.end, bytes[index] != UInt8(ascii: "/"), bytes[index] != UInt8(ascii: "?") { index += 1 }
        let host = ByteRange(authority, index)
        guard Authority.isWellFormed(bytes, host) else { throw .malformedTarget }
        let pathStart = index
        while index < target.end, bytes[index] != UInt8(ascii: "?") {
            let byte = bytes[index]
            guard ByteClass.isPath(byte) || byte == UInt8(ascii: "%") else { throw .malformedTarget }
            index += 1
        }
        head.form = .absolute
        head.host = host
        head.path = ByteRange(pathStart, index)
        head.pathHasEscapes = targetHasEscapes
        if index < target.end { head.query = ByteRange(index + 1, target.end) }
    }
}
