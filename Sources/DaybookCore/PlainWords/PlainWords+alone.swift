/// Texts that are a date, a time or a repetition and nothing else, as after `--date`. Much of what would stay in a
/// title is read here: `sat`, `+3`, `24.12`, `-7d`.
extension PlainWords {
    /// Nil for what is no day.
    package static func date(_ text: String, in language: Language, at moment: Moment) -> CalendarDate? {
        reading(text, in: language, at: moment) { $0.date(0) }
    }

    /// Nil for what is neither a day nor a time.
    package static func when(_ text: String, in language: Language, at moment: Moment) -> PlainWhen? {
        reading(text, in: language, at: moment) { $0.when(0) }
    }

    /// What could stand behind `every`, and that as well: `month`, `2 weeks`, `mon,wed`, `every first friday`.
    package static func recurrence(_ text: String, in language: Language, at moment: Moment) -> Recurrence? {
        let found = reading(text, in: language, at: moment) { $0.repetition(0) ?? $0.series(0) }
        guard let found, !found.rule.dates(from: moment.today, limit: 1).isEmpty else { return nil }
        return found.recurrence
    }

    private static func reading<Value>(
        _ text: String, in language: Language, at moment: Moment,
        _ read: (PlainReader) -> PlainReader.Found<Value>?
    ) -> Value? {
        let bytes = Array(text.utf8)
        guard bytes.count <= mostBytes else { return nil }
        let vocabulary = language.vocabulary
        let tokens = PlainToken.all(of: bytes, in: vocabulary, plain: [])
        let reader = PlainReader(tokens: tokens, vocabulary: vocabulary, moment: moment, isAlone: true)
        guard let found = read(reader), found.next == tokens.count else { return nil }
        return found.value
    }
}
