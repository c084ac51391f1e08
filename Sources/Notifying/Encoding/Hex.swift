enum Hex {
    static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    }

    static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
