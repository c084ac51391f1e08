/// How mail writes what is not plain: fields after RFC 2047, texts as quoted-printable (RFC 2045).
enum EmailText {
    /// The value of a field that holds text. What could end the line or look encoded is encoded; so is what is long,
    /// because only between encoded words a line may be broken without changing the text.
    static func field(_ text: String) -> String {
        let line = String(text.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true ? " " : $0 })
        let isPlain =
            line.utf8.count <= 60 && line.utf8.allSatisfy { 0x20...0x7E ~= $0 } && !line.contains("=?")
            && !line.hasPrefix(" ") && !line.hasSuffix(" ")
        return isPlain ? line : words(of: line).joined(separator: "\r\n ")
    }

    /// A name as it stands before an address.
    static func phrase(_ text: String) -> String {
        let field = field(text)
        guard field == text else { return field }
        let isAtoms = text.utf8.allSatisfy {
            $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") || $0 &- 0x30 < 10 || $0 == 0x20
        }
        if isAtoms { return text }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// Each with whole characters of up to 39 bytes: with a field's name in front a line stays within 76.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var part: [UInt8] = []
        for character in text {
            // One character alone may be longer than a word; a decoder puts bytes of neighbouring words together.
            for scalar in character.unicodeScalars {
                let bytes = Array(String(scalar).utf8)
                if part.count + bytes.count > 39 {
                    words.append("=?UTF-8?B?\(Base64.standard.encode(part))?=")
                    part = []
                }
                part += bytes
            }
        }
        return words + ["=?UTF-8?B?\(Base64.standard.encode(part))?="]
    }

    /// Lines of up to 76 bytes, ended as mail ends them.
    static func quotedPrintable(_ text: String) -> String {
        var result = ""
        var column = 0
        let bytes = Array(text.replacing("\r\n", with: "\n").utf8)
        for (place, byte) in bytes.enumerated() {
            if byte == 0x0A {
                result += "\r\n"
                column = 0
                continue
            }
            let endsLine = place + 1 == bytes.count || bytes[place + 1] == 0x0A
            let isPlain = 0x21...0x7E ~= byte && byte != UInt8(ascii: "=") || byte == 0x20 && !endsLine
            let piece = isPlain ? String(UnicodeScalar(byte)) : "=" + Hex.encode([byte]).uppercased()
            if column + piece.utf8.count > 75 {
                result += "=\r\n"
                column = 0
            }
            result += piece
            column += piece.utf8.count
        }
        return result
    }

    static func html(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
