/// Reads phrases out of the pieces of a line. Every function looks at a place and a few pieces behind it, so a line is
/// read in time that grows with its length.
struct PlainReader {
    let tokens: [PlainToken]
    let vocabulary: PlainVocabulary
    let moment: Moment
    /// The text is a date and nothing else, as after `--date`: what would be a word in a title is a date here.
    let isAlone: Bool
    /// Stands right behind the sign of a reminder, and begins something all the same.
    var mayBeGlued: Int?

    /// Whether parts of the day (`morning`) are read as regions of the board, and not as hours: some people plan so.
    var readsRegions = false

    var withoutRegions: PlainReader {
        var reader = self
        reader.readsRegions = false
        return reader
    }

    /// Something that was understood, and the piece behind it.
    struct Found<Value> {
        let value: Value
        let next: Int
    }

    var today: CalendarDate { moment.today }

    func sense(_ place: Int) -> PlainSense? { tokens.indices.contains(place) ? tokens[place].sense : nil }

    func sign(_ place: Int) -> Character? {
        guard place < tokens.count, let sign = tokens[place].sign, sign < 0x80 else { return nil }
        return Character(Unicode.Scalar(sign))
    }

    func isGlued(_ place: Int) -> Bool { place < tokens.count && tokens[place].isGlued }

    /// A number and the count of its digits.
    func number(_ place: Int) -> (value: Int, digits: Int)? {
        guard tokens.indices.contains(place), case .number(let value, let digits) = tokens[place].kind else {
            return nil
        }
        return (value, digits)
    }

    /// A number in digits, or as a word of its own: `two`.
    func count(_ place: Int) -> Int? {
        if case .number(let value) = sense(place) { return value }
        return number(place)?.value
    }

    func begins(_ place: Int) -> Bool {
        place < tokens.count && (tokens[place].begins || place == mayBeGlued)
    }

    /// A finding, if the line may be parted behind it.
    func found<Value>(_ value: Value?, _ next: Int) -> Found<Value>? {
        guard let value, next > 0, next <= tokens.count, tokens[next - 1].ends else { return nil }
        return Found(value: value, next: next)
    }

    func skipping(_ sense: PlainSense, _ place: Int) -> Int { self.sense(place) == sense ? place + 1 : place }

    /// Whether `and` or `or` stands here.
    func joins(_ place: Int) -> Bool { sense(place) == .and || sense(place) == .or }

    /// Behind a comma that ends the piece before.
    func skippingComma(_ place: Int) -> Int {
        sign(place) == "," && isGlued(place) && place + 1 < tokens.count ? place + 1 : place
    }

    /// A number of a series, as a word or as digits with an ending: `first`, `1st`, `1.`
    func ordinal(_ place: Int) -> Found<Int>? {
        if case .ordinal(let value) = sense(place) { return Found(value: value, next: place + 1) }
        guard let (value, _) = number(place), isGlued(place + 1), value > 0 else { return nil }
        if vocabulary.datesHaveDots, sign(place + 1) == "." { return Found(value: value, next: place + 2) }
        guard let key = tokens[place + 1].key, Self.endings.contains(key) else { return nil }
        return Found(value: value, next: place + 2)
    }

    private static let endings = Set(
        ["st", "nd", "rd", "th"].compactMap { PlainWordKey(Array($0.utf8)[...]) })

    /// `3 days`, `two weeks`, `3d`
    func amount(_ place: Int) -> Found<(count: Int, unit: PlainUnit)>? {
        guard let count = count(place), case .unit(let unit) = sense(place + 1) else { return nil }
        return found((count, unit), place + 2)
    }
}
