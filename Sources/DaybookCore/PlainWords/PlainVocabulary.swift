extension Language {
    /// In each of them English is understood too, where a word means nothing else.
    var vocabulary: PlainVocabulary {
        switch self {
        case .english: .english
        case .german: .german
        }
    }
}

/// The words of a language, and the few habits in which its dates differ.
struct PlainVocabulary: Sendable {
    let senses: [PlainWordKey: PlainSense]
    /// Pairs of words that are names.
    let idioms: Set<[PlainWordKey]>
    /// `9 am`: in German, `am` is `on`.
    let hasSpacedMeridiem: Bool
    /// `24.12.` is a date without anything around it, and `1.` is `1st`.
    let datesHaveDots: Bool
    /// `every second friday` is every other one, not that of a month.
    let ordinalsCountWeeks: Bool
    /// Hours that are after noon where nothing else is said: `at 5`.
    let hoursAfterNoon: Range<Int>

    /// - Parameters:
    ///   - words: each sense with its words, parted by spaces.
    ///   - idioms: pairs of words, parted by commas.
    init(
        _ words: [(PlainSense, String)], idioms: String, besides other: PlainVocabulary? = nil,
        hasSpacedMeridiem: Bool = false, datesHaveDots: Bool = false, ordinalsCountWeeks: Bool = false,
        hoursAfterNoon: Range<Int> = 0..<0
    ) {
        var senses = other?.senses ?? [:]
        for (sense, words) in words {
            for word in words.split(separator: " ") { Self.key(word).map { senses[$0] = sense } }
        }
        var pairs = other?.idioms ?? []
        for idiom in idioms.split(separator: ",") {
            let pair = idiom.split(separator: " ").compactMap(Self.key)
            pairs.insert(pair)
            if let head = pair.first, senses[head] == nil { senses[head] = .idiom }
        }
        self.senses = senses
        self.idioms = pairs
        self.hasSpacedMeridiem = hasSpacedMeridiem
        self.datesHaveDots = datesHaveDots
        self.ordinalsCountWeeks = ordinalsCountWeeks
        self.hoursAfterNoon = hoursAfterNoon
    }

    private static func key(_ word: Substring) -> PlainWordKey? { PlainWordKey(Array(word.utf8)[...]) }
}
