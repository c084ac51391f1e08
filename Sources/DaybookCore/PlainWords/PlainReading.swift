/// One reading of a line: which of its phrases count, and what they mean together.
struct PlainReading {
    /// What was understood, in the order of the line.
    private(set) var meanings: [(bytes: Range<Int>, meaning: PlainWords.Meaning)] = []

    private let moment: Moment

    /// A phrase, before it is known what else the line says.
    private struct Phrase {
        enum Content {
            case when(PlainWhen), due(PlainWhen), repetition(PlainRepetition), reminder(PlainReminder)
            case tag(String), list(String), priority(Int), region(PlainRegion), bucket(Bucket)
        }

        let bytes: Range<Int>
        let content: Content
    }

    /// What a line says once.
    private struct Slots: OptionSet {
        let rawValue: UInt8

        static let date = Slots(rawValue: 1)
        static let due = Slots(rawValue: 2)
        static let recurrence = Slots(rawValue: 4)
        static let reminder = Slots(rawValue: 8)
        static let list = Slots(rawValue: 16)
        static let priority = Slots(rawValue: 32)
        static let region = Slots(rawValue: 64)
        static let bucket = Slots(rawValue: 128)
    }

    init(
        _ bytes: [UInt8], in vocabulary: PlainVocabulary, at moment: Moment, kinds: Set<PlainWords.Kind>,
        plain: [Range<Int>]
    ) {
        self.moment = moment
        let tokens = PlainToken.all(of: bytes, in: vocabulary, plain: plain)
        var reader = PlainReader(tokens: tokens, vocabulary: vocabulary, moment: moment, isAlone: false)
        reader.readsRegions = kinds.contains(.region)
        var phrases: [Phrase] = []
        var place = 0
        // Behind a day, or days that come back, which the line says.
        var behindDay = -1
        // Days that are named one beside the other: where the first of these phrases is, where another would stand, and
        // whether the line leaves open which one is meant, or means more than one.
        var (first, beside, isOpen) = (0, -1, false)
        while place < tokens.count {
            if Self.isIdiom(tokens, place, vocabulary) {
                place += 2
                continue
            }
            guard tokens[place].begins, let found = Self.phrase(reader, place, bytes, isBehindDay: place == behindDay)
            else {
                place += 1
                continue
            }
            let span = tokens[place].bytes.lowerBound..<tokens[found.next - 1].bytes.upperBound
            // What is not looked for stays whole: `first monday` is no monday behind a `first`.
            let kind = Self.kind(found.value)
            if kinds.contains(kind), !plain.contains(where: { $0.overlaps(span) }) {
                if place != beside || isOpen && !reader.joins(place - 1) { (first, isOpen) = (phrases.count, false) }
                phrases.append(Phrase(bytes: span, content: found.value))
                if kind == .when || kind == .recurrence { behindDay = found.next }
                if kind == .when || kind == .recurrence || kind == .due || kind == .region {
                    isOpen = isOpen || place == beside && reader.joins(place - 1)
                    beside = reader.skippingComma(found.next)
                    if reader.joins(beside) { beside += 1 }
                    // `at 5 or 6`
                    isOpen = isOpen || reader.sense(beside - 1) == .or && reader.number(beside) != nil
                    if isOpen { phrases.removeSubrange(first...) }
                }
            }
            place = found.next
        }
        settle(phrases)
    }

    private static func isIdiom(_ tokens: [PlainToken], _ place: Int, _ vocabulary: PlainVocabulary) -> Bool {
        guard place + 1 < tokens.count, tokens[place].sense != nil, let first = tokens[place].key,
            let second = tokens[place + 1].key
        else { return false }
        switch tokens[place].sense {
        case .idiom, .weekday, .tonight: return vocabulary.idioms.contains([first, second])
        default: return false
        }
    }

