/// The tasks (VTODO) of an iCalendar file by RFC 5545, from any program: Apple Reminders, Nextcloud Tasks, Tasks.org,
/// Daybook.
struct CalendarReader: DraftReader {
    /// What the format's names of tasks are kept apart by.
    static let origin = "ics"

    private var lines = UnfoldedLines()
    private var components = ComponentReader()

    mutating func read(_ bytes: [UInt8], into reading: inout Reading) throws(UnreadableSource) {
        do throws(UnreadableSource) {
            try lines.cut(bytes) { line throws(UnreadableSource) in try components.take(line, into: &reading) }
        } catch {
            components.endSeries(into: &reading)
            throw error
        }
    }

    mutating func finish(into reading: inout Reading) throws(UnreadableSource) {
        try lines.finish { line throws(UnreadableSource) in try components.take(line, into: &reading) }
        try components.finish(at: lines.number, into: &reading)
    }
}

/// A component of a calendar with what is in it.
struct CalendarComponent: Sendable {
    let name: String
    let line: Int
    var properties: [ContentLine] = []
    var children: [CalendarComponent] = []

    /// All properties of this name, taken out.
    mutating func take(_ name: String) -> [ContentLine] {
        let taken = properties.filter { $0.name == name }
        if !taken.isEmpty { properties.removeAll { $0.name == name } }
        return taken
    }

    func first(_ name: String) -> ContentLine? { properties.first { $0.name == name } }
}

/// Puts the components of a file's calendars together, line by line.
private struct ComponentReader: Sendable {
    /// Components that have begun, the outermost first.
    private var open: [CalendarComponent] = []
    private var scene = CalendarScene()
    /// Tasks whose time zone has not come yet.
    private var waiting: [CalendarComponent] = []
    private var hasBegun = false
    /// For the task that is being read: the bytes of its values, and how many properties and components it has.
    private var size = 0
    private var count = 0

    private static let deepest = 16
    /// A task has some dozen; a time zone that tells all its history, a few hundred.
    private static let mostParts = 10_000

    mutating func take(_ line: UnfoldedLines.Line, into reading: inout Reading) throws(UnreadableSource) {
        switch line {
        case .tooLong(let number): reading.refuse(line: number, "One line is longer than can be held.")
        case .text(let bytes, let number):
            let valid = String(validating: bytes, as: UTF8.self)
            if valid == nil { reading.garbled(line: number) }
            let text = valid ?? String(decoding: bytes, as: UTF8.self)
            guard let content = ContentLine(text, line: number) else {
                guard hasBegun else {
                    throw UnreadableSource(.otherFormat, line: number, "A calendar begins with BEGIN:VCALENDAR.")
                }
                if text.contains(where: { !$0.isWhitespace }) {
                    reading.refuse(line: number, "It is no line of a calendar.")
                }
                return
            }
            try take(content, into: &reading)
        }
    }

    private mutating func take(_ content: ContentLine, into reading: inout Reading) throws(UnreadableSource) {
        switch content.name {
        case "BEGIN":
            let name = content.value.uppercased()
            guard !open.isEmpty || name == "VCALENDAR" else {
                throw UnreadableSource(.otherFormat, line: content.line, "A calendar begins with BEGIN:VCALENDAR.")
            }
            guard open.count < Self.deepest else {
                throw UnreadableSource(.broken, line: content.line, "Components are nested too deep.")
            }
            if open.isEmpty { scene = CalendarScene(after: scene) }
            hasBegun = true
            if open.count > 1 { count += 1 }
            open.append(CalendarComponent(name: name, line: content.line))
        case "END":
            guard let ended = open.popLast(), ended.name == content.value.uppercased() else {
                throw UnreadableSource(.broken, line: content.line, "END does not fit its BEGIN.")
            }
            end(ended, into: &reading)
        default:
            guard let last = open.indices.last else {
                throw UnreadableSource(.otherFormat, line: content.line, "A calendar begins with BEGIN:VCALENDAR.")
            }
            if last == 0 {
                scene.take(content, into: &reading)
            } else {
                size += content.value.utf8.count
                count += 1
                // Of a component that is longer than a row may be, nothing more is kept: it is refused where it ends.
                if !isTooLong { open[last].properties.append(content) }
            }
        }
    }

    private var isTooLong: Bool { size > LineCutter.longest || count > Self.mostParts }

    private mutating func end(_ component: CalendarComponent, into reading: inout Reading) {
        switch open.count {
        case 0: offerAll(into: &reading)
        case 1:
            let isTooLong = isTooLong
            (size, count) = (0, 0)
            guard !isTooLong else { return reading.refuse(line: component.line, "The component is too long.") }
            switch component.name {
            case "VTIMEZONE": scene.zones.add(component)
            case "VTODO":
                if scene.zones.knowZones(of: component) {
                    scene.offer(component, into: &reading)
                } else {
                    waiting.append(component)
                }
            default: reading.passOver(line: component.line, "It is a \(component.name.prefix(40)), and no task.")
            }
        default: if !isTooLong { open[open.count - 1].children.append(component) }
        }
    }

    /// A series that waits for more of it has come all the same, where the rest cannot be read.
    mutating func endSeries(into reading: inout Reading) { scene.endSeries(into: &reading) }

    private mutating func offerAll(into reading: inout Reading) {
        for todo in waiting { scene.offer(todo, into: &reading) }
        waiting = []
        scene.endSeries(into: &reading)
    }

    mutating func finish(at line: Int, into reading: inout Reading) throws(UnreadableSource) {
        offerAll(into: &reading)
        guard hasBegun else {
            throw UnreadableSource(.otherFormat, line: 1, "A calendar begins with BEGIN:VCALENDAR.")
        }
        guard open.isEmpty else { throw UnreadableSource(.broken, line: line, "The file ends in the middle.") }
    }
}
