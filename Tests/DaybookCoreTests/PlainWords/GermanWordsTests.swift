import Testing

@testable import DaybookCore

/// The same Friday, in German.
@Suite struct GermanWordsTests {
    @Test(arguments: [
        ("Mama anrufen heute", "Mama anrufen | 2026-11-20"),
        ("Morgen Mama anrufen", "Mama anrufen | 2026-11-21"),
        ("Mama anrufen übermorgen", "Mama anrufen | 2026-11-22"),
        ("Mama anrufen u\u{308}bermorgen", "Mama anrufen | 2026-11-22"),
        ("Mama anrufen am Freitag", "Mama anrufen | 2026-11-27"),
        ("Mama anrufen Fr 9 Uhr", "Mama anrufen | 2026-11-27 | due 11-27 09:00"),
        ("Mama anrufen am Fr", "Mama anrufen | 2026-11-27"),
        ("Mama anrufen nächsten Sonntag", "Mama anrufen | 2026-11-29"),
        ("Mama anrufen diesen Sonntag", "Mama anrufen | 2026-11-22"),
        ("Mama anrufen nächste Woche", "Mama anrufen | 2026-11-23"),
        ("Mama anrufen nächsten Monat", "Mama anrufen | 2026-12-01"),
        ("Putzen am Wochenende", "Putzen | 2026-11-21"),
        ("Geschenke 24.12.", "Geschenke | 2026-12-24"),
        ("Geschenke am 24.12. einpacken", "Geschenke einpacken | 2026-12-24"),
        ("Geschenke am 24. Dezember", "Geschenke | 2026-12-24"),
        ("Geschenke 24. Dez 2027", "Geschenke | 2027-12-24"),
        ("Miete am 1.", "Miete | 2026-12-01"),
        ("Am 15. Miete zahlen", "Miete zahlen | 2026-12-15"),
        ("Anruf in 3 Tagen", "Anruf | 2026-11-23"),
        ("Anruf in zwei Wochen", "Anruf | 2026-12-04"),
        ("Anruf in einem Jahr", "Anruf | 2027-11-20"),
        ("Bericht Ende des Monats", "Bericht | 2026-11-30"),
        ("Bericht bis Freitag", "Bericht | due 11-27 18:00"),
        ("Bericht bis zum 24.12.", "Bericht | due 12-24 18:00"),
        ("Bericht fällig morgen 17 Uhr", "Bericht | due 11-21 17:00"),
        ("Termin morgen um 9", "Termin | 2026-11-21 | due 11-21 09:00"),
        ("Termin um 18:30 Uhr", "Termin | 2026-11-20 | due 11-20 18:30"),
        ("Termin Montag 9.30 Uhr", "Termin | 2026-11-23 | due 11-23 09:30"),
        ("Termin Montag um halb zehn", "Termin | 2026-11-23 | due 11-23 09:30"),
        ("Essen heute Abend", "Essen | 2026-11-20 | due 11-20 19:00"),
        ("Essen heute Abend um 8", "Essen | 2026-11-20 | due 11-20 20:00"),
        ("Essen heute Abend um 20 Uhr", "Essen | 2026-11-20 | due 11-20 20:00"),
        ("Essen morgen früh", "Essen | 2026-11-21 | due 11-21 08:00"),
        ("Tee in 2 Stunden", "Tee | 2026-11-20 | due 11-20 12:00"),
        ("Gießen jeden Tag", "Gießen | 2026-11-20 | days 1234567"),
        ("Gießen täglich um 8 Uhr", "Gießen | 2026-11-20 | due 11-20 08:00 | days 1234567"),
        ("Gießen jeden Morgen", "Gießen | 2026-11-20 | due 11-20 09:00 | days 1234567"),
        ("Müll jeden Montag", "Müll | 2026-11-23 | days 1"),
        ("Müll montags und donnerstags", "Müll | 2026-11-23 | days 14"),
        ("Sport jeden Mo, Mi und Fr", "Sport | 2026-11-20 | days 135"),
        ("Bettwäsche alle 2 Wochen", "Bettwäsche | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2"),
        ("Bettwäsche jeden zweiten Freitag", "Bettwäsche | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("Treffen jeden zweiten Freitag im Monat", "Treffen | 2026-12-11 | FREQ=MONTHLY;BYDAY=2FR"),
        ("Treffen erster Montag", "Treffen | 2026-12-07 | FREQ=MONTHLY;BYDAY=1MO"),
        ("Treffen letzter Freitag im Monat", "Treffen | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR"),
        ("Miete monatlich", "Miete | 2026-11-20 | FREQ=MONTHLY"),
        ("Miete jeden 1.", "Miete | 2026-12-01 | FREQ=MONTHLY;BYMONTHDAY=1"),
        ("Milch tomorrow #einkauf +Haushalt p2", "Milch | 2026-11-21 | #einkauf | +Haushalt | p2"),
        ("Milch morgen 9 Uhr !30min", "Milch | 2026-11-21 | due 11-21 09:00 | remind 11-21 08:30"),
        ("Milch !erinnern montag", "Milch | remind 11-23 09:00"),
    ])
    func lines(text: String, meaning: String) { #expect(plainly(text, .german) == meaning) }

    @Test(arguments: [
        "Guten Morgen sagen", "Am Morgen laufen", "So machen wir das", "Do it yourself", "Mi und Di sind Noten",
        "Plan für Freitag", "Das Treffen vom Montag", "Im Mai", "Mai", "März", "Brief über nächste Woche",
        "Im 15. Stock", "Wöchentlicher Bericht", "„morgen“ schreiben", "Freitagabend", "Sonntagsbraten",
        "Anrufen Montag oder Dienstag", "Anrufen heute oder morgen um 8", "Fest am 15. oder 16.",
        "Sport jeden Montag oder Freitag", "Anrufen Montag, Dienstag oder Mittwoch", "Essen Samstag und Sonntag",
    ])
    func whatIsAmbiguousStaysTitle(text: String) {
        let words = PlainWords.parse(text, in: .german, at: plainMoment)
        #expect(words.title == text && words.spans.isEmpty, "\(words.spans)")
    }

    @Test(arguments: [
        ("de", Language.german), ("de-CH, en;q=0.8", .german), ("fr, de", .german), ("en-GB", .english),
        ("fr", .english), ("", .english), ("de_DE.UTF-8", .german), ("C", .english),
    ])
    func theLanguageIsTheFirstThatIsKnown(preferred: String, language: Language) {
        #expect(Language(accepting: preferred) == language)
    }
}
