/// How text is made equal for searching: small letters, without accents, in compatibility forms (`Ｍilk` is `milk`, `é`
/// is `e`, `ß` is `ss`). Letters, digits and marks make words; every other sign that is seen, as an emoji, is a word by
/// itself; punctuation and what is not seen part words. An apostrophe inside a word is passed over, so `don't` is
/// `dont`.
enum SearchFolding {
    enum Part: Equatable {
        /// Belongs to the word around it.
        case word([UInt8])
        /// A word by itself.
        case symbol([UInt8])
        /// Belongs to a word that began, and says nothing.
        case silent
        case separator
    }

    static func part(_ character: Character) -> Part {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return .separator }
        if scalars.count == 1, first.value < UInt32(table.count) { return table[Int(first.value)] }
        if scalars.count == 1, isPlain(first.value) { return .word(Array(String(character).utf8)) }
        return read(character)
    }

    /// The same of a scalar that is a character by itself; nil where that must be looked up.
    static func lone(_ value: UInt32) -> Part? {
        if value < UInt32(table.count) { return table[Int(value)] }
        guard isPlain(value), let scalar = Unicode.Scalar(value) else { return nil }
        return .word(Array(String(Character(scalar)).utf8))
    }

    /// Scalars that are letters, and whose folded form is themselves: most of Chinese, Japanese and Korean.
    static func isPlain(_ value: UInt32) -> Bool {
        switch value {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }

    /// Latin, Greek and Cyrillic, each read once.
    private static let table: [Part] = (0..<0x530).map { value in
        Unicode.Scalar(UInt32(value)).map { read(Character($0)) } ?? .separator
    }

    private static func read(_ character: Character) -> Part {
        guard let first = character.unicodeScalars.first else { return .separator }
        if first == "'" || first == "\u{2019}" { return .silent }
        switch first.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            let folded = fold(character)
            return folded.isEmpty ? .silent : .word(folded)
        case .otherSymbol, .modifierSymbol, .mathSymbol, .currencySymbol:
            let folded = fold(character)
            return first.isASCII || folded.isEmpty ? .separator : .symbol(folded)
        // Marks of direction and soft hyphens; a space of no width is a space.
        case .format: return first.value == 0x200B ? .separator : .silent
        default: return .separator
        }
    }

    private static func fold(_ character: Character) -> [UInt8] {
        var text = ""
        for scalar in String(character).smallCompatible.unicodeScalars {
            switch scalar.value {
            // Accents; joiners and selectors of emoji.
            case 0x300...0x36F, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F: continue
            // A compatibility form may bring spaces and signs along.
            case ..<0x30, 0x3A...0x60, 0x7B...0xA0: continue
            case 0xDF: text += "ss"
            case 0xE6: text += "ae"
            case 0xF8: text += "o"
            case 0x111, 0xF0: text += "d"
            case 0x131: text += "i"
            case 0x142: text += "l"
            case 0x153: text += "oe"
            case 0xFE: text += "th"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return Array(text.compatible.utf8)
    }
}
