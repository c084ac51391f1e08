import DaybookCore

/// The alarms of a task, and when the earliest of them rings.
struct TodoAlarms {
    /// As text, see ``ObjectComponent/text``.
    let texts: [String]
    private let bases: Bases

    /// The times that alarms count from.
    struct Bases {
        var start: Instant?
        var dueBegin: Instant?
        var dueEnd: Instant?
    }

    init(_ texts: [String], _ times: TodoTimes) {
        self.init(
            texts, Bases(start: times.start?.begin, dueBegin: times.due?.begin, dueEnd: times.due?.end))
    }

    init(_ texts: [String], _ bases: Bases) {
        self.texts = texts
        self.bases = bases
    }

    /// Of an alarm that rings at a time and was not yet acknowledged. A place is told by its number, and ACTION:NONE is
    /// Apple's way of saying that there is none.
    var earliest: (at: Instant, place: Int)? {
        var earliest: (at: Instant, place: Int)?
        for (place, text) in texts.enumerated() {
            guard let alarm = ObjectComponent(text: text), let at = rings(alarm) else { continue }
            if earliest.map({ at < $0.at }) ?? true { earliest = (at, place) }
        }
        return earliest
    }

    private func rings(_ alarm: ObjectComponent) -> Instant? {
        guard alarm.first("ACTION")?.value.uppercased() != "NONE", alarm.first("PROXIMITY") == nil,
            alarm.first("X-APPLE-PROXIMITY") == nil, let trigger = alarm.first("TRIGGER")?.content(),
            let at = instant(of: trigger)
        else { return nil }
        if let acknowledged = alarm.first("ACKNOWLEDGED").flatMap({ ObjectTime($0, in: ObjectZones([], own: .utc)) }),
            acknowledged.instant(isEnd: false) >= at
        {
            return nil
        }
        return at
    }

    /// When a trigger goes off; nil for one that cannot be read.
    func instant(of trigger: ContentLine) -> Instant? {
        if let time = ObjectTime(trigger, in: ObjectZones([], own: .utc)) { return time.instant(isEnd: false) }
        guard let seconds = CalendarDuration.seconds(trigger.value) else { return nil }
        // A task without a start counts from when it is due, and the other way round.
        let isEnd = trigger["RELATED"]?.uppercased() == "END"
        let base = isEnd ? bases.dueEnd ?? bases.start : bases.start ?? bases.dueBegin
        return base?.adding(seconds: seconds)
    }

    /// A task's alarms as its resource shows them. They stand as they came while they ring when the model says; else
    /// the one that gave the time is made to ring then, and the others stay.
    static func shown(_ task: TaskItem, _ times: TodoTimes) -> [String] {
        guard let form = task.form(of: .alarms) else { return task.reminderAt.map { [made($0)] } ?? [] }
        let alarms = TodoAlarms(form.lines, times)
        let earliest = alarms.earliest
        if earliest?.at == task.reminderAt { return form.lines }
        var texts = form.lines
        let place = form.place ?? earliest?.place
        guard let reminder = task.reminderAt else {
            // Nobody is to be reminded any more.
            return texts.filter { ObjectComponent(text: $0).flatMap { alarms.rings($0) } == nil }
        }
        guard let place, texts.indices.contains(place), var alarm = ObjectComponent(text: texts[place]) else {
            return texts + [made(reminder)]
        }
        let trigger = ObjectLine("TRIGGER;VALUE=DATE-TIME:\(Zone.utc.basicTime(of: reminder))Z")
        // What was acknowledged was another time.
        alarm.lines.removeAll { $0.name == "ACKNOWLEDGED" }
        for index in alarm.lines.indices where alarm.lines[index].name == "TRIGGER" {
            if let trigger { alarm.lines[index] = trigger }
        }
        texts[place] = alarm.text
        return texts
    }

    /// It does not repeat the title, or a change of that would change the alarm.
    private static func made(_ reminder: Instant) -> String {
        """
        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:Reminder
        TRIGGER;VALUE=DATE-TIME:\(Zone.utc.basicTime(of: reminder))Z
        END:VALARM
        """
    }
}
