/// Tasks as calendar objects, each a function of its row alone: no setting and no clock has a part in it, so that what
/// an ETag stands for does not change under it.
package enum CalendarRendering {
    /// A task as a resource: a calendar that holds it, and the time zones that it names.
    package static func append(_ shown: ShownTask, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: head)
        if shown.task.hasForms {
            let written = TodoText(shown)
            for line in shown.task.texts(TodoName.frame) { bytes.foldAll(line) }
            for zone in written.zones { bytes.foldAll(zone) }
            written.append(to: &bytes)
        } else {
            appendPlain(shown, to: &bytes)
        }
        bytes.append(contentsOf: end)
    }

    /// All tasks of a list in one calendar of that name.
    package static func append(list: some Sequence<ShownTask>, name: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: head)
        bytes.foldText("X-WR-CALNAME", name)
        var zones: Set<String> = []
        for shown in list {
            if shown.task.hasForms {
                let written = TodoText(shown)
                for zone in written.zones where zones.insert(zone).inserted { bytes.foldAll(zone) }
                written.append(to: &bytes)
            } else {
                appendPlain(shown, to: &bytes)
            }
        }
        bytes.append(contentsOf: end)
    }

    /// Without a version: a new release would change what stands under an ETag.
    private static let head: StaticString =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Daybook//Daybook//EN\r\nCALSCALE:GREGORIAN\r\n"
    private static let end: StaticString = "END:VCALENDAR\r\n"
    static let productID = "-//Daybook//Daybook//EN"
}

extension CalendarObject {
    /// What a task is shown as, read again.
    init?(_ shown: ShownTask) {
        var bytes: [UInt8] = []
        CalendarRendering.append(shown, to: &bytes)
        guard let object = try? CalendarObject(bytes) else { return nil }
        self = object
    }
}

extension [UInt8] {
    /// Every line of a text.
    fileprivate mutating func foldAll(_ text: String) {
        for line in text.split(separator: "\n") { fold(String(line)) }
    }
}

/// A task that clients have written to, as lines.
private struct TodoText {
    private let shown: ShownTask
    private let lines: TodoLines
    private let body: [String]
    private let alarms: [String]
    private let overrides: [String]
    private let rest: [String]

    init(_ shown: ShownTask) {
        self.shown = shown
        lines = TodoLines(shown)
        body = TodoGroup.allCases.flatMap(lines.lines)
        alarms = TodoAlarms.shown(shown.task, lines.times)
        overrides = shown.part == .head ? shown.task.texts(TodoName.overrides) : []
        rest = lines.rest
    }

    /// Of every zone that a line names.
    var zones: [String] {
        let names = ZoneNames(body + rest + overrides)
        guard !names.all.isEmpty else { return [] }
        var told: [String: String] = [:]
        for text in shown.task.texts(TodoName.zones) {
            guard let name = ObjectComponent(text: text)?.first("TZID")?.value, told[name] == nil else { continue }
            told[name] = text
        }
        return names.all.compactMap { name in told[name] ?? ZoneText.of(name, names.years) }
    }

    func append(to bytes: inout [UInt8]) {
        let task = shown.task
        bytes.append(contentsOf: "BEGIN:VTODO\r\n")
        bytes.foldText("UID", task.calendarUID(shown.part))
        bytes.stamps(task)
        for line in body { bytes.fold(line) }
        for line in rest where !line.hasPrefix("BEGIN:") { bytes.foldAll(line) }
        if let base = shown.base { bytes.foldText("X-DAYBOOK-BASE", base) }
        for component in alarms { bytes.foldAll(component) }
        for component in rest where component.hasPrefix("BEGIN:") { bytes.foldAll(component) }
        bytes.append(contentsOf: "END:VTODO\r\n")
        for component in overrides { bytes.foldAll(component) }
    }
}
