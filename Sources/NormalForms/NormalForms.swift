import CUTF8Proc

/// The normal forms of Unicode (UAX #15), by utf8proc's tables.
package enum NormalForms {
    /// NFC.
    package static func composed(_ text: String) -> String { mapped(text, UTF8PROC_COMPOSE.rawValue) }

    /// NFKC.
    package static func compatible(_ text: String) -> String {
        mapped(text, UTF8PROC_COMPOSE.rawValue | UTF8PROC_COMPAT.rawValue)
    }

    /// NFKD.
    package static func compatibleApart(_ text: String) -> String {
        mapped(text, UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue)
    }

    private static func mapped(_ text: String, _ form: UInt32) -> String {
        var text = text
        return text.withUTF8 { bytes in
            // What is plain ASCII is the same in every form.
            if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
            var made: UnsafeMutablePointer<UInt8>?
            // The library allocates the result, and we free it. It refuses what is no UTF-8, which no String is.
            let options = utf8proc_option_t(form | UTF8PROC_STABLE.rawValue)
            let length = utf8proc_map(bytes.baseAddress, bytes.count, &made, options)
            guard length >= 0, let made else { return String(decoding: bytes, as: UTF8.self) }
            defer { free(made) }
            return String(decoding: UnsafeBufferPointer(start: made, count: length), as: UTF8.self)
        }
    }
}
