import DaybookCore

extension ComponentFilter {
    /// Whether an object is what the filter of a calendar-query asks for.
    /// - Parameter zone: what times without a zone are in.
    package func matches(_ object: CalendarObject, zone: Zone) -> Bool {
        let occurrences = TodoOccurrences(object, zone: zone)
        guard name == nil || name == "VCALENDAR" else { return isNotDefined }
        guard !isNotDefined else { return false }
        // Who names no component means the task, the event or the journal.
        if components.isEmpty {
            guard timeRange != nil || !properties.isEmpty else { return true }
            return occurrences.candidates(in: timeRange).contains { todo in
                properties.allSatisfy { $0.matches(object.lines + todo.lines, occurrences) }
            }
        }
        return properties.allSatisfy { $0.matches(object.lines, occurrences) }
            && components.allSatisfy { $0.matches(todosOf: occurrences) }
    }

    /// A comp-filter in that of the calendar.
    private func matches(todosOf occurrences: TodoOccurrences) -> Bool {
        guard name == nil || name == occurrences.object.kind.rawValue else {
            let isThere = occurrences.object.others.contains { $0.name == name }
            return isNotDefined ? !isThere : isThere
        }
        guard !isNotDefined else { return false }
        return occurrences.candidates(in: timeRange).contains { todo in
            properties.allSatisfy { $0.matches(todo.lines, occurrences) }
                && components.allSatisfy { $0.matches(partsOf: todo, occurrences) }
        }
    }

    /// A comp-filter in that of a task: an alarm, for the most.
    private func matches(partsOf component: ObjectComponent, _ occurrences: TodoOccurrences) -> Bool {
        let parts = component.components.filter { name == nil || $0.name == name }
        guard !isNotDefined else { return parts.isEmpty }
        guard !parts.isEmpty else { return false }
        // Once for all of its alarms: it may be long, and they many.
        let bases = timeRange.map { _ in occurrences.bases(of: component) }
        return parts.contains { part in
            if let timeRange, let bases, !occurrences.rings(part, from: bases, in: timeRange) { return false }
            return properties.allSatisfy { $0.matches(part.lines, occurrences) }
                && components.allSatisfy { $0.matches(partsOf: part, occurrences) }
        }
    }
}

extension PropertyFilter {
    fileprivate func matches(_ lines: [ObjectLine], _ occurrences: TodoOccurrences) -> Bool {
        let named = lines.filter { $0.name == name }
        guard !isNotDefined else { return named.isEmpty }
        return named.contains { line in
            guard let content = line.content() else { return false }
            if let timeRange {
                guard let at = ObjectTime(content, in: occurrences.zones)?.instant(isEnd: false),
                    (timeRange.start ?? .earliest) <= at, at < (timeRange.end ?? .latest)
                else { return false }
            }
            return text.map { $0.matches(content.text) } ?? true
                && parameters.allSatisfy { $0.matches(content) }
        }
    }
}

extension ParameterFilter {
    fileprivate func matches(_ content: ContentLine) -> Bool {
        guard let parameter = content.parameters.first(where: { $0.name == name }) else { return isNotDefined }
        guard !isNotDefined else { return false }
        return text.map { text in parameter.values.contains { text.matches($0) } } ?? true
    }
}
