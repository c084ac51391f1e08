import DaybookCore

extension CalendarSelection {
    /// The object as it was asked for; false where a series has more occurrences than there is room for.
    /// - Parameters:
    ///   - zone: what times without a zone are in.
    ///   - room: for a series whose occurrences are each written by themselves, in bytes.
    package func write(_ object: CalendarObject, zone: Zone, to bytes: inout [UInt8], room: Int = .max) -> Bool {
        let occurrences = TodoOccurrences(object, zone: zone)
        var calendar = ObjectComponent("VCALENDAR")
        calendar.lines = object.lines
        if let expand, occurrences.rule != nil {
            // In UTC, no time zone is needed.
            guard let expanded = occurrences.expanded(in: expand, room: room) else { return false }
            calendar.components = expanded
        } else {
            var overrides = object.overrides
            if let limit = limitRecurrenceSet { overrides = overrides.filter { occurrences.isIn(limit, $0) } }
            calendar.components = object.others + [object.master] + overrides
        }
        if let component, component.name == "VCALENDAR" { calendar = component.part(of: calendar) }
        bytes.fold(component: calendar)
        return true
    }
}

extension CalendarSelection.Component {
    /// What of a component is asked for; an empty list of names asks for none.
    fileprivate func part(of whole: ObjectComponent) -> ObjectComponent {
        var part = whole
        if let properties {
            part.lines = whole.lines.compactMap { line in
                guard let isNameAlone = properties[line.name] else { return nil }
                return isNameAlone ? ObjectLine(line.with(value: "")) : line
            }
        }
        if let components {
            part.components = whole.components.compactMap { inner in
                components.first { $0.name == inner.name }?.part(of: inner)
            }
        }
        return part
    }
}

extension TodoOccurrences {
    /// Each occurrence in the range as a component of its own, in UTC. Nil where they take more than `room` bytes.
    fileprivate func expanded(in range: TimeRange, room: Int) -> [ObjectComponent]? {
        let components = components(in: range)
        let bytes = components.reduce(0) { sum, component in
            component.lines.reduce(sum) { $0 + $1.text.utf8.count }
        }
        guard bytes <= room else { return nil }
        return components.map { component in
            var single = component
            let stands = component.first("RECURRENCE-ID") ?? component.first("DTSTART") ?? component.first("DUE")
            single.lines = component.lines.filter { $0.name != "RECURRENCE-ID" && $0.name != "RRULE" }.map { line in
                ["DTSTART", "DUE", "DTEND"].contains(line.name) ? utc(line, named: line.name) : line
            }
            if let stands { single.lines.append(utc(stands, named: "RECURRENCE-ID")) }
            return single
        }
    }

    private func utc(_ line: ObjectLine, named name: String) -> ObjectLine {
        guard let time = ObjectTime(line, in: zones) else { return line }
        let text =
            switch time.time {
            case .day(let date): "\(name);VALUE=DATE:\(date.basic)"
            case .moment(let instant, _): "\(name):\(Zone.utc.basicTime(of: instant))Z"
            }
        return ObjectLine(text) ?? line
    }
}

extension [UInt8] {
    package mutating func fold(component: ObjectComponent) {
        fold("BEGIN:\(component.name)")
        for line in component.lines { fold(line.text) }
        for inner in component.components { fold(component: inner) }
        fold("END:\(component.name)")
    }
}
