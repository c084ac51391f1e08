import DaybookHost

/// A small picture written as SVG 1.1: text stays text, colours follow the reader's light or dark setting or the one
/// that was asked for, and a title and description say to a screen reader what the eye sees.
struct SVG {
    private(set) var body = ""
    /// Sets the identifiers of this picture apart from those of others in the same page.
    let name: String
    let width: Int
    let height: Int
    let title: String
    let description: String

    /// The classes of the style.
    enum Paint: String {
        case ink, faint, bar, empty
        case level1, level2, level3, level4
        case share0, share1, share2, share3, share4, share5
    }

    mutating func rectangle(
        x: Double, y: Double, width: Double, height: Double, radius: Double = 0, _ paint: Paint, told: String? = nil
    ) {
        let corner = radius > 0 ? " rx=\"\(Self.number(radius))\"" : ""
        let shape =
            "<rect class=\"\(paint)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\""
            + " height=\"\(Self.number(height))\"\(corner)"
        body += told.map { "\(shape)><title>\(Self.escaped($0))</title></rect>\n" } ?? "\(shape)/>\n"
    }

    enum Anchor: String { case start, middle, end }

    mutating func text(_ text: String, x: Double, y: Double, anchor: Anchor = .start, _ paint: Paint = .ink) {
        body +=
            "<text class=\"\(paint)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" text-anchor=\"\(anchor)\">"
            + "\(Self.escaped(text))</text>\n"
    }

    /// The document.
    func bytes(_ theme: Theme) -> [UInt8] {
        Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            role="img" aria-labelledby="daybook-\(name)-title daybook-\(name)-description">
            <title id="daybook-\(name)-title">\(Self.escaped(title))</title>
            <desc id="daybook-\(name)-description">\(Self.escaped(description))</desc>
            <style>\(theme.style)</style>
            \(body)</svg>

            """.utf8)
    }

    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// Text between tags, without the control characters that XML cannot hold.
    private static func escaped(_ text: String) -> String {
        var escaped = HTML()
        escaped.text(
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map { $0.value < 0x20 || [0xFFFE, 0xFFFF].contains($0.value) ? " " : $0 })))
        return escaped.source
    }
}
