import DaybookCore

/// Plain words by the line, and filters over an account of 10,000 tasks.
func runWordsBenchmarks() throws {
    guard let zone = Zone("Europe/Berlin"), let now = Instant("2026-02-11T12:00:00Z") else { return }
    let moment = Moment(now, in: LocalDay(zone: zone))
    let lines = sampleLines.flatMap { Array(repeating: $0, count: 1000 / sampleLines.count) }
    let unit = "\(lines.count) lines"
    try Benchmark("plain words, English", unit, runs: 50) {
        for line in lines { keep(PlainWords.parse(line, at: moment)) }
    }.run()
    try Benchmark("plain words, German", unit, runs: 50) {
        for line in lines { keep(PlainWords.parse(line, in: .german, at: moment)) }
    }.run()
    let tasks = sampleTasks(10_000)
    for text in [
        "open and (due < +3d or carried >= 2) and not #waiting", "write report", "open due:any sort:due,-created",
        "sort:due,-created",
    ] {
        let filter = try TaskFilter(text, at: moment)
        try Benchmark("filter \(text)", "10,000 tasks", runs: 50) {
            keep(tasks.reduce(0) { filter.matches($1) ? $0 + 1 : $0 })
        }.run()
        try Benchmark("its tasks in order", "10,000 tasks", runs: 50) { keep(filter.tasks(among: tasks)) }.run()
        try Benchmark("the first 500 of them", "10,000 tasks", runs: 50) {
            keep(filter.tasks(among: tasks, limit: 500))
        }.run()
        try Benchmark("reading it", "1 filter") { keep(try TaskFilter(text, at: moment)) }.run()
    }
}

/// As people type them: most with something to be understood, some with nothing.
private let sampleLines = [
    "Call mum fri 9am #family", "Buy milk, eggs and bread", "Report due friday p1 +Work !1h",
    "Water the plants every 2 weeks starting monday", "Send the slides about next week to Ada and Grace",
    "Dentist 24 dec 18:30", "Read \"next friday\" again tomorrow", "Rent every month on the 1st",
    "Müll rausbringen jeden Montag um 7 Uhr", "Plan the trip to the mountains with the others in 3 days",
]
