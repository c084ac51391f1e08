/// A language in which the server and the SDK speak to people. What apps read (codes, names of fields) is in none.
public enum Language: String, Hashable, Sendable, CaseIterable {
    /// What everything falls back to.
    case english = "en"
    /// German, as it is spoken to a friend.
    case german = "de"

    /// The one of ours that a browser or an app likes best, from its `Accept-Language` (RFC 9110), or that a system is
    /// set to (`de_DE.UTF-8`). English where it names none of ours.
    package init(accepting field: String) {
        var best = (language: Language.english, quality: 0)
        // Whoever names more languages than this is not a person's browser.
        for range in field.split(separator: ",", maxSplits: 20).prefix(20) {
            let parts = range.split(separator: ";").map { $0.trimming(while: { $0 == " " || $0 == "\t" }) }
            guard let tag = parts.first, !tag.isEmpty else { continue }
            let primary = tag.prefix { $0.isLetter || $0 == "*" }
            guard let language = Language(rawValue: primary.lowercased()) ?? (primary == "*" ? .english : nil) else {
                continue
            }
            let quality = parts.dropFirst().first.map { Self.thousandths($0) } ?? 1000
            if quality > best.quality { best = (language, quality) }
        }
        self = best.language
    }

    /// `q=0.8` is 800; what is not a quality is none.
    private static func thousandths(_ text: some StringProtocol) -> Int {
        guard text.hasPrefix("q=") || text.hasPrefix("Q="), let quality = Double(text.dropFirst(2)),
            (0...1).contains(quality)
        else { return 0 }
        return Int(quality * 1000)
    }
}

extension Substring {
    fileprivate func trimming(while isBlank: (Character) -> Bool) -> Substring {
        var rest = drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
