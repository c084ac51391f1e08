/// `host` or `host:port` as Host and the absolute form carry it. Stricter than RFC 3986: a host is a name of letters,
/// digits, `-`, `.`, `_` and `~`, or an address in brackets; never empty, without user information and escapes.
enum Authority {
    static func isWellFormed(_ bytes: Span<UInt8>, _ place: ByteRange) -> Bool {
        guard !place.isEmpty else { return false }
        var index = place.start
        if bytes[index] == UInt8(ascii: "[") {
            index += 1
            let start = index
            var colons = 0
            while index < place.end, isAddressByte(bytes[index]) {
                if bytes[index] == UInt8(ascii: ":") { colons += 1 }
                index += 1
            }
            guard colons >= 2, index - start <= 45, index < place.end, bytes[index] == UInt8(ascii: "]") else {
                return false
            }
            index += 1
        } else {
            while index < place.end, ByteClass.isHostName(bytes[index]) { index += 1 }
            guard index > place.start else { return false }
        }
        guard index < place.end else { return true }
        guard bytes[index] == UInt8(ascii: ":") else { return false }
        return isPort(bytes, ByteRange(index + 1, place.end))
    }

    /// RFC 3986 allows a colon without digits after it.
    private static func isPort(_ bytes: Span<UInt8>, _ place: ByteRange) -> Bool {
        guard place.count <= 5 else { return false }
        var port = 0
        var index = place.start
        while index < place.end {
            guard ByteClass.isDigit(bytes[index]) else { return false }
            port = port * 10 + Int(bytes[index] - 0x30)
            index += 1
        }
        return port <= 65_535
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        ByteClass.hexValue(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
}
