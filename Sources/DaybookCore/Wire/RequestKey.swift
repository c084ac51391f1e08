/// A word of a client's own: whatever is asked again under it was asked already, and is done once.
package struct RequestKey: Sendable {
    package let text: String

    /// 1 to 200 visible characters of ASCII, with or without the quotes of a structured field; nil for anything else.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        if bytes.count >= 2, bytes.first == 0x22, bytes.last == 0x22 { bytes = bytes.dropFirst().dropLast() }
        guard (1...200).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    /// The same as a pattern, where no quotes are needed.
    package static let pattern = "^[!#-~]{1,200}$"
}
