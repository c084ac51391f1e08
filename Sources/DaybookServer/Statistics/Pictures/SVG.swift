/// A small picture written as SVG 1.1: text stays text, colours follow the reader's light or dark setting, and a title and
/// description say to a screen reader what the eye sees.
struct SVG {
    private var body = ""
    private let width: Int
    private let height: Int
    private let title: String
    private let description: String

    init(width: Int, height: Int, title: String, description: String) {
        self.width = width
        self.height = height
        self.title = title
        self.description = description
    }

    /// The classes of the style below.
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
    var bytes: [UInt8] {
        Array(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            role="img" aria-labelledby="title description">
            <title id="title">\(Self.escaped(title))</title>
            <desc id="description">\(Self.escaped(description))</desc>
            <style>\(Self.style)</style>
            \(body)</svg>

            """.utf8)
    }

    /// Contrast of text to either ground is above 4.5 : 1, of neighbouring areas above 3 : 1 or with a gap between them.
    private static let style =
        "text{font:11px system-ui,sans-serif}.ink{fill:#24292f}.faint{fill:#57606a}.bar{fill:#0969da}.empty{fill:#e7ecf0}"
        + ".level1{fill:#9ec5fe}.level2{fill:#5a9cf8}.level3{fill:#0969da}.level4{fill:#0a3069}"
        + ".share0{fill:#0969da}.share1{fill:#bc4c00}.share2{fill:#1a7f37}.share3{fill:#8250df}.share4{fill:#bf3989}"
        + ".share5{fill:#6e7781}@media(prefers-color-scheme:dark){.ink{fill:#e6edf3}.faint{fill:#9198a1}"
        + ".bar{fill:#4493f8}.empty{fill:#2a313c}.level1{fill:#12355f}.level2{fill:#1f5fb0}.level3{fill:#4493f8}"
        + ".level4{fill:#b6d6ff}.share0{fill:#4493f8}.share1{fill:#f0883e}.share2{fill:#3fb950}.share3{fill:#ab7df8}"
        + ".share4{fill:#f778ba}.share5{fill:#9198a1}}"

    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }

    /// Text between tags, without the control characters that XML cannot hold.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
