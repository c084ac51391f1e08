import Foundation

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
            !scalars.contains(where: { isBreak($0.properties.generalCategory) })
        else { return nil }
        return tag
    }

    private static func isBreak(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension String {
    fileprivate var composed: String { precomposedStringWithCanonicalMapping }
}
