extension FieldReading {
    func recurrence() throws(FieldError) -> FieldValue {
        switch value {
        case .null: return .null
        case .object:
            return .recurrence(
                Recurrence(
                    try pattern(), onSchedule: try onSchedule(), except: try except(), carriedFrom: try carriedFrom()))
        default: throw error(.wrongType, "\(name) must be an object or null.")
        }
    }

    private func pattern() throws(FieldError) -> Recurrence.Pattern {
        if case .string(let rule)? = value["rrule"] {
            guard (try? RecurrenceRule(rrule: rule)) != nil else {
                throw error(.malformed, "\(name) has a rule that is not understood.")
            }
            return .rule(rule)
        }
        guard case .array(let items)? = value["days"] else {
            throw error(.malformed, "\(name) must have days or an rrule.")
        }
        let days = items.compactMap { item -> Int? in
            if case .integer(let day) = item { Int(exactly: day) } else { nil }
        }
        guard days.count == items.count, let weekdays = Weekdays(days), !weekdays.isEmpty else {
            throw error(.outOfRange, "\(name) must name days from 1 (Monday) to 7 (Sunday).")
        }
        return .weekly(weekdays)
    }

    private func onSchedule() throws(FieldError) -> Bool {
        switch value["onSchedule"] {
        case nil, .null?: return false
        case .bool(let flag)?: return flag
        default: throw error(.wrongType, "\(name).onSchedule must be true or false.")
        }
    }

    private func except() throws(FieldError) -> Set<CalendarDate> {
        guard let told = value["except"], !told.isNull else { return [] }
        guard case .array(let items) = told else {
            throw error(.wrongType, "\(name).except must be an array of dates.")
        }
        guard items.count <= Recurrence.mostExceptions else {
            throw error(.tooLong, "\(name).except has at most \(Recurrence.mostExceptions) dates.")
        }
        let dates = items.compactMap { item -> CalendarDate? in
            if case .string(let text) = item { CalendarDate(text) } else { nil }
        }
        guard dates.count == items.count else {
            throw error(.malformed, "\(name).except must hold dates such as 2026-11-21.")
        }
        return Set(dates)
    }

    private func carriedFrom() throws(FieldError) -> Recurrence.PlaceBeforeRollover? {
        guard let place = value["carriedFrom"], !place.isNull else { return nil }
        guard case .object = place, case .string(let date)? = place["date"], let date = CalendarDate(date),
            case .string(let region)? = place["region"], let region = Region(name: region),
            case .string(let bucket)? = place["bucket"], let bucket = Bucket(name: bucket)
        else { throw error(.malformed, "\(name).carriedFrom must have date, region and bucket.") }
        return Recurrence.PlaceBeforeRollover(date: date, region: region, bucket: bucket)
    }
}
