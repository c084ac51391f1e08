/// How something comes back, and from which day on.
struct PlainRepetition: Hashable, Sendable {
    var rule: RecurrenceRule
    var start: CalendarDate?
    var time: TimeOfDay?

    init(_ frequency: RecurrenceRule.Frequency, interval: Int = 1, days: [RecurrenceRule.Day] = []) {
        rule = RecurrenceRule(frequency: frequency, interval: interval, days: days)
    }
}

extension PlainReader {
    /// `every 2 weeks`, `on mondays`, `first friday of the month`, `weekly`, and what may stand behind them: a time, a
    /// beginning, an end.
    func repetition(_ place: Int) -> Found<PlainRepetition>? {
        guard begins(place) else { return nil }
        switch sense(place) {
        case .every: return series(place + 1).map(withTail)
        case .on:
            guard case .everyWeekday = sense(place + 1) else { return nil }
            return repetition(place + 1)
        case .everyWeekday: return weekdays(place).map(withTail)
        case .adverb(let frequency, let interval, let isWord):
            guard let found = found(PlainRepetition(frequency, interval: interval), place + 1).map(withTail) else {
                return nil
            }
            // `weekly report`: an adjective, unless the sentence or something else that is understood ends it.
            let isLast = found.next == tokens.count || found.next > place + 1 || startsMark(found.next)
            return isWord && !isLast && !isAlone ? nil : found
        default: return ordinalWeekday(place, isEvery: false).map(withTail)
        }
    }

    /// What stands behind `every`.
    func series(_ place: Int) -> Found<PlainRepetition>? {
        if sense(place) == .other { return counted(2, place + 1) }
        if let ordinal = ordinalWeekday(place, isEvery: true) { return ordinal }
        if let ordinal = ordinal(place) {
            if ordinal.value > 0, let counted = counted(ordinal.value, ordinal.next) { return counted }
            if number(place) != nil, let yearly = yearly(place) { return yearly }
            guard number(place) != nil, (1...31).contains(ordinal.value) else { return nil }
            return monthly(on: ordinal.value, ordinal.next)
        }
        if let count = count(place), let counted = counted(count, place + 1) { return counted }
        switch sense(place) {
        case .unit: return counted(1, place)
        case .weekday, .workday, .weekend, .everyWeekday: return weekdays(place)
        case .partOfDay(let hour): return daily(at: hour, place)
        case .tomorrowOrMorning: return daily(at: 9, place)
        default: return yearly(place)
        }
    }

    private func daily(at hour: Int, _ place: Int) -> Found<PlainRepetition>? {
        var repetition = PlainRepetition(.daily)
        repetition.time = TimeOfDay(hour: hour, minute: 0)
        return found(repetition, place + 1)
    }

    private func monthly(on day: Int, _ next: Int) -> Found<PlainRepetition>? {
        var repetition = PlainRepetition(.monthly)
        repetition.rule.monthDays = [day]
        return found(repetition, afterOfMonth(next) ?? next)
    }

    /// `every 24 dec`
    private func yearly(_ place: Int) -> Found<PlainRepetition>? {
        guard let date = explicit(place) else { return nil }
        var repetition = PlainRepetition(.yearly)
        (repetition.rule.months, repetition.rule.monthDays) = ([date.value.month], [date.value.day])
        return Found(value: repetition, next: date.next)
    }

    /// So many units, or every so many of a weekday.
    private func counted(_ interval: Int, _ place: Int) -> Found<PlainRepetition>? {
        guard RecurrenceRule.intervals.contains(interval) else { return nil }
        if case .weekday(let day, _) = sense(place), let day = Weekday(rawValue: day) {
            return found(PlainRepetition(.weekly, interval: interval, days: [.init(day)]), place + 1)
        }
        guard case .unit(let unit) = sense(place), let frequency = unit.frequency,
            let counted = found(PlainRepetition(frequency, interval: interval), place + 1)
        else { return nil }
        return onDays(counted) ?? counted
    }

