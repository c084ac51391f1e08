import Testing

@testable import DaybookCore

/// Parts of the day are times, but for those who plan by them.
@Suite struct RegionWordsTests {
    private func read(_ text: String, _ language: Language = .english) -> String {
        plainly(text, language, understanding: PlainWords.all)
    }

    @Test(arguments: [
        ("Call mum morning", "Call mum | 2026-11-20 | morning"),
        ("Call mum tomorrow morning", "Call mum | 2026-11-21 | morning"),
        ("Call mum fri afternoon !must", "Call mum | 2026-11-27 | afternoon | mustDo"),
        ("Call mum in the evening", "Call mum | 2026-11-20 | evening"),
        ("Call mum this evening #family", "Call mum | 2026-11-20 | #family | evening"),
        ("Dinner tonight", "Dinner | 2026-11-20 | evening"),
        ("Dinner tonight 8pm", "Dinner | 2026-11-20 | due 11-20 20:00 | evening"),
        ("Dinner tonight 7:30", "Dinner | 2026-11-20 | due 11-20 19:30 | evening"),
        ("Call mum evening 24 dec", "Call mum | 2026-12-24 | evening"),
        ("Pay morning !comp", "Pay | 2026-11-20 | morning | complementary"),
        ("Tidy afternoon !misc p1", "Tidy | 2026-11-20 | p1 | afternoon | misc"),
        ("Gym every monday morning", "Gym | 2026-11-23 | days 1 | morning"),
        ("Tonight call mum", "call mum | 2026-11-20 | evening"),
        ("Call mum this evening about taxes", "Call mum about taxes | 2026-11-20 | evening"),
        // By when something is due is a time all the same, and so is a reminder.
        ("Send report by friday morning", "Send report | due 11-27 09:00"),
        ("Report due tomorrow evening", "Report | due 11-21 19:00"), ("Report by tonight", "Report | due 11-20 19:00"),
        ("Call mum evening !tomorrow morning", "Call mum | 2026-11-20 | remind 11-21 09:00 | evening"),
    ])
    func aPartOfTheDayIsAPlace(text: String, meaning: String) {
        #expect(read(text) == meaning)
    }

    @Test(arguments: [
        "Book table for friday evening", "Prepare the friday evening meeting", "Good friday morning",
        "Report by morning",
        "Morning run", "Read the evening news", "Plan the morning", "Good for the afternoon", "You must call", "Must",
        "Ask about !mustard", "Call mum !must", "Buy a morning-star", "Read \"in the morning\"",
    ])
    func whatBelongsToATitleStaysThere(text: String) {
        #expect(read(text) == text)
    }

    @Test(arguments: [
        ("Mama anrufen morgen Vormittag", "Mama anrufen | 2026-11-21 | morning"),
        ("Mama anrufen heute Morgen", "Mama anrufen | 2026-11-20 | morning"),
        ("Mama anrufen am Abend !muss", "Mama anrufen | 2026-11-20 | evening | mustDo"),
        ("Mama anrufen am Morgen", "Mama anrufen | 2026-11-20 | morning"),
        ("Bericht bis Freitag Abend", "Bericht | due 11-27 19:00"),
        ("Morgen Mama anrufen", "Mama anrufen | 2026-11-21"), ("Guten Abend sagen", "Guten Abend sagen"),
    ])
    func germanHasItsOwn(text: String, meaning: String) {
        #expect(read(text, .german) == meaning)
    }

    @Test func nobodyElseIsReadSo() {
        #expect(plainly("Call mum tomorrow morning !must") == "Call mum !must | 2026-11-21 | due 11-21 09:00")
        #expect(plainly("Call mum morning") == "Call mum morning")
        let withoutWeights = PlainWords.all.subtracting([.bucket])
        #expect(
            plainly("Call mum morning !must", understanding: withoutWeights)
                == "Call mum !must | 2026-11-20 | morning")
    }

    @Test func aWeightCountsInAPartOfTheDayAlone() {
        let written = PlainWords.parse(
            "Call mum !must", at: plainMoment, understanding: PlainWords.all, isInRegion: true)
        #expect(written.title == "Call mum" && written.bucket == .mustDo)
        #expect(read("Call mum !must fri") == "Call mum !must | 2026-11-27")
    }

    /// As it is for who does not plan by parts of the day.
    @Test(arguments: [
        ("Dinner tonight 8pm", PlainWords.all), ("Dinner tonight 8pm", PlainWords.usual),
        ("Dinner this evening at 8pm", PlainWords.all),
    ])
    func tonightIsTodayAlsoWhereItsTimeIsPast(text: String, kinds: Set<PlainWords.Kind>) {
        let late = Moment(Instant("2026-11-20T20:30:00Z")!, in: plainMoment.day)
        let words = PlainWords.parse(text, at: late, understanding: kinds)
        #expect(words.title == "Dinner" && words.scheduledDate?.text == "2026-11-20")
        #expect(words.dueAt == Instant("2026-11-20T19:00:00Z"))
    }

    @Test func whatWasUnderstoodCanBeTakenBack() throws {
        let words = PlainWords.parse("Call mum tomorrow morning", at: plainMoment, understanding: PlainWords.all)
        let span = try #require(words.spans.last)
        #expect(span.text == "morning" && span.meaning == .region(.morning, CalendarDate("2026-11-21")!))
        let plain = words.without(span, at: plainMoment, understanding: PlainWords.all)
        #expect(plain.title == "Call mum morning" && plain.region == nil && plain.scheduledDate?.text == "2026-11-21")
    }
}
