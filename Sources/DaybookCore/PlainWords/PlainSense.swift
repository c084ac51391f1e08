/// What a word may mean in a line of plain words. Languages differ in their words, not in these.
enum PlainSense: Hashable, Sendable {
    /// Today is 0, tomorrow 1.
    case day(Int)
    /// `morgen`: tomorrow, and after a day its morning.
    case tomorrowOrMorning
    /// A word of its own as well, as `sat`: that needs company to be a day.
    case weekday(Int, isWord: Bool)
    /// `mondays`
    case everyWeekday(Int)
    case weekend, workday
    case month(Int)
    case unit(PlainUnit)
    case number(Int)
    /// `last` is -1.
    case ordinal(Int)
    /// `morning`, as the hour that it means; only beside a day.
    case partOfDay(hour: Int)
    case tonight(hour: Int)
    case noon
    case mark(PlainMark)
    case endOf, startOf
    /// `weekly`; an adjective as well where it is a word.
    case adverb(RecurrenceRule.Frequency, interval: Int, isWord: Bool)
    case every, other, next, this, within, on, at, due, until, starting, times, and, or, of, the, half, oclock, remind
    case before, after
    /// What comes behind it belongs to the title: `the plan for friday`.
    case barrier
    /// The first word of a phrase that is none of all this: `Black Friday`.
    case idiom
}

enum PlainUnit: Hashable, Sendable {
    case minute, hour, day, week, month, year

    /// Of those that make a rule.
    var frequency: RecurrenceRule.Frequency? {
        switch self {
        case .minute, .hour: nil
        case .day: .daily
        case .week: .weekly
        case .month: .monthly
        case .year: .yearly
        }
    }

    var seconds: Int64? {
        switch self {
        case .minute: 60
        case .hour: 3600
        default: nil
        }
    }
}

/// The ends of spans of the calendar, by their short names: `eow`, `som`.
struct PlainMark: Hashable, Sendable {
    let isEnd: Bool
    let unit: PlainUnit
}

/// The first sixteen bytes of a word in small letters, without dots over them. Longer words mean nothing.
struct PlainWordKey: Hashable, Sendable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var count: UInt8 = 0

    /// Nil for what no table holds.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count <= 24 else { return nil }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            switch byte {
            case 0x41...0x5A: append(byte | 0x20)
            case ..<0x80: append(byte)
            // An umlaut, a sharp s.
            case 0xC3 where index < bytes.endIndex:
                switch bytes[index] {
                case 0x84, 0xA4: append(0x61)
                case 0x96, 0xB6: append(0x6F)
                case 0x9C, 0xBC: append(0x75)
                case 0x9F:
                    append(0x73)
                    append(0x73)
                default: return nil
                }
                index += 1
            // The dots of an umlaut, written apart.
            case 0xCC where index < bytes.endIndex && bytes[index] == 0x88: index += 1
            // A typographic apostrophe.
            case 0xE2 where bytes[index...].starts(with: [0x80, 0x99]):
                append(0x27)
                index += 2
            default: return nil
            }
        }
        guard count > 0, count <= 16 else { return nil }
    }

    private mutating func append(_ byte: UInt8) {
        high = high << 8 | low >> 56
        low = low << 8 | UInt64(byte)
        if count < 255 { count += 1 }
    }
}
