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

    /// Marks behind a letter are put in order by changing places, as often as the square of their number: so more than
    /// these are put in order piece by piece. Languages do with thirty (UAX #15, 12).
    private static let mostMarks = 64

    private static func mapped(_ text: String, _ form: UInt32) -> String {
        guard text.utf8.count > 2 * mostMarks, !text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return mappedWhole(text, form)
        }
        let scalars = text.unicodeScalars
        var (mapped, begin, marks) = ("", scalars.startIndex, 0)
        for index in scalars.indices {
            guard isMark(scalars[index]) else {
                marks = 0
                continue
            }
            marks += 1
            if marks > mostMarks {
                mapped += mappedWhole(String(scalars[begin..<index]), form)
                (begin, marks) = (index, 1)
            }
        }
        if begin == scalars.startIndex { return mappedWhole(text, form) }
        return mapped + mappedWhole(String(scalars[begin...]), form)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }

    private static func mappedWhole(_ text: String, _ form: UInt32) -> String {
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