    private static func phrase(
        _ reader: PlainReader, _ place: Int, _ bytes: [UInt8], isBehindDay: Bool
    ) -> PlainReader.Found<Phrase.Content>? {
        func found<Value>(
            _ value: PlainReader.Found<Value>?, _ content: (Value) -> Phrase.Content
        ) -> PlainReader.Found<Phrase.Content>? {
            value.map { .init(value: content($0.value), next: $0.next) }
        }
        switch reader.sign(place) {
        case "#": return found(reader.name(place, behind: "#", in: bytes)) { .tag($0) }
        case "!":
            return found(reader.bucket(place)) { .bucket($0) } ?? found(reader.reminder(place)) { .reminder($0) }
        case "+":
            if let list = found(reader.name(place, behind: "+", in: bytes), { .list($0) }) { return list }
        default: break
        }
        if case .word(let sense) = reader.tokens[place].kind, sense == nil {
            return found(reader.priority(place)) { .priority($0) }
        }
        if reader.sense(place) == .due {
            let inner = reader.sense(place + 1) == .the ? place + 2 : place + 1
            // By when it has to be done is a time, whoever plans by parts of the day.
            let timed = reader.withoutRegions
            return found(timed.when(place + 1) ?? timed.when(inner)) { .due($0) }
        }
        if let series = found(reader.repetition(place), { .repetition($0) }) { return series }
        guard !belongsToTitle(reader, place) else { return nil }
        if let region = found(reader.region(place, isBehindDay: isBehindDay), { .region($0) }) { return region }
        return found(reader.when(place)) { .when($0) }
    }

    private static func kind(_ content: Phrase.Content) -> PlainWords.Kind {
        switch content {
        case .when: .when
        case .due: .due
        case .repetition: .recurrence
        case .reminder: .reminder
        case .tag: .tag
        case .list: .list
        case .priority: .priority
        case .region: .region
        case .bucket: .bucket
        }
    }

    /// Whether a day here is spoken of and not said: `the plan for friday`, `the friday meeting`.
    private static func belongsToTitle(_ reader: PlainReader, _ place: Int) -> Bool {
        switch reader.sense(place - 1) {
        case .barrier, .the, .of, .starting, .until, .before, .after, .ordinal(-1): true
        // Of what it is due by, all was read that could be.
        case .due: reader.readsRegions
        default: false
        }
    }

    // MARK: What counts

    /// A line says each thing once; what is said last counts.
    private mutating func settle(_ phrases: [Phrase]) {
        var taken: Slots = []
        var counting: [Phrase] = []
        for phrase in phrases.reversed() {
            let slots = Self.slots(phrase.content)
            guard taken.isDisjoint(with: slots) else { continue }
            taken.formUnion(slots)
            counting.append(phrase)
        }
        counting.reverse()
        let due = due(counting)
        for phrase in counting {
            if let meaning = meaning(of: phrase.content, due: due) { meanings.append((phrase.bytes, meaning)) }
        }
    }

    private static func slots(_ content: Phrase.Content) -> Slots {
        switch content {
        case .when(let when):
            if when.instant != nil { return [.date, .due] }
            return when.time == nil ? .date : when.date == nil ? .due : [.date, .due]
        case .due: return .due
        case .repetition(let repetition): return repetition.time == nil ? .recurrence : [.recurrence, .due]
        case .reminder: return .reminder
        case .list: return .list
        case .priority: return .priority
        case .region: return .region
        case .bucket: return .bucket
        case .tag: return []
        }
    }

    /// The day and the time that the line says, wherever it says them.
    private struct Due {
        var date: CalendarDate?
        var time: TimeOfDay?
        var instant: Instant?
    }

    private func due(_ phrases: [Phrase]) -> Due {
        var due = Due()
        for phrase in phrases {
            switch phrase.content {
            case .when(let when):
                due.date = when.date ?? due.date
                due.time = when.time ?? due.time
                due.instant = when.instant ?? due.instant
            case .due(let when): due.instant = instant(when)
            case .repetition(let repetition):
                due.date = due.date ?? first(of: repetition)
                due.time = repetition.time ?? due.time
            case .region(let region): due.date = due.date ?? region.date
            default: break
            }
        }
        if due.instant == nil, let time = due.time { due.instant = instant(PlainWhen(date: due.date, time: time)) }
        return due
    }

