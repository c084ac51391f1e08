import Testing

@testable import DaybookCore

@Suite struct NoticeTests {
    /// A Tuesday.
    private static let moment = Fixture.moment("2026-03-03T12:00:00Z", "Europe/Berlin")

    private static func both(_ notice: Notice) -> [String] { [Language.english, .german].map { $0.text(notice) } }

    /// As the account's day reads it.
    @Test(arguments: [
        ("2026-03-03T11:00:00Z", "Due today, 12:00", "Fällig heute um 12:00", "heute um 12:00"),
        ("2026-03-02T22:59:00Z", "Due yesterday, 23:59", "Fällig gestern um 23:59", "gestern um 23:59"),
        ("2026-03-04T17:30:00Z", "Due tomorrow, 18:30", "Fällig morgen um 18:30", "morgen um 18:30"),
        ("2026-03-06T11:00:00Z", "Due Friday, 12:00", "Fällig am Freitag um 12:00", "Freitag um 12:00"),
        ("2026-03-09T11:00:00Z", "Due Monday, 12:00", "Fällig am Montag um 12:00", "Montag um 12:00"),
        ("2026-03-10T11:00:00Z", "Due 10 March, 12:00", "Fällig am 10. März um 12:00", "dem 10. März um 12:00"),
        (
            "2026-02-27T11:00:00Z", "Due 27 February, 12:00", "Fällig am 27. Februar um 12:00",
            "dem 27. Februar um 12:00"
        ),
        (
            "2027-03-03T11:00:00Z", "Due 3 March 2027, 12:00", "Fällig am 3. März 2027 um 12:00",
            "dem 3. März 2027 um 12:00"
        ),
        // The beginning of a day is that day.
        ("2026-03-02T23:00:00Z", "Due today", "Fällig heute", "heute"),
        ("2026-03-19T23:00:00Z", "Due 20 March", "Fällig am 20. März", "dem 20. März"),
    ])
    func when(_ due: String, _ english: String, _ german: String, _ since: String) {
        let when = Notice.When(Instant(due)!, at: Self.moment)
        #expect(Self.both(.due(when)) == [english, german])
        #expect(Self.both(.overdueSince(when)) == ["Overdue since" + english.dropFirst(3), "Überfällig seit " + since])
    }

    @Test func aDayBeginsWhenTheAccountSays() {
        let moment = Fixture.moment("2026-03-04T01:00:00Z", dayStart: "04:00")
        for (due, text) in [
            ("2026-03-04T02:00:00Z", "Due today, 02:00"), ("2026-03-04T04:00:00Z", "Due tomorrow"),
            ("2026-03-04T05:00:00Z", "Due tomorrow, 05:00"), ("2026-03-03T04:00:00Z", "Due today"),
        ] {
            #expect(Language.english.text(.due(.init(Instant(due)!, at: moment))) == text)
        }
    }

    @Test func aReminder() {
        let task = TaskItem.named("Tea", due: "2026-03-03T11:00:00Z")
        var told = Notice.reminder(of: task, at: Self.moment, in: .english)
        #expect(told == ("Tea", "Due today, 12:00"))
        told = Notice.reminder(of: .named("Tea"), at: Self.moment, in: .english)
        #expect(told == ("Tea", ""))
        told = Notice.reminder(of: task, isPrivate: true, at: Self.moment, in: .german)
        #expect(told == ("Erinnerung", ""))
    }

    @Test(arguments: [
        (Notice.morning(today: 3, overdue: 1), "3 tasks for today, 1 overdue", "3 Aufgaben für heute, 1 überfällig"),
        (.morning(today: 1, overdue: 2), "1 task for today, 2 overdue", "1 Aufgabe für heute, 2 überfällig"),
        (.morning(today: 2, overdue: 0), "2 tasks for today", "2 Aufgaben für heute"),
        (.morning(today: 0, overdue: 1), "1 task overdue", "1 Aufgabe überfällig"),
        (.morning(today: 0, overdue: 0), "Nothing planned for today", "Für heute ist nichts geplant"),
        (.nudge(.morning, 2), "2 tasks for this morning", "2 Aufgaben für heute Morgen"),
        (.nudge(.afternoon, 1), "1 task for this afternoon", "1 Aufgabe für heute Nachmittag"),
        (.nudge(.evening, 0), "No tasks for this evening", "Keine Aufgaben für heute Abend"),
        (.nudge(.backlog, 3), "3 tasks in the backlog", "3 Aufgaben im Vorrat"),
        (.overdue(1), "1 task overdue", "1 Aufgabe überfällig"),
        (.overdue(4), "4 tasks overdue", "4 Aufgaben überfällig"),
        (.late(minutes: 1), "1 min late", "1 Min. verspätet"),
        (.late(minutes: 119), "119 min late", "119 Min. verspätet"),
        (.late(minutes: 120), "2 h late", "2 Std. verspätet"), (.late(minutes: 1439), "23 h late", "23 Std. verspätet"),
        (
            .cameWhileAway(1), "1 reminder came while the server was away",
            "1 Erinnerung kam, während der Server weg war"
        ),
        (
            .cameWhileAway(12), "12 reminders came while the server was away",
            "12 Erinnerungen kamen, während der Server weg war"
        ),
        (.timeToReview, "Time to review?", "Zeit für den Rückblick?"), (.yourWeek, "Your week", "Deine Woche"),
        (.reminder, "Reminder", "Erinnerung"), (.done, "Done", "Erledigt"), (.snooze, "Snooze", "Später"),
        (.dismiss, "Dismiss", "Verwerfen"), (.snoozing(.tenMinutes), "10 minutes", "10 Minuten"),
        (.snoozing(.oneHour), "1 hour", "1 Stunde"), (.snoozing(.evening), "This evening", "Heute Abend"),
        (.snoozing(.tomorrow), "Tomorrow morning", "Morgen früh"),
    ])
    func words(_ notice: Notice, _ english: String, _ german: String) {
        #expect(Self.both(notice) == [english, german])
    }

    /// A zero is told in words, or not at all.
    @Test func zeroesAreNotCounted() {
        for notice in [
            Notice.morning(today: 0, overdue: 0), .morning(today: 0, overdue: 5), .morning(today: 5, overdue: 0),
            .nudge(.morning, 0), .overdue(0),
        ] {
            for text in Self.both(notice) { #expect(!text.contains("0"), "\(text)") }
        }
    }

    @Test func howLateIsToldFromAMinuteOn() {
        #expect(Notice.late(milliseconds: 59_999) == nil && Notice.late(milliseconds: -5) == nil)
        #expect(Notice.late(milliseconds: 60_000) == .late(minutes: 1))
        #expect(Notice.late(milliseconds: 3_599_999) == .late(minutes: 59))
    }

    @Test func aWeek() {
        #expect(Language.english.text(.week(done: 0, before: 5, waits: true)) == "A quiet week. What waits can wait.")
        #expect(
            Language.german.text(.week(done: 1, before: 0, waits: true)) == "Du hast diese Woche 1 Aufgabe erledigt.")
    }
}
