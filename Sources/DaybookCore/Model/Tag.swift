/// What a tag is: a short text on one line. Capitals count, so `Home` and `home` are two; whoever writes an accent in
/// one sign or in two means one.
package enum Tag {
    /// In Unicode scalars.
    package static let longest = 100

    /// A tag as it is kept: in composed form, with what surrounds it cut off; nil where the text is none.
    package static func read(_ text: String) -> String? {
        let tag = text.trimmed.utf8.allSatisfy { $0 < 0x80 } ? text.trimmed : text.trimmed.composed
        let scalars = tag.unicodeScalars
        guard !scalars.isEmpty, scalars.count <= longest,
            !scalars.contains(where: { isBreak($0.value) })
        else { return nil }
        return tag
    }

    /// Controls and the separators of lines and paragraphs; Unicode promises that no others will be.
    private static func isBreak(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}
