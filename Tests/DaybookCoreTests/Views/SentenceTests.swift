import Testing

@testable import DaybookCore

@Suite struct SentenceTests {
    /// L-FR26..28, L-6.1: the sentence to speak after a capture.
    @Test(arguments: [
        ("Buy milk", "Added 'Buy milk' to your Inbox"), ("it's", "Added 'it's' to your Inbox"),
        ("Käse 🧀", "Added 'Käse 🧀' to your Inbox"),
    ])
    func capture(_ title: String, _ sentence: String) {
        #expect(Language.english.text(.added(title, .inbox)) == sentence)
    }

    @Test func captureToToday() {
        #expect(Language.english.text(.added("Buy milk", .today)) == "Added 'Buy milk' to Today")
    }

    @Test(
        arguments: [
            ("2026-11-20", nil, nil, "Added 'Call mum' to Today"),
            ("2026-11-21", "2026-11-21T08:00:00Z", nil, "Added 'Call mum' for tomorrow at 09:00"),
            (nil, "2026-11-27T17:00:00Z", nil, "Added 'Call mum' to your Inbox, due Friday, 27 November at 18:00"),
            ("2027-01-02", nil, "Family", "Added 'Call mum' to Family for Saturday, 2 January 2027"),
            ("2026-11-20", "2026-11-21T17:00:00Z", nil, "Added 'Call mum' for today, due tomorrow at 18:00"),
            (nil, nil, "Family", "Added 'Call mum' to Family"), (nil, nil, nil, "Added 'Call mum' to your Inbox"),
        ] as [(String?, String?, String?, String)])
    func captureOfPlainWords(_ date: String?, _ due: String?, _ list: String?, _ sentence: String) {
        var task = TaskItem(id: Identifier(high: 1, low: 1))
        task.title = "Call mum"
        task.scheduledDate = date.flatMap { CalendarDate($0) }
        task.dueAt = due.flatMap { Instant($0) }
        let place = Phrase.CapturedPlace(task, in: list, at: plainMoment)
        #expect(Language.english.text(.captured(task.title, place)) == sentence)
        #expect(Language.german.text(.captured(task.title, place)).contains(list ?? "Call mum"))
    }

    /// V-4.7.
    @Test(arguments: [(0, "0 completed today"), (1, "1 completed today"), (12, "12 completed today")])
    func completedToday(_ count: Int, _ sentence: String) {
        #expect(Language.english.text(.completedToday(count)) == sentence)
    }

    /// V-6.2 to 6.4, 6.8.
    @Test func completionsInWords() {
        var counts = CompletionCounts()
        counts.thisWeek = 1
        counts.thisMonth = 12
        let english = counts.sentences()
        #expect(english.today == "0 tasks completed today")
        #expect(english.thisWeek == "1 task completed this week")
        #expect(english.thisMonth == "12 tasks completed this month")
        #expect(counts.sentences(in: .german).thisWeek == "Diese Woche 1 Aufgabe erledigt")
    }

    /// V-FR26..31, V-6.x: requirements 7, sentence by sentence.
    @Test(arguments: [
        (45, 38, 83, "45 tasks this month, up from 38 last month", Trend.Direction.up),
        (38, 45, 83, "38 tasks this month, down from 45 last month", .down),
        (45, 45, 90, "45 tasks this month, same as last month", .same), (12, 0, 12, "No data from last month", .same),
        (0, 0, 7, "No data from last month", .same), (0, 0, 0, "No data available yet", .same),
        (0, 5, 5, "0 tasks this month, down from 5 last month", .down),
        (1, 2, 3, "1 task this month, down from 2 last month", .down),
        (1, 1, 2, "1 task this month, same as last month", .same),
    ])
    func trend(_ this: Int, _ last: Int, _ ever: Int, _ sentence: String, _ direction: Trend.Direction) {
        let trend = Trend(thisMonth: this, lastMonth: last, ever: ever)
        #expect(trend.sentence == sentence)
        #expect(trend.direction == direction)
    }

    /// V-6.x: day, week and month by the account's zone and first weekday.
    @Test(arguments: [
        // completed at, zone, first weekday: today, this week, this month, last month (now is Thursday 2026-03-12 18:00
        // UTC)
        ("2026-03-12T00:00:00Z", "UTC", 1, [1, 1, 1, 0]), ("2026-03-11T23:59:59.999Z", "UTC", 1, [0, 1, 1, 0]),
        ("2026-03-12T03:59:59Z", "America/New_York", 1, [0, 1, 1, 0]),
        ("2026-03-09T00:00:00Z", "UTC", 1, [0, 1, 1, 0]),
        ("2026-03-08T23:59:59Z", "UTC", 1, [0, 0, 1, 0]), ("2026-03-08T00:00:00Z", "UTC", 7, [0, 1, 1, 0]),
        ("2026-03-01T00:00:00Z", "UTC", 1, [0, 0, 1, 0]), ("2026-02-28T23:59:59.999Z", "UTC", 1, [0, 0, 0, 1]),
        ("2026-02-28T23:00:00Z", "Europe/Berlin", 1, [0, 0, 1, 0]), ("2026-02-01T00:00:00Z", "UTC", 1, [0, 0, 0, 1]),
        ("2026-01-31T23:59:59.999Z", "UTC", 1, [0, 0, 0, 0]), ("2026-03-13T00:00:00Z", "UTC", 1, [0, 1, 1, 0]),
    ])
    func counts(_ completed: String, _ zone: String, _ week: Int, _ expected: [Int]) {
        let counts = CompletionCounts(
            [Instant(completed)!], at: Fixture.moment("2026-03-12T18:00:00Z", zone, week: week))
        #expect([counts.today, counts.thisWeek, counts.thisMonth, counts.lastMonth] == expected)
        #expect(counts.ever == 1)
    }

    @Test func countsMakeTheTrend() {
        let moment = Fixture.moment("2026-03-12T18:00:00Z")
        let instants = ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "2026-02-10T00:00:00Z"].map { Instant($0)! }
        #expect(CompletionCounts(instants, at: moment).trend.sentence == "2 tasks this month, up from 1 last month")
        #expect(CompletionCounts([], at: moment).trend.sentence == "No data available yet")
    }

    /// L-FR39: todoapp://open-task?id=UUID, the scheme a setting.
    @Test func deepLinks() {
        let id = Identifier("550e8400-e29b-41d4-a716-446655440000")!
        #expect(DeepLink.task(id) == "todoapp://open-task?id=550e8400-e29b-41d4-a716-446655440000")
        #expect(DeepLink.task(id, scheme: "my-day") == "my-day://open-task?id=550e8400-e29b-41d4-a716-446655440000")
        #expect(DeepLink.task(from: "todoapp://open-task?id=550e8400-e29b-41d4-a716-446655440000") == id)
        #expect(DeepLink.task(from: "TODOAPP://open-task?id=550E8400-E29B-41D4-A716-446655440000") == id)
        for link in [
            "", "todoapp://open-task", "todoapp://open-task?id=",
            "other://open-task?id=550e8400-e29b-41d4-a716-446655440000",
            "todoapp://open-task?id=550e8400-e29b-41d4-a716-44665544000",
            "todoapp://open-task?id=550e8400-e29b-41d4-a716-446655440000&x=1",
        ] { #expect(DeepLink.task(from: link) == nil, "\(link)") }
    }
}
