import Foundation
import Seeds
import Testing

@testable import DaybookCore

/// What holds for every line, whatever is in it.
@Suite struct PlainWordsPropertyTests {
    private static let pieces = [
        "today", "fri", "sat", "9am", "at", "9", ":", "30", "every", "2", "weeks", "first", "monday", "of", "the",
        "month", "next", "in", "+", "3d", "#", "tag", "+list", "p1", "!", "!30m", "remind", "\"", "“", "”", "„", "«",
        "»", ",", ".", "-", "24", "dec", "24.12.", "2026-12-24", "until", "starting", "10", "times", "ü", "e\u{301}",
        "👩‍👩‍👧", "\u{200D}", "\u{0}", "\u{FEFF}", "\r\n", "\u{A0}", "\u{3000}", "日本", "morgen", "jeden", "ersten", "Uhr",
        "heute", "am", "um", "halb", "zehn", "999999999", "99999999999999999999", "by", "due", "(", ")", "/", "'s",
    ]

    private static func line(_ random: inout SeededRandom) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0..<14, using: &random) {
            if Int.random(in: 0..<8, using: &random) == 0 {
                text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &random))!)
            } else {
                text += pieces.randomElement(using: &random)!
            }
            if Int.random(in: 0..<3, using: &random) > 0 { text += " " }
        }
        return text
    }

    @Test func everyLineKeepsItsPromises() {
        var random = SeededRandom(.current)
        for _ in 0..<5000 {
            let text = Self.line(&random)
            let language = Language.allCases.randomElement(using: &random)!
            let words = PlainWords.parse(text, in: language, at: plainMoment)
            let bytes = Array(text.utf8)
            var end = 0
            for span in words.spans {
                #expect(
                    span.bytes.lowerBound >= end && !span.bytes.isEmpty,
                    "\(RandomSeed.current) \(text.debugDescription)")
                end = span.bytes.upperBound
                #expect(
                    Array(span.text.utf8) == Array(bytes[span.bytes]), "\(RandomSeed.current) \(text.debugDescription)")
            }
            #expect(end <= bytes.count)
            // Title and spans are the line, but for spaces and the commas between them.
            let rest = Self.letters(of: words.title) + words.spans.flatMap { Self.letters(of: $0.text) }
            #expect(rest.sorted() == Self.letters(of: text).sorted(), "\(RandomSeed.current) \(text.debugDescription)")
            // Taking a span back leaves it in the title.
            if let span = words.spans.randomElement(using: &random) {
                let other = words.without(span, in: language, at: plainMoment)
                #expect(
                    !other.spans.contains { $0.bytes.overlaps(span.bytes) },
                    "\(RandomSeed.current) \(text.debugDescription)")
            }
        }
    }

    /// Scalars, since a mark may stand behind a space.
    private static func letters(of text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !$0.properties.isWhitespace && !",;:.".unicodeScalars.contains($0) }
    }

    @Test func nothingInQuotesIsRead() {
        var random = SeededRandom(.current)
        for _ in 0..<2000 {
            let signs = "\"“”„«»".unicodeScalars
            let inner = String(Self.line(&random).unicodeScalars.filter { !signs.contains($0) })
            let (open, close) = [("\"", "\""), ("“", "”"), ("„", "“"), ("«", "»")].randomElement(using: &random)!
            let text = "x \(open)\(inner)\(close)"
            let words = PlainWords.parse(text, at: plainMoment)
            #expect(words.spans.isEmpty && words.title == text, "\(RandomSeed.current) \(text.debugDescription)")
        }
    }

    @Test func anyRangesMayBeLeftAlone() {
        var random = SeededRandom(.current)
        for _ in 0..<2000 {
            let text = Self.line(&random)
            let plain = (0..<3).map { _ in
                let from = Int.random(in: -2..<40, using: &random)
                return from..<from + Int.random(in: 0..<20, using: &random)
            }
            let words = PlainWords.parse(text, at: plainMoment, plain: plain)
            for span in words.spans {
                #expect(!plain.contains { $0.overlaps(span.bytes) }, "\(RandomSeed.current) \(text.debugDescription)")
                #expect(String(span.text.utf8) == span.text)
            }
        }
    }

    @Test(arguments: [
        "\"", "“", "every mon, ", "+", "!", "at ", "of the ", "1.", "#a", "next ", "e\u{301}", ",", "[", "2 weeks ",
    ])
    func theTimeGrowsWithTheLine(piece: String) throws {
        try expectLinear(from: 1000) { size in
            for _ in 0..<8 {
                let words = PlainWords.parse(String(repeating: piece, count: size / piece.utf8.count), at: plainMoment)
                #expect(words.text.utf8.count <= size)
            }
        }
    }

    @Test func aLongLineIsATitle() {
        let text = String(repeating: "tomorrow ", count: 1000)
        #expect(PlainWords.parse(text, at: plainMoment).title == text)
    }
}

/// Texts that are a date and nothing else.
@Suite struct PlainDateTests {
    @Test(arguments: [
        ("sat", "2026-11-21"), ("+3", "2026-11-23"), ("-7d", "2026-11-13"), ("3d", "2026-11-23"),
        ("24.12", "2026-12-24"), ("eow", "2026-11-22"), ("next week", "2026-11-23"), ("24 dec", "2026-12-24"),
        ("on the 15th", "2026-12-15"), ("end of month", "2026-11-30"), ("+3m", "2027-02-20"),
    ])
    func dates(text: String, date: String) {
        #expect(PlainWords.date(text, in: .english, at: plainMoment) == CalendarDate(date))
    }

    @Test(arguments: [
        "", "f", "someday", "32.1.", "2026-02-30", "+", "+x", "+5 parsecs", "fri now", "+99999999d", "may",
    ])
    func whatIsNoDateIsNone(text: String) { #expect(PlainWords.date(text, in: .english, at: plainMoment) == nil) }

    @Test(arguments: [
        ("month", "FREQ=MONTHLY"), ("every month", "FREQ=MONTHLY"), ("2 weeks", "FREQ=WEEKLY;INTERVAL=2"),
        ("first monday", "FREQ=MONTHLY;BYDAY=1MO"), ("year", "FREQ=YEARLY"), ("week", "FREQ=WEEKLY"),
        ("weekly", "FREQ=WEEKLY"), ("15th", "FREQ=MONTHLY;BYMONTHDAY=15"),
    ])
    func rules(text: String, rule: String) {
        #expect(PlainWords.recurrence(text, in: .english, at: plainMoment) == .rule(rule))
    }

    @Test(arguments: [("day", [1, 2, 3, 4, 5, 6, 7]), ("mon,wed,fri", [1, 3, 5]), ("weekday", [1, 2, 3, 4, 5])])
    func weekdays(text: String, days: [Int]) {
        #expect(PlainWords.recurrence(text, in: .english, at: plainMoment) == Weekdays(days).map(Recurrence.weekly))
    }
}
