import DaybookCore

/// Days and recurrences.
func runTimeBenchmarks() throws {
    guard let zone = Zone("Europe/Berlin"), let start = Instant("2026-02-11T12:00:00Z"),
        let date = CalendarDate("2026-02-11"),
        let rule = try? RecurrenceRule(rrule: "FREQ=MONTHLY;BYDAY=-1FR")
    else { return }
    let day = LocalDay(zone: zone)
    try Benchmark("date of an instant", "10,000 instants") {
        var sum = 0
        for index in 0..<10_000 { sum &+= Int(day.date(of: start.adding(seconds: Int64(index) * 7919)).dayNumber) }
        keep(sum)
    }.run()
    try Benchmark("start of a date", "10,000 dates") {
        var sum: Int64 = 0
        for index in 0..<10_000 { sum &+= day.start(of: date.adding(days: index)).milliseconds }
        keep(sum)
    }.run()
    try Benchmark("next last Friday of a month", "1,000 occurrences") { keep(rule.dates(from: date, limit: 1000)) }
        .run()
}
