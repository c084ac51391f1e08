private enum Member: Int, CaseIterable {
    case days, rrule, onSchedule, except, carriedFrom
    static let names = JSONNames<Member>("days rrule onSchedule except carriedFrom")
}

private enum PlaceMember: Int, CaseIterable {
    case date, region, bucket
    static let names = JSONNames<PlaceMember>("date region bucket")
}

extension Recurrence {
    /// As on the wire, for fields of operations.
    package var json: JSONValue {
        var members: [JSONMember] = []
        switch pattern {
        case .weekly(let days): members.append(JSONMember("days", .array(days.days.map { .integer(Int64($0)) })))
        case .rule(let rule): members.append(JSONMember("rrule", .string(rule)))
        }
        if onSchedule { members.append(JSONMember("onSchedule", true)) }
        if !except.isEmpty {
            members.append(JSONMember("except", .array(except.ordered().map { .string($0.text) })))
        }
        if let carriedFrom {
            members.append(
                JSONMember(
                    "carriedFrom",
                    .object([
                        JSONMember("date", .string(carriedFrom.date.text)),
                        JSONMember("region", .string(carriedFrom.region.name)),
                        JSONMember("bucket", .string(carriedFrom.bucket.name)),
                    ])))
        }
        return .object(members)
    }
}

extension JSONWriter {
    /// `{"days":[1,3,5]}` with 1 for Monday, or `{"rrule":"FREQ=..."}`; what is not said is not written.
    package mutating func recurrence(_ recurrence: Recurrence) {
        beginObject()
        switch recurrence.pattern {
        case .weekly(let days):
            name(.days, of: Member.names)
            array(days.days) { $0.integer($1) }
        case .rule(let rule):
            member(.rrule, of: Member.names, rule)
        }
        if recurrence.onSchedule {
            member(.onSchedule, of: Member.names, true)
        }
        if !recurrence.except.isEmpty {
            name(.except, of: Member.names)
            array(recurrence.except.ordered()) { $0.date($1) }
        }
        if let place = recurrence.carriedFrom {
            name(.carriedFrom, of: Member.names)
            beginObject()
            member(PlaceMember.date, of: PlaceMember.names, place.date.text)
            member(PlaceMember.region, of: PlaceMember.names, place.region.name)
            member(PlaceMember.bucket, of: PlaceMember.names, place.bucket.name)
            endObject()
        }
        endObject()
    }
}

extension JSONReader {
    /// Does not judge the rule: a row that a newer server took must be readable.
    package mutating func readRecurrence() throws(WireError) -> Recurrence {
        skipSpace()
        let start = offset
        var pattern: Recurrence.Pattern?
        var onSchedule = false
        var except: Set<CalendarDate> = []
        var carriedFrom: Recurrence.PlaceBeforeRollover?
        try readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .days:
                let days = try reader.readDays()
                if pattern == nil { pattern = .weekly(days) }
            case .rrule: pattern = .rule(try reader.readString())
            case .onSchedule: onSchedule = try reader.readBool()
            case .except: except = try reader.readDates()
            case .carriedFrom: carriedFrom = try reader.takeNull() ? nil : reader.readPlace()
            }
        }
        guard let pattern else { throw unacceptable(.missing, at: start, expected: "days or rrule") }
        return Recurrence(pattern, onSchedule: onSchedule, except: except, carriedFrom: carriedFrom)
    }

    private mutating func readPlace() throws(WireError) -> Recurrence.PlaceBeforeRollover {
        skipSpace()
        let start = offset
        var date: CalendarDate?
        var region = Region.morning
        var bucket = Bucket.misc
        try readObject(of: PlaceMember.names) { (reader, member) throws(WireError) in
            switch member {
            case .date:
                let start = reader.offset
                date = CalendarDate(try reader.readString())
                if date == nil { throw reader.unacceptable(.form, at: start, expected: "a date such as 2026-11-21") }
            case .region: region = try reader.readWord(of: Words.region)
            case .bucket: bucket = try reader.readWord(of: Words.bucket)
            }
        }
        guard let date else { throw unacceptable(.missing, at: start, expected: "date") }
        return Recurrence.PlaceBeforeRollover(date: date, region: region, bucket: bucket)
    }

    private mutating func readDates() throws(WireError) -> Set<CalendarDate> {
        if try takeNull() { return [] }
        var dates: Set<CalendarDate> = []
        try beginArray()
        while try nextElement() { dates.insert(try readDate()) }
        return dates
    }

    private mutating func readDays() throws(WireError) -> Weekdays {
        try beginArray()
        var days: [Int] = []
        while try nextElement() { days.append(try readInt(in: 1...7)) }
        guard let weekdays = Weekdays(days) else { throw refusal(.range, expected: "1 to 7") }
        return weekdays
    }
}
