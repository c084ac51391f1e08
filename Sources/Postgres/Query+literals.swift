/// PostgreSQL takes no parameters for COPY, so there the bound values are written out as literals, quoted by the rules
/// of standard-conforming strings.
extension Query {
    func literalText() throws(PostgresError) -> String {
        guard !values.hasNullCharacter else { throw .nullCharacter }
        guard parameterCount > 0 else { return sql }
        var text: [UInt8] = []
        for piece in pieces {
            switch piece.kind {
            case .literal:
                if let start = UnsafePointer<UInt8>(bitPattern: piece.place) {
                    text.append(contentsOf: UnsafeBufferPointer(start: start, count: Int(piece.length)))
                }
            case .raw: text += values.bytes[Int(piece.place)..<Int(piece.place) + Int(piece.length)]
            case .parameter:
                if piece.length < 0 {
                    text += "NULL".utf8
                } else {
                    let value = values.bytes[Int(piece.place)..<Int(piece.place) + Int(piece.length)]
                    text += try Self.literal(of: value, type: piece.type)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func literal(of value: some Collection<UInt8>, type: UInt32) throws(PostgresError) -> [UInt8] {
        switch type {
        case 0:
            // The text as it is, each quote doubled. A leading E keeps backslashes what they are under any setting.
            var quoted = Array(" E'".utf8)
            for byte in value {
                if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") { quoted.append(byte) }
                quoted.append(byte)
            }
            return quoted + "'".utf8
        case PostgresType.bool.oid:
            return Array((value.first == 0 ? "false" : "true").utf8)
        case PostgresType.int2.oid, PostgresType.int4.oid, PostgresType.int8.oid:
            var number: Int64 = (value.first ?? 0) & 0x80 == 0 ? 0 : -1
            for byte in value { number = number << 8 | Int64(byte) }
            return Array("('\(number)'::int8)".utf8)
        case PostgresType.uuid.oid:
            return Array("('".utf8) + hexadecimal(value) + Array("'::uuid)".utf8)
        case PostgresType.bytea.oid:
            return Array("('\\x".utf8) + hexadecimal(value) + Array("'::bytea)".utf8)
        default:
            throw .misuse("a value of this type cannot be written into a COPY statement")
        }
    }

    private static func hexadecimal(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}