    /// `every month on the 15th`, `every 2 weeks on mon and wed`
    private func onDays(_ counted: Found<PlainRepetition>) -> Found<PlainRepetition>? {
        guard sense(counted.next) == .on else { return nil }
        let place = skipping(.the, counted.next + 1)
        var repetition = counted.value
        switch repetition.rule.frequency {
        case .weekly:
            guard let days = weekdays(place) else { return nil }
            repetition.rule.days = days.value.rule.days
            return Found(value: repetition, next: days.next)
        case .monthly:
            if let day = ordinalWeekday(place, isEvery: true) {
                repetition.rule.days = day.value.rule.days
                return Found(value: repetition, next: day.next)
            }
            guard let day = ordinal(place), number(place) != nil, (1...31).contains(day.value) else { return nil }
            repetition.rule.monthDays = [day.value]
            return found(repetition, day.next)
        case .daily, .yearly: return nil
        }
    }

    /// `mon, wed and fri`, `weekday`. Each day is said once, so a list has an end.
    private func weekdays(_ place: Int) -> Found<PlainRepetition>? {
        var days: [Weekday] = []
        var (place, end) = (place, place)
        list: while true {
            let more: [Weekday]
            switch sense(place) {
            case .weekday(let day, _), .everyWeekday(let day): more = [day].compactMap(Weekday.init(rawValue:))
            case .workday: more = [.monday, .tuesday, .wednesday, .thursday, .friday]
            case .weekend: more = [.saturday, .sunday]
            default: break list
            }
            guard !more.contains(where: days.contains), found(true, place + 1) != nil || sign(place + 1) == "/" else {
                break
            }
            days += more
            if tokens[place].ends { end = place + 1 }
            place += 1
            if sign(place) == ",", isGlued(place) { place += 1 }
            if sign(place) == "/", isGlued(place) { place += 1 }
            place = skipping(.and, place)
            if place == end { break }
        }
        guard end > 0, !days.isEmpty else { return nil }
        days.sort { $0.rawValue < $1.rawValue }
        return found(PlainRepetition(.weekly, days: days.map { RecurrenceRule.Day($0) }), end)
    }

    /// `first monday`; `last friday` is past unless it is the month's.
    private func ordinalWeekday(_ place: Int, isEvery: Bool) -> Found<PlainRepetition>? {
        guard let ordinal = ordinal(place), (-1...5).contains(ordinal.value),
            case .weekday(let day, _) = sense(ordinal.next), let weekday = Weekday(rawValue: day)
        else { return nil }
        let behind = afterOfMonth(ordinal.next + 1)
        let isOfMonths = behind != nil || ordinal.value == 1 || !isEvery || !vocabulary.ordinalsCountWeeks
        guard isOfMonths || ordinal.value < 0 else { return counted(ordinal.value, ordinal.next) }
        guard behind != nil || ordinal.value > 0 || isEvery || isAlone else { return nil }
        let days = [RecurrenceRule.Day(weekday, ordinal: ordinal.value)]
        return found(PlainRepetition(.monthly, days: days), behind ?? ordinal.next + 1)
    }

    /// Behind `of the month`, `in every month`, `im Monat`.
    private func afterOfMonth(_ place: Int) -> Int? {
        var inner = sense(place) == .within ? place + 1 : skipping(.of, place)
        inner = skipping(.every, skipping(.the, inner))
        return sense(inner) == .unit(.month) && inner > place ? inner + 1 : nil
    }

    // MARK: What stands behind

    private func withTail(_ repetition: Found<PlainRepetition>) -> Found<PlainRepetition> {
        var (value, next) = (repetition.value, repetition.next)
        for _ in 0..<4 {
            let place = skippingComma(next)
            if value.time == nil, let time = time(place, isBesideDay: true) {
                (value.time, next) = (time.value, time.next)
            } else if sense(place) == .starting, value.start == nil, let date = date(place + 1) {
                (value.start, next) = (date.value, date.next)
            } else if sense(place) == .until || sense(place) == .due, value.rule.end == .never,
                let date = date(place + 1)
            {
                (value.rule.end, next) = (.until(date.value), date.next)
            } else if let count = count(place), sense(place + 1) == .times, value.rule.end == .never,
                RecurrenceRule.counts.contains(count), tokens[place + 1].ends
            {
                (value.rule.end, next) = (.count(count), place + 2)
            } else {
                break
            }
        }
        return Found(value: value, next: next)
    }
}