    private func meaning(of content: Phrase.Content, due: Due) -> PlainWords.Meaning? {
        switch content {
        case .when(let when):
            if when.date == nil, when.instant == nil, due.date == nil {
                // A time alone, of today or, where that is past, of tomorrow.
                return due.instant.map { .when(moment.day.date(of: $0), dueAt: $0) }
            }
            let date = when.date ?? when.instant.map(moment.day.date(of:)) ?? due.date
            return date.map { .when($0, dueAt: when.time == nil ? when.instant : due.instant) }
        case .due(let when): return .due(instant(when))
        case .repetition(let repetition):
            guard let first = first(of: repetition) else { return nil }
            return .recurrence(
                repetition.recurrence, from: first, dueAt: repetition.time == nil ? nil : due.instant)
        case .reminder(let reminder): return self.reminder(reminder, due).map { .reminder($0) }
        case .tag(let name): return .tag(name)
        case .list(let name): return .list(name)
        case .priority(let number): return .priority(number)
        case .region(let region): return .region(region.region, due.date ?? moment.today)
        case .bucket(let bucket): return .bucket(bucket)
        }
    }

    private func first(of repetition: PlainRepetition) -> CalendarDate? {
        repetition.rule.dates(from: repetition.start ?? moment.today, limit: 1).first
    }

    private func reminder(_ reminder: PlainReminder, _ due: Due) -> Instant? {
        switch reminder {
        case .at(let when):
            if when.time == nil, when.instant == nil, let date = when.date {
                return moment.instant(of: date, PlainWhen.morning)
            }
            // `fri !9am` means that day's.
            return instant(PlainWhen(date: when.date ?? due.date, time: when.time, instant: when.instant))
        case .before(let seconds): return due.instant?.adding(seconds: -seconds)
        case .atDue: return due.instant ?? due.date.map { moment.instant(of: $0, PlainWhen.morning) }
        }
    }

    private func instant(_ when: PlainWhen) -> Instant { when.instant(at: moment) }

    // MARK: What is left

    /// The pieces around spans, tidied: one space between them, and no comma that parted what is gone.
    static func title(_ bytes: [UInt8], without spans: [Range<Int>]) -> String {
        var title: [UInt8] = []
        var start = 0
        for index in 0...spans.count {
            var piece = bytes[start..<(index < spans.count ? spans[index].lowerBound : bytes.count)]
            if index > 0 { piece = piece.drop { ",;:.".utf8.contains($0) } }
            let isApart = !piece.isEmpty && PlainBytes.space(piece, piece.startIndex) > 0
            piece = trimmed(piece)
            while index < spans.count, let last = piece.last, ",;:".utf8.contains(last) {
                piece = trimmed(piece.dropLast())
            }
            if let first = piece.first {
                if !title.isEmpty, isApart || !"!?)]}".utf8.contains(first) { title.append(0x20) }
                title += piece
            }
            if index < spans.count { start = spans[index].upperBound }
        }
        return String(decoding: title, as: UTF8.self)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (start, end) = (bytes.endIndex, bytes.startIndex)
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let space = PlainBytes.space(bytes, place)
            if space == 0 {
                start = min(start, place)
                end = place + 1
            }
            place += max(space, 1)
        }
        return bytes[min(start, end)..<end]
    }
}

extension PlainRepetition {
    /// A weekly pattern where that says it all, and a rule otherwise.
    var recurrence: Recurrence {
        guard rule.interval == 1, rule.end == .never, rule.frequency == .daily || !rule.days.isEmpty,
            rule.frequency == .daily || rule.frequency == .weekly
        else { return .rule(rule.rrule) }
        let days = rule.frequency == .daily ? Array(1...7) : rule.days.map { $0.weekday.rawValue }
        return Weekdays(days).map(Recurrence.weekly) ?? .rule(rule.rrule)
    }
}
