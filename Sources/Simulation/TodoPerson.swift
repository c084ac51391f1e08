import Seeds

/// Somebody who writes tasks in a calendar program, of all kinds that programs write.
package struct TodoPerson: Sendable {
    package var random: SeededRandom
    private var serial = 0

    package init(random: SeededRandom) { self.random = random }

    /// The properties that they fill in, each by itself, with what stands below it.
    package enum Property: String, Sendable, CaseIterable {
        case summary = "SUMMARY"
        case description = "DESCRIPTION"
        case status = "STATUS"
        case start = "DTSTART"
        case due = "DUE"
        case rule = "RRULE"
        case categories = "CATEGORIES"
        case priority = "PRIORITY"
        case related = "RELATED-TO"
        case alarm = "VALARM"
        case location = "LOCATION"
        case url = "URL"
        case attendee = "ATTENDEE"
        case odd = "X-ODD"
        case place = "VLOCATION"
    }

    /// The lines of a new task without its UID; the summary is always there.
    package mutating func task() -> [Property: [String]] {
        var task: [Property: [String]] = [:]
        for property in Property.allCases where property == .summary || random.chance(40) {
            task[property] = lines(property)
        }
        // A rule counts from a date.
        if task[.start] == nil, task[.due] == nil { task[.rule] = nil }
        return task
    }

    /// What they write for a property.
    package mutating func lines(_ property: Property) -> [String] {
        serial += 1
        switch property {
        case .summary:
            return [random.chance(10) ? "SUMMARY;LANGUAGE=de:\(text())" : "SUMMARY:\(text())"]
        case .description: return ["DESCRIPTION:\(text())\\n\(text())"]
        case .status: return status()
        case .start: return ["DTSTART" + time(random.below(4))]
        case .due: return ["DUE" + time(random.below(4))]
        case .rule: return rule()
        case .categories:
            let labels = (0...random.below(3)).map { _ in text() }
            return random.chance(20)
                ? labels.map { "CATEGORIES:\($0)" } : ["CATEGORIES:" + labels.joined(separator: ",")]
        case .priority: return ["PRIORITY:\(random.below(12))"]
        case .related:
            let child = random.chance(30) ? ["RELATED-TO;RELTYPE=CHILD:child-\(serial)"] : []
            return [random.chance(50) ? "RELATED-TO;RELTYPE=PARENT:parent-\(serial)" : "RELATED-TO:parent-\(serial)"]
                + child
        case .alarm: return (0...random.below(2)).flatMap { _ in alarm() }
        case .location: return ["LOCATION;ALTREP=\"http://example.org/\(serial);a,b\":\(text())"]
        case .url: return ["URL:https://example.org/\(serial)?a=b;c"]
        case .attendee:
            return (0...random.below(2)).map { "ATTENDEE;CN=\"A, \($0)\";ROLE=CHAIR:mailto:\(serial)@example.org" }
        case .odd: return ["X-ODD;X-PART=\(serial):\(text())"]
        case .place: return ["BEGIN:VLOCATION", "UID:place-\(serial)", "NAME:\(text())", "END:VLOCATION"]
        }
    }

    private mutating func text() -> String {
        let words = [
            "milk", "Ärger", "日本語のテキスト", "a\\, b\\; c", "back\\\\slash", "👩‍👩‍👧‍👦 family", "e\u{301}", "tab\there",
            String(repeating: "long ", count: 30) + "end", "line\\none", "UPPER\\Ncase", "quote \"in\" it", "x",
        ]
        return "\(random.pick(words) ?? "x") \(serial)"
    }

    private mutating func status() -> [String] {
        switch random.below(7) {
        case 0: ["STATUS:NEEDS-ACTION"]
        case 1: ["STATUS:IN-PROCESS", "PERCENT-COMPLETE:\(random.below(99) + 1)"]
        case 2: ["STATUS:COMPLETED", "COMPLETED:20261120T0\(random.below(10))0000Z", "PERCENT-COMPLETE:100"]
        case 3: ["STATUS:CANCELLED"]
        case 4: ["COMPLETED:20261120T0\(random.below(10))0000Z"]
        case 5: ["PERCENT-COMPLETE:\(random.below(100))"]
        default: ["STATUS:needs-action"]
        }
    }

    private mutating func time(_ kind: Int) -> String {
        let date = "2026\(["01", "03", "06", "10", "12"][random.below(5)])\(10 + random.below(18))"
        let clock = "T\(10 + random.below(13))\(10 + random.below(49))00"
        switch kind {
        case 0: return ";VALUE=DATE:\(date)"
        case 1: return ":\(date)\(clock)Z"
        case 2:
            let zones = [
                "Europe/Berlin", "America/New_York", "W. Europe Standard Time", "Pacific/Apia", "Nowhere/Land",
            ]
            return ";TZID=\(random.pick(zones) ?? "UTC"):\(date)\(clock)"
        default: return ":\(date)\(clock)"
        }
    }

    private mutating func rule() -> [String] {
        let rules = [
            "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE", "BYDAY=-1FR;FREQ=MONTHLY", "FREQ=YEARLY;COUNT=4",
            "FREQ=WEEKLY;INTERVAL=2;UNTIL=20271231", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "FREQ=HOURLY",
        ]
        let rule = "RRULE:\(random.pick(rules) ?? "FREQ=DAILY")"
        switch random.below(4) {
        case 0: return [rule, "EXDATE;VALUE=DATE:20261224,20261231"]
        case 1: return [rule, "RDATE;VALUE=DATE:20261225"]
        default: return [rule]
        }
    }

    private mutating func alarm() -> [String] {
        let triggers = [
            "TRIGGER:-PT15M", "TRIGGER;RELATED=END:-PT1H", "TRIGGER;VALUE=DATE-TIME:20261201T080000Z",
            "TRIGGER;VALUE=DURATION:PT0S", "X-APPLE-PROXIMITY:ARRIVE",
        ]
        let acknowledged = random.chance(20) ? ["ACKNOWLEDGED:20261201T090000Z"] : []
        return ["BEGIN:VALARM", "ACTION:DISPLAY", "UID:alarm-\(serial)", random.pick(triggers) ?? "TRIGGER:PT0S"]
            + acknowledged + ["DESCRIPTION:\(text())", "END:VALARM"]
    }
}
