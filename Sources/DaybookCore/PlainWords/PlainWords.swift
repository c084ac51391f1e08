/// What a line of plain words says. `Call mum fri 9am #family` is a title, a day, a time and a tag.
///
///     let words = PlainWords.parse("Call mum fri 9am", at: notebook.moment)
///     words.title           // "Call mum"
///     words.scheduledDate   // the coming Friday
///     words.spans           // what was understood, to show it and to take it back
///
/// What could mean something else stays in the title, as `sat` in `sat on the chair`. Text in quotes is never looked
/// at.
public struct PlainWords: Hashable, Sendable {
    /// The line as it was written.
    public let text: String
    /// What is left of it without what was understood.
    public private(set) var title: String
    /// What was understood, in the order of the line. Spans never overlap.
    public private(set) var spans: [Span] = []
    /// The day that it is for.
    public private(set) var scheduledDate: CalendarDate?
    /// When it has to be done.
    public private(set) var dueAt: Instant?
    /// How it comes back.
    public private(set) var recurrence: Recurrence?
    /// When to be reminded of it.
    public private(set) var reminderAt: Instant?
    /// The names behind `#`, without it.
    public private(set) var tags: [String] = []
    /// The name behind `+`, which may be no list's.
    public private(set) var list: String?
    /// From 1, the highest, to 9.
    public private(set) var priority: Int?
    /// The part of the day that it is for.
    public private(set) var region: Region?
    /// What it weighs there.
    public private(set) var bucket: Bucket?

    /// Longer lines are titles as they are, in bytes.
    public static let mostBytes = 4096

    /// What may be understood in a line.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A day, a time of it, or both.
        case when
        /// Behind `due` or `by`: when it has to be done, and not the day that it is for.
        case due
        /// How it comes back.
        case recurrence
        /// When to be reminded of it.
        case reminder
        /// `#tag`, `+list`, `p1`
        case tag, list, priority
        /// `morning`, `tomorrow evening`: a part of the day, where it would be a time otherwise. `!must`, `!misc`
        case region, bucket
    }

    /// Everything that can be understood.
    public static let all = Set(Kind.allCases)
    /// What is understood of somebody who does not plan by parts of the day.
    public static let usual = all.subtracting([.region, .bucket])

    /// Part of a line, and what it means.
    public struct Span: Hashable, Sendable {
        /// Where it stands in the line, in bytes of UTF-8.
        public let bytes: Range<Int>
        /// As it was written.
        public let text: String
        /// What it means.
        public let meaning: Meaning
    }

    /// What part of a line means.
    public enum Meaning: Hashable, Sendable {
        /// A day, and when on that day it has to be done if a time was said.
        case when(CalendarDate, dueAt: Instant?)
        /// When it has to be done.
        case due(Instant)
        /// How it comes back, and when for the first time.
        case recurrence(Recurrence, from: CalendarDate, dueAt: Instant?)
        /// When to be reminded.
        case reminder(Instant)
        /// Names and a number.
        case tag(String), list(String), priority(Int)
        /// A part of the day, and of which day.
        case region(Region, CalendarDate)
        /// What it weighs in it.
        case bucket(Bucket)

        /// Which of them it is.
        public var kind: Kind {
            switch self {
            case .when: .when
            case .due: .due
            case .recurrence: .recurrence
            case .reminder: .reminder
            case .tag: .tag
            case .list: .list
            case .priority: .priority
            case .region: .region
            case .bucket: .bucket
            }
        }
    }

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - text: the line.
    ///   - language: whose words count; those of English do as well, where they mean nothing in it.
    ///   - moment: which day it is, and whose.
    ///   - kinds: what may be understood; anything else stays in the title.
    ///   - plain: bytes to be left in the title, as those of a span that was taken back.
    ///   - isInRegion: whether it is written into a part of the day. Elsewhere `!must` counts beside one alone.
    public static func parse(
        _ text: String, in language: Language = .english, at moment: Moment,
        understanding kinds: Set<Kind> = usual, plain: [Range<Int>] = [], isInRegion: Bool = false
    ) -> PlainWords {
        let bytes = Array(text.utf8)
        var words = PlainWords(text: text, title: text)
        guard bytes.count <= mostBytes else { return words }
        let reading = PlainReading(
            bytes, in: language.vocabulary, at: moment, kinds: kinds, plain: Array(plain.prefix(64)))
        words.spans = reading.meanings.map { place, meaning in
            Span(bytes: place, text: String(decoding: bytes[place], as: UTF8.self), meaning: meaning)
        }
        let title = PlainReading.title(bytes, without: words.spans.map { $0.bytes })
        // A task has a title: if all was understood, nothing was.
        guard title.unicodeScalars.contains(where: Self.says) else {
            words.spans = []
            return words
        }
        words.title = words.spans.isEmpty ? text : title
        for span in words.spans { words.take(span.meaning) }
        guard words.bucket != nil, words.region == nil, !isInRegion else { return words }
        return parse(text, in: language, at: moment, understanding: kinds.subtracting([.bucket]), plain: plain)
    }

    /// Letters, digits and signs such as an emoji say something; what only parts words says nothing.
    private static func says(_ scalar: Unicode.Scalar) -> Bool {
        // By its category, which the web app's module knows, too.
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    /// The line without one of its spans being understood.
    public func without(
        _ span: Span, in language: Language = .english, at moment: Moment,
        understanding kinds: Set<Kind> = usual, isInRegion: Bool = false
    ) -> PlainWords {
        Self.parse(
            text, in: language, at: moment, understanding: kinds, plain: [span.bytes], isInRegion: isInRegion)
    }

    private init(text: String, title: String) {
        self.text = text
        self.title = title
    }

    private mutating func take(_ meaning: Meaning) {
        switch meaning {
        case .when(let date, let due): (scheduledDate, dueAt) = (date, due ?? dueAt)
        case .due(let instant): dueAt = instant
        case .recurrence(let recurrence, let date, let due):
            self.recurrence = recurrence
            (scheduledDate, dueAt) = (scheduledDate ?? date, dueAt ?? due)
        case .reminder(let instant): reminderAt = instant
        case .tag(let name): if !tags.contains(name) { tags.append(name) }
        case .list(let name): list = name
        case .priority(let number): priority = number
        case .region(let region, let date): (self.region, scheduledDate) = (region, scheduledDate ?? date)
        case .bucket(let bucket): self.bucket = bucket
        }
    }
}
