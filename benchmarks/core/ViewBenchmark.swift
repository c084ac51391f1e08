import DaybookCore

/// The views of an account of 10,000 tasks.
func runViewBenchmarks() throws {
    let tasks = sampleTasks(10_000)
    guard let zone = Zone("Europe/Berlin"), let now = Instant("2026-02-11T12:00:00Z") else { return }
    let moment = Moment(now, in: LocalDay(zone: zone))
    let unit = "10,000 tasks"
    try Benchmark("today", unit) { keep(moment.today(tasks)) }.run()
    try Benchmark("inbox", unit) { keep(moment.inbox(tasks, .unscheduled)) }.run()
    try Benchmark("upcoming", unit) { keep(moment.upcoming(tasks)) }.run()
    try Benchmark("backlog", unit) { keep(moment.backlog(tasks, AccountSettings())) }.run()
    try Benchmark("board", unit) { keep(moment.board(tasks)) }.run()
    try Benchmark("widget medium with its day", unit) { keep(moment.widget(tasks, .medium)) }.run()
}
