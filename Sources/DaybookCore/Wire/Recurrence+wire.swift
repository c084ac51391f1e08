private enum Member: Int, CaseIterable {
    case days, rrule
    static let names = JSONNames<Member>("days rrule")
}

extension JSONWriter {
    /// `{"days":[1,3,5]}` with 1 for Monday, or `{"rrule":"FREQ=..."}`.
    public mutating func recurrence(_ recurrence: Recurrence) {
        beginObject()
        switch recurrence {
        case .weekly(let days):
            name(.days, of: Member.names)
            beginArray()
            for day in days.days { integer(day) }
            endArray()
        case .rule(let rule):
            name(.rrule, of: Member.names)
            string(rule)
        }
        endObject()
    }
}

extension JSONReader {
    /// Does not judge the rule: a row that a newer server took must be readable.
    public mutating func readRecurrence() throws(WireError) -> Recurrence {
        skipSpace()
        let start = offset
        try beginObject()
        var members = JSONMembers()
        var recurrence: Recurrence?
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.days):
                let days = try readDays()
                if recurrence == nil { recurrence = .weekly(days) }
            case .field(.rrule): recurrence = .rule(try readString())
            case .unknown: try skipValue()
            case .end:
                guard let recurrence else {
                    throw unacceptable(.missing, at: start, expected: "days or rrule")
                }
                return recurrence
            }
        }
    }

    private mutating func readDays() throws(WireError) -> Weekdays {
        try beginArray()
        var days: [Int] = []
        while try nextElement() { days.append(try readInt(in: 1...7)) }
        guard let weekdays = Weekdays(days) else { throw refusal(.range, expected: "1 to 7") }
        return weekdays
    }
}
