import Testing

@testable import DaybookCore

/// Lines as people type them on Friday, 20 November 2026, at ten in the morning.
@Suite struct EnglishWordsTests {
    @Test(arguments: [
        ("Call mum today", "Call mum | 2026-11-20"),
        ("Call mum tomorrow", "Call mum | 2026-11-21"),
        ("Call mum the day after tomorrow", "Call mum | 2026-11-22"),
        ("Call mum fri", "Call mum | 2026-11-27"),
        ("Call mum on Monday", "Call mum | 2026-11-23"),
        ("Friday call mum", "call mum | 2026-11-27"),
        ("Call mum this sunday", "Call mum | 2026-11-22"),
        ("Call mum next friday", "Call mum | 2026-11-27"),
        ("Call mum next sunday", "Call mum | 2026-11-29"),
        ("Call mum on sat", "Call mum | 2026-11-21"),
        ("Call mum next week", "Call mum | 2026-11-23"),
        ("Call mum next month", "Call mum | 2026-12-01"),
        ("Call mum next year", "Call mum | 2027-01-01"),
        ("Clean this weekend", "Clean | 2026-11-21"),
        ("Clean next weekend", "Clean | 2026-11-28"),
        ("Report eod", "Report | 2026-11-20"),
        ("Report eow", "Report | 2026-11-22"),
        ("Report eom", "Report | 2026-11-30"),
        ("Report eoy", "Report | 2026-12-31"),
        ("Plan sow", "Plan | 2026-11-23"),
        ("Plan som", "Plan | 2026-12-01"),
        ("Report at the end of the month", "Report | 2026-11-30"),
        ("Report end of next week", "Report | 2026-11-29"),
        ("Wrap presents 24 dec", "Wrap presents | 2026-12-24"),
        ("Wrap presents dec 24", "Wrap presents | 2026-12-24"),
        ("Wrap presents on the 24th of December", "Wrap presents | 2026-12-24"),
        ("Wrap presents December 24th, 2027", "Wrap presents | 2027-12-24"),
        ("Wrap presents 2027-12-24", "Wrap presents | 2027-12-24"),
        ("Wrap presents on 24.12.", "Wrap presents | 2026-12-24"),
        ("Wrap presents 24.12.2027", "Wrap presents | 2027-12-24"),
        ("Taxes 5 may", "Taxes | 2027-05-05"),
        ("Leap 29 feb", "Leap | 2028-02-29"),
        ("Friday, 11 December: party", "party | 2026-12-11"),
        ("Pay rent on the 1st", "Pay rent | 2026-12-01"),
        ("Call back in 3 days", "Call back | 2026-11-23"),
        ("Call back in two weeks", "Call back | 2026-12-04"),
        ("Call back in a month", "Call back | 2026-12-20"),
        ("Renew +1y", "Renew | 2027-11-20"),
        ("Renew +3d", "Renew | 2026-11-23"),
        ("Renew +2w", "Renew | 2026-12-04"),
    ])
    func days(text: String, meaning: String) { #expect(plainly(text) == meaning) }

    @Test(arguments: [
        ("Call mum fri 9am", "Call mum | 2026-11-27 | due 11-27 09:00"),
        ("Call mum tomorrow at 5", "Call mum | 2026-11-21 | due 11-21 17:00"),
        ("Call mum tomorrow at 9", "Call mum | 2026-11-21 | due 11-21 09:00"),
        ("Call mum at 9:30pm tomorrow", "Call mum | 2026-11-21 | due 11-21 21:30"),
        ("Call mum 18:30", "Call mum | 2026-11-20 | due 11-20 18:30"),
        ("Call mum 24.12. 13:00", "Call mum | 2026-12-24 | due 12-24 13:00"),
        ("Call mum 24.12.2027 13:00", "Call mum | 2027-12-24 | due 2027-12-24 13:00"),
        ("Call mum 12/24 1pm", "Call mum | 2026-12-24 | due 12-24 13:00"),
        ("Call mum 24/12, 1pm", "Call mum | 2026-12-24 | due 12-24 13:00"),
        ("Call mum 1pm 24/12/2026", "Call mum | 2026-12-24 | due 12-24 13:00"),
        ("Call mum 2/2 at 9am", "Call mum | 2027-02-02 | due 2027-02-02 09:00"),
        ("Call mum on 12/24", "Call mum | 2026-12-24"),
        ("Call mum 3/4 1pm", "Call mum 3/4 1pm"),
        ("Call mum 3/4, 1pm", "Call mum 3/4, 1pm"),
        ("Call mum 1pm 3/4", "Call mum 1pm 3/4"),
        ("Read 12/24 pages", "Read 12/24 pages"),
        ("Deploy 2.1 9am", "Deploy 2.1 | 2026-11-21 | due 11-21 09:00"),
        ("Call mum 9am", "Call mum | 2026-11-21 | due 11-21 09:00"),
        ("Call mum 9 am", "Call mum | 2026-11-21 | due 11-21 09:00"),
        ("Call mum 12am", "Call mum | 2026-11-21 | due 11-21 00:00"),
        ("Call mum 12pm", "Call mum | 2026-11-20 | due 11-20 12:00"),
        ("Call mum at noon", "Call mum | 2026-11-20 | due 11-20 12:00"),
        ("Call mum tomorrow morning", "Call mum | 2026-11-21 | due 11-21 09:00"),
        ("Call mum this evening", "Call mum | 2026-11-20 | due 11-20 19:00"),
        ("Dinner tonight", "Dinner | 2026-11-20 | due 11-20 19:00"),
        ("Dinner tonight at 8pm", "Dinner | 2026-11-20 | due 11-20 20:00"),
        ("Dinner tonight at 8", "Dinner | 2026-11-20 | due 11-20 20:00"),
        ("Dinner tonight 7:30", "Dinner | 2026-11-20 | due 11-20 19:30"),
        ("Dinner tonight at 11", "Dinner | 2026-11-20 | due 11-20 23:00"),
        ("Dinner this evening at 8", "Dinner | 2026-11-20 | due 11-20 20:00"),
        ("Dinner tomorrow evening at 8", "Dinner | 2026-11-21 | due 11-21 20:00"),
        ("Run tomorrow morning at 6", "Run | 2026-11-21 | due 11-21 06:00"),
        ("Party 29 feb 2027", "Party 29 feb 2027"),
        ("Party 29 feb 2028", "Party | 2028-02-29"),
        ("Pay on the 31st of april", "Pay on the 31st of april"),
        ("Dinner sat 8pm", "Dinner | 2026-11-21 | due 11-21 20:00"),
        ("Tomorrow dinner 8pm", "dinner | 2026-11-21 | due 11-21 20:00"),
        ("Tea in 2 hours", "Tea | 2026-11-20 | due 11-20 12:00"),
        ("Tea +90min", "Tea | 2026-11-20 | due 11-20 11:30"),
        ("Report due friday", "Report | due 11-27 18:00"),
        ("Report by fri 5pm", "Report | due 11-27 17:00"),
        ("Report tomorrow due fri", "Report | 2026-11-21 | due 11-27 18:00"),
        ("Report by the end of the month", "Report | due 11-30 18:00"),
        ("Parcel by 5pm", "Parcel | due 11-20 17:00"),
    ])
    func times(text: String, meaning: String) { #expect(plainly(text) == meaning) }

    @Test(arguments: [
        ("Water plants every day", "Water plants | 2026-11-20 | days 1234567"),
        ("Water plants daily", "Water plants | 2026-11-20 | days 1234567"),
        ("Water plants every morning", "Water plants | 2026-11-20 | due 11-20 09:00 | days 1234567"),
        ("Standup every weekday at 9", "Standup | 2026-11-20 | due 11-20 09:00 | days 12345"),
        ("Bins every monday", "Bins | 2026-11-23 | days 1"),
        ("Bins every fri", "Bins | 2026-11-20 | days 5"),
        ("Gym every mon, wed and fri 7am", "Gym | 2026-11-20 | due 11-20 07:00 | days 135"),
        ("Gym every mon/wed", "Gym | 2026-11-23 | days 13"),
        ("Gym on mondays and thursdays", "Gym | 2026-11-23 | days 14"),
        ("Lie in every weekend", "Lie in | 2026-11-21 | days 67"),
        ("Rent every month", "Rent | 2026-11-20 | FREQ=MONTHLY"),
        ("Rent every month on the 1st", "Rent | 2026-12-01 | FREQ=MONTHLY;BYMONTHDAY=1"),
        ("Rent every 1st", "Rent | 2026-12-01 | FREQ=MONTHLY;BYMONTHDAY=1"),
        ("Sheets every 2 weeks", "Sheets | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2"),
        ("Sheets every other week", "Sheets | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2"),
        ("Sheets every second week", "Sheets | 2026-11-20 | FREQ=WEEKLY;INTERVAL=2"),
        ("Sheets every other sunday", "Sheets | 2026-11-22 | FREQ=WEEKLY;INTERVAL=2;BYDAY=SU"),
        ("Sheets every 3 days", "Sheets | 2026-11-20 | FREQ=DAILY;INTERVAL=3"),
        ("Meetup first monday", "Meetup | 2026-12-07 | FREQ=MONTHLY;BYDAY=1MO"),
        ("Meetup every 1st monday", "Meetup | 2026-12-07 | FREQ=MONTHLY;BYDAY=1MO"),
        ("Meetup every last friday", "Meetup | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR"),
        ("Meetup last friday of the month", "Meetup | 2026-11-27 | FREQ=MONTHLY;BYDAY=-1FR"),
        ("Party every 24 dec", "Party | 2026-12-24 | FREQ=YEARLY;BYMONTHDAY=24;BYMONTH=12"),
        ("Check up every year", "Check up | 2026-11-20 | FREQ=YEARLY"),
        ("Bins every monday starting dec 1", "Bins | 2026-12-07 | days 1"),
        ("Pills every day until 24 dec", "Pills | 2026-11-20 | FREQ=DAILY;UNTIL=20261224"),
        ("Pills every day 10 times", "Pills | 2026-11-20 | FREQ=DAILY;COUNT=10"),
        ("Review weekly #work", "Review | 2026-11-20 | FREQ=WEEKLY | #work"),
    ])
    func repetitions(text: String, meaning: String) {
        #expect(
            plainly(text).replacing("BYMONTHDAY=24;BYMONTH=12", with: "BYMONTH=12;BYMONTHDAY=24")
                == meaning.replacing("BYMONTHDAY=24;BYMONTH=12", with: "BYMONTH=12;BYMONTHDAY=24"))
    }

    @Test(arguments: [
        ("Milk #shop #home-stuff", "Milk | #shop | #home-stuff"),
        ("#shop milk", "milk | #shop"),
        ("Milk +Groceries", "Milk | +Groceries"),
        (#"Milk +"Weekly shop" tomorrow"#, "Milk | 2026-11-21 | +Weekly shop"),
        ("Milk p1", "Milk | p1"),
        ("p2 milk, tomorrow.", "milk | 2026-11-21 | p2"),
        ("Milk fri 9am !30m", "Milk | 2026-11-27 | due 11-27 09:00 | remind 11-27 08:30"),
        ("Milk fri 9am !1h before", "Milk | 2026-11-27 | due 11-27 09:00 | remind 11-27 08:00"),
        ("Milk fri 9am !remind", "Milk | 2026-11-27 | due 11-27 09:00 | remind 11-27 09:00"),
        ("Milk fri !8am", "Milk | 2026-11-27 | remind 11-27 08:00"),
        ("Milk !tomorrow 8am", "Milk | remind 11-21 08:00"),
        ("Milk !remind mon", "Milk | remind 11-23 09:00"),
        ("Fix #42 in C# +1 guest", "Fix #42 in C# +1 guest"),
        ("Say hi!", "Say hi!"),
    ])
    func marks(text: String, meaning: String) { #expect(plainly(text) == meaning) }

    /// What could mean something else is left alone.
    @Test(arguments: [
        "sat on the chair", "The cat sat", "Enjoy the sun", "March to the sea", "You may go", "One second",
        "Second hand clothes", "Look at 3 houses", "Plan for friday", "Slides about next week", "The friday meeting",
        "Agenda of monday", "Black Friday deals", "Good Friday menu", "Friday's news", "Sunday-school", "pre-friday",
        "Write weekly report", "The daily news", "last friday", "what happened last monday", "Visit monday.com",
        "https://x.org/today", "me@tomorrow.org", "Version 2.1", "Install 10.4.", "Read \"next friday\"",
        "Read “next friday” again", "1/2 cup of flour", "on the 15th floor", "On the first try", "5\" nails",
        "From 9am to the end", "in March", "16:99", "32 dec", "2026-02-30", "fri9", "fri 9am-5pm is no time but 25:00",
        "Rest in peace", "Every little thing", "each of us", "+1", "#1", "p0", "p12", "!", "", " ", "today", "#tag p1",
        "Call +49 30 123", "Buy 3 #2 pencils", "Mail to bob@work re: !important", "Say \"tomorrow\" in C#",
    ])
    func whatIsAmbiguousStaysTitle(text: String) {
        let words = PlainWords.parse(text, at: plainMoment)
        let isHalf = text.hasPrefix("fri 9am-5pm")
        #expect(isHalf ? words.dueAt == nil : words.title == text && words.spans.isEmpty, "\(words.spans)")
    }

    /// Which day it is nobody has said yet, or there are several.
    @Test(arguments: [
        "Call monday or tuesday", "Call mon, tue or wed", "Call tomorrow and friday", "Party fri or sat",
        "Party sat or sun",
        "Dinner today or tomorrow at 8pm", "Pills at 9am and 5pm", "Call tomorrow at 5 or 6",
        "Trip on the 15th or 16th",
        "Trip 24 or 25 dec", "Trip 24 dec or 25 dec", "Gym every mon or wed", "Gym every mon or every wed",
        "Report by friday or by monday", "monday or tuesday",
    ])
    func daysToChooseFromStayTitle(text: String) {
        let words = PlainWords.parse(text, at: plainMoment)
        #expect(words.title == text && words.spans.isEmpty, "\(words.spans)")
    }

    @Test(arguments: [
        ("Call mon or tue #family p1", "Call mon or tue | #family | p1"),
        ("Call mon or tue, due friday", "Call mon or tue | due 11-27 18:00"),
        ("Call mum tomorrow or she worries", "Call mum or she worries | 2026-11-21"),
        ("Milk tomorrow and 2 eggs", "Milk and 2 eggs | 2026-11-21"),
        ("Trip on the 15th and pack", "Trip and pack | 2026-12-15"),
    ])
    func whatElseIsSaidBesideAndCounts(text: String, meaning: String) { #expect(plainly(text) == meaning) }

    @Test func oneOfSeveralDaysCountsWhereTheOtherIsTakenBack() {
        let words = PlainWords.parse("Call monday or tuesday", at: plainMoment, plain: [5..<11])
        #expect(words.scheduledDate == CalendarDate("2026-11-24"))
    }

    @Test func whatIsSaidLastCounts() {
        #expect(plainly("Move friday meeting to monday, tomorrow") == "Move friday meeting to monday | 2026-11-21")
        #expect(plainly("Milk p1 p2 +a +b") == "Milk p1 +a | +b | p2")
    }

    @Test func aSpanSaysWhereItStandsAndCanBeTakenBack() throws {
        let words = PlainWords.parse("Grüße an Mum fri 9am #family", at: plainMoment)
        #expect(words.spans.map(\.text) == ["fri 9am", "#family"])
        #expect(words.spans[0].bytes == 15..<22)
        #expect(words.spans.map(\.meaning.kind) == [.when, .tag])
        let other = words.without(words.spans[0], at: plainMoment)
        #expect(other.title == "Grüße an Mum fri 9am")
        #expect(other.scheduledDate == nil)
        #expect(other.tags == ["family"])
    }

    @Test func onlyWhatIsWantedIsUnderstood() {
        let words = PlainWords.parse("Milk fri #shop p1 +home", at: plainMoment, understanding: [.when])
        #expect(words.title == "Milk #shop p1 +home")
    }

    /// A day in a phrase that is not looked for is part of it, and no day by itself.
    @Test(arguments: [
        ("r first monday", PlainWords.Kind.recurrence), ("Gym every monday 9am", .recurrence),
        ("Report by friday", .due), ("Milk !fri 9am", .reminder),
    ])
    func whatIsNotLookedForStaysWhole(text: String, kind: PlainWords.Kind) {
        let words = PlainWords.parse(text, at: plainMoment, understanding: PlainWords.usual.subtracting([kind]))
        #expect(words.title == text && words.spans.isEmpty)
    }
}
