/// Whether the bytes of a JSON document stand in a text, told byte by byte.
struct JSONTexts: Sendable {
    private(set) var isInside = false
    private var isEscaped = false

    /// Behind the quote that begins a text.
    static let begun = JSONTexts(isInside: true)

    init() {}

    private init(isInside: Bool) { self.isInside = isInside }

    /// Takes the next byte; whether it belongs to a text, as its quotes do.
    mutating func takes(_ byte: UInt8) -> Bool {
        guard isInside else {
            isInside = byte == 0x22
            return isInside
        }
        if isEscaped {
            isEscaped = false
        } else if byte == 0x5C {
            isEscaped = true
        } else if byte == 0x22 {
            isInside = false
        }
        return true
    }
}
