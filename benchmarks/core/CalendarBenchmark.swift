import DaybookCore
import DaybookFormats

/// Calendar objects: 500 tasks as a first synchronisation asks for them, plain and as a client wrote them, and what a
/// PUT of one comes to.
func runCalendarBenchmarks() throws {
    let tasks = sampleTasks(500)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 << 20)
    func render(_ shown: [ShownTask], _ name: String) throws {
        let timing = try Benchmark(name, "500 tasks") {
            bytes.removeAll(keepingCapacity: true)
            for task in shown { CalendarRendering.append(task, to: &bytes) }
            keep(bytes.count)
        }.run()
        print("  \(Int(500 / microseconds(timing.fastest) * 1_000_000)) tasks/s, \(bytes.count / 500) bytes each")
    }
    try render(tasks.map { ShownTask($0, .head, base: "1-12345") }, "calendar render, plain")

    let account = Identifier(high: 1, low: 1)
    let now = Instant(milliseconds: 1_790_000_000_000)
    let body = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Mozilla.org//EN
        BEGIN:VTODO
        UID:5b1f9e2e-3e9b-4a51-9d5e-0f8a6b1c2d3e
        DTSTAMP:20261201T080000Z
        SUMMARY:Write the report and send it
        DESCRIPTION:First the figures\\, then the table
        STATUS:NEEDS-ACTION
        DUE;TZID=Europe/Berlin:20261202T120000
        PRIORITY:5
        CATEGORIES:Work
        LOCATION:Desk
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT15M
        END:VALARM
        END:VTODO
        END:VCALENDAR

        """
    let octets = Array(body.utf8)
    var settings = AccountSettings()
    settings.timeZone = "Europe/Berlin"
    let object = try CalendarObject(octets)
    let put = CalendarPut(object, account: account, settings: settings, now: now)
    var written = TaskItem(id: .zero)
    for step in try put.decision().steps {
        written = TaskItem(id: step.id)
        let clock = HybridTime(now, device: account)
        for (field, value) in step.patch.values { written.assign(value, to: field) }
        for member in step.patch.unknown {
            written.unknown.set(.init(name: member.name, value: member.value, clock: clock))
        }
    }
    let shown = ShownTask(written, .head, base: "1-12345")
    try render(Array(repeating: shown, count: 500), "calendar render, written by a client")
    try Benchmark("calendar read one object", "1 task") { keep(try CalendarObject(octets)) }.run()
    var again = CalendarPut(object, account: account, settings: settings, now: now, row: shown, base: shown)
    again.name = written.calendarName()
    try Benchmark("calendar decide one PUT", "1 task") { keep(try again.decision()) }.run()
}
