import CQRencode

/// A text as a picture that a telephone's camera reads.
struct QRCode {
    /// Row by row, true where it is dark.
    let modules: [[Bool]]

    /// Nil where the text is too long for one.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // The library promises `width` rows of as many bytes; their lowest bit says dark.
        modules = (0..<width).map { row in (0..<width).map { code.pointee.data[row * width + $0] & 1 == 1 } }
    }

    /// Two rows to a line of half blocks, black on white whatever the terminal's colours are, within the light border
    /// that readers need. Empty where it does not fit.
    func drawing(within columns: Int) -> [String] {
        let border = 2
        guard modules.count + 2 * border <= columns else { return [] }
        func isDark(_ row: Int, _ column: Int) -> Bool {
            modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
        }
        let range = -border..<modules.count + border
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let blocks = range.map { column -> String in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[38;5;16;48;5;231m\(blocks.joined())\u{1B}[0m"
        }
    }
}
