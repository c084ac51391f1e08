/// One word that is looked for, folded.
package struct SearchWord: Hashable, Sendable {
    package let bytes: [UInt8]
    let scalars: [Unicode.Scalar]
    /// Whether it also counts inside of words. A letter or two would be inside of nearly everything, except in scripts
    /// that put no spaces between words.
    package let countsInside: Bool
    /// How many slips of the typing hand are forgiven.
    package let slips: Int

    /// More of a word tells it from no other, and to look for it takes as long as it is.
    private static let longest = 96

    init(_ word: [UInt8]) {
        var end = min(word.count, Self.longest)
        // Between two letters.
        while end < word.count, word[end] & 0xC0 == 0x80 { end -= 1 }
        bytes = Array(word[..<end])
        scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        let isSpaceless = scalars.contains { Self.isSpaceless($0.value) }
        countsInside = scalars.count > 2 || isSpaceless
        let isSpelt = !isSpaceless && scalars.allSatisfy(Self.isLetter)
        slips = !isSpelt || scalars.count < 4 ? 0 : scalars.count < 8 ? 1 : 2
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }
    /// For comparing lengths, as the database counts them.
    package var length: Int { scalars.count }
    package var firstLetter: String { scalars.first.map { String($0) } ?? "" }

    /// By its category, which the web app's core knows, too.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            true
        default: false
        }
    }

    private static func isSpaceless(_ value: UInt32) -> Bool {
        switch value {
        // Thai, Lao, Burmese, Khmer.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
        // Chinese, Japanese, Korean.
        case 0x1100...0x11FF, 0x3005...0x30FF, 0x3130...0x318F, 0x3400...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF: true
        // Emoji and other signs, and the ideographs beyond the basic plane.
        case 0x2190...0x2BFF, 0x1F000...0x1FAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// Whether somebody meant this word and wrote the other: the same first letter, and no more than the forgiven
    /// number of letters wrong, missing, too many, or swapped with their neighbour.
    func isMisspelt(as other: [Unicode.Scalar]) -> Bool {
        guard slips > 0, other.first == scalars.first, abs(other.count - scalars.count) <= slips, other != scalars
        else { return false }
        // Optimal string alignment, three rows of it.
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 1...scalars.count {
            var current = [row]
            current.reserveCapacity(other.count + 1)
            for column in 1...other.count {
                let isSame = scalars[row - 1] == other[column - 1]
                var least = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, scalars[row - 1] == other[column - 2], scalars[row - 2] == other[column - 1] {
                    least = min(least, beforeLast[column - 2] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count] <= slips
    }
}
