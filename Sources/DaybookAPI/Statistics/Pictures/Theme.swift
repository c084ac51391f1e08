/// The colours of a picture. Contrast of text to its background is above 4.5 : 1, of neighbouring areas above 3 : 1 or
/// with a gap between them.
enum Theme: String {
    /// As the reader's system is set.
    case auto
    case light, dark

    var style: String {
        // A picture has no background of its own: it is drawn on that of the page that shows it.
        let text = "text{font:11px system-ui,-apple-system,'Segoe UI',sans-serif}"
        return switch self {
        case .light: text + Self.lightColours
        case .dark: text + Self.darkColours
        case .auto: text + Self.lightColours + "@media(prefers-color-scheme:dark){\(Self.darkColours)}"
        }
    }

    private static let lightColours =
        ".ink{fill:#24292f}.faint{fill:#57606a}.bar{fill:#0969da}.empty{fill:#e7ecf0}"
        + ".level1{fill:#9ec5fe}.level2{fill:#5a9cf8}.level3{fill:#0969da}.level4{fill:#0a3069}"
        + ".share0{fill:#0969da}.share1{fill:#bc4c00}.share2{fill:#1a7f37}.share3{fill:#8250df}.share4{fill:#bf3989}"
        + ".share5{fill:#6e7781}"
    private static let darkColours =
        ".ink{fill:#e6edf3}.faint{fill:#9198a1}.bar{fill:#4493f8}.empty{fill:#21262d}"
        + ".level1{fill:#164b8c}.level2{fill:#1f6feb}.level3{fill:#58a6ff}.level4{fill:#cae8ff}"
        + ".share0{fill:#4493f8}.share1{fill:#f0883e}.share2{fill:#3fb950}.share3{fill:#ab7df8}.share4{fill:#f778ba}"
        + ".share5{fill:#9198a1}"
}
