extension PlainReader {
    /// A day, however it is said.
    func date(_ place: Int) -> Found<CalendarDate>? {
        guard begins(place) else { return nil }
        guard let sense = sense(place) else { return explicit(place) ?? shifted(place) }
        switch sense {
        case .day(let days): return found(days == 1 ? moment.tomorrow : today.adding(days: days), place + 1)
        // `am Morgen` is a part of some day.
        case .tomorrowOrMorning: return self.sense(place - 1) == .on ? nil : found(moment.tomorrow, place + 1)
        case .unit(.day):
            guard self.sense(place + 1) == .after, self.sense(place + 2) == .day(1) else { return nil }
            return found(today.adding(days: 2), place + 3)
        case .weekday(let day, let isWord): return weekday(day, isWord: isWord, place)
        case .month: return explicit(place)
        case .next: return coming(place + 1, isNext: true)
        case .this: return coming(place + 1, isNext: false)
        case .within: return within(place)
        case .mark(let mark): return found(date(of: mark, beside: 0), place + 1)
        case .endOf, .startOf: return edge(place)
        case .the, .on, .at: return introduced(place)
        default: return nil
        }
    }

    /// A day behind a word that makes clear that it is one: `on sat`, `the day after tomorrow`, `on the 15th`.
    private func introduced(_ place: Int) -> Found<CalendarDate>? {
        let isOn = sense(place) == .on
        let inner = isOn || sense(place) == .at ? skipping(.the, place + 1) : place + 1
        switch sense(inner) {
        case .unit(.day), .mark: return date(inner)
        case .endOf, .startOf: return edge(inner)
        case .weekend: return isOn ? coming(inner, isNext: false) : nil
        case .weekday(let day, _) where isOn: return weekday(day, isWord: false, inner)
        case .next where isOn, .this where isOn: return date(inner)
        default: break
        }
        guard isOn else { return nil }
        if let date = explicit(inner) { return date }
        guard number(inner) != nil, let day = ordinal(inner), (1...31).contains(day.value) else { return nil }
        // `on the 31st of april` is no day at all.
        if case .month = sense(skipping(.of, day.next)) { return nil }
        // `on the 15th floor`, `on the 15th or 16th`
        let isNoun = day.next < tokens.count && tokens[day.next].kind == .word(nil) && !vocabulary.datesHaveDots
        let isOpen = joins(day.next) && ordinal(day.next + 1) != nil
        return isNoun || isOpen ? nil : found(nextDate { $0.day == day.value }, day.next)
    }

    /// The next such day, and the same day if it is named as well: `friday, 24 dec`.
    private func weekday(_ day: Int, isWord: Bool, _ place: Int) -> Found<CalendarDate>? {
        if let date = explicit(skippingComma(place + 1)) { return date }
        // `fri or sat`
        let isJoined = if case .weekday(_, isWord: false) = sense(place - 2) { joins(place - 1) } else { false }
        let isClear = isAlone || !isWord || isJoined
        return isClear ? found(following(day), place + 1) : nil
    }

    /// The next one to come: on a Friday, `fri` is in a week, since there is `today` for today.
    func following(_ weekday: Int) -> CalendarDate {
        today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
    }

    /// Behind `next` and `this`. The next Friday is that of the next week, as the account's weeks are.
    private func coming(_ place: Int, isNext: Bool) -> Found<CalendarDate>? {
        let week = moment.day.week(of: today).lowerBound.adding(days: isNext ? 7 : 0)
        switch sense(place) {
        case .weekday(let day, _):
            let date = isNext ? Self.day(day, in: week) : today.adding(days: (day - today.weekday + 7) % 7)
            return found(date, place + 1)
        case .weekend:
            // A weekend is told by its Saturday.
            return found(isNext ? Self.day(6, in: week) : max(today, Self.day(6, in: week)), place + 1)
        case .unit(let unit) where isNext && unit.frequency != nil:
            return found(date(of: PlainMark(isEnd: false, unit: unit), beside: 0), place + 1)
        default: return nil
        }
    }

    private static func day(_ weekday: Int, in week: CalendarDate) -> CalendarDate {
        week.adding(days: (weekday - week.weekday + 7) % 7)
    }

    /// `in 3 days`
    private func within(_ place: Int) -> Found<CalendarDate>? {
        guard let amount = amount(place + 1) else { return nil }
        return found(date(after: amount.value.count, amount.value.unit), amount.next)
    }

    /// `+3d`, and alone `-3d`, `+3` and `3d`.
    private func shifted(_ place: Int) -> Found<CalendarDate>? {
        let sign = sign(place)
        let isSigned = sign == "+" && isGlued(place + 1) || isAlone && (sign == "+" || sign == "-")
        guard isSigned || isAlone else { return nil }
        let first = isSigned ? place + 1 : place
        let factor = sign == "-" ? -1 : 1
        if number(first) != nil, let amount = amount(first), isAlone || isGlued(first + 1) {
            return found(date(after: factor * amount.value.count, amount.value.unit), amount.next)
        }
        guard isAlone, isSigned, let (count, _) = number(first) else { return nil }
        return found(date(after: factor * count, .day), first + 1)
    }

    /// Nil for what nobody means: more than a hundred years.
    private func date(after count: Int, _ unit: PlainUnit) -> CalendarDate? {
        guard abs(count) <= 36_500 else { return nil }
        switch unit {
        case .day: return count == 1 ? moment.tomorrow : today.adding(days: count)
        case .week: return today.adding(days: count * 7)
        case .month: return abs(count) <= 1200 ? today.adding(months: count) : nil
        case .year: return abs(count) <= 100 ? today.adding(months: count * 12) : nil
        case .hour, .minute: return nil
        }
    }

    /// `end of the month`, `end of next week`
    private func edge(_ place: Int) -> Found<CalendarDate>? {
        let isEnd = sense(place) == .endOf
        var inner = skipping(.the, skipping(.of, place + 1))
        let isNext = sense(inner) == .next
        inner = isNext ? inner + 1 : skipping(.this, inner)
        guard case .unit(let unit) = sense(inner), inner > place + 1, unit.frequency != nil else { return nil }
        // The beginning of this month is past; a plain `start of` is that of the next one.
        return found(date(of: PlainMark(isEnd: isEnd, unit: unit), beside: isNext && isEnd ? 1 : 0), inner + 1)
    }

    /// The end of the present day, week, month or year, or the beginning of the next; `beside` goes further on.
    private func date(of mark: PlainMark, beside: Int) -> CalendarDate? {
        func span(of date: CalendarDate) -> ClosedRange<CalendarDate>? {
            switch mark.unit {
            case .day: date...date
            case .week: moment.day.week(of: date)
            case .month: moment.day.month(of: date)
            case .year:
                CalendarDate(year: date.year, month: 1, day: 1).flatMap { first in
                    CalendarDate(year: date.year, month: 12, day: 31).map { first...$0 }
                }
            case .hour, .minute: nil
            }
        }
        guard var present = span(of: today) else { return nil }
        for _ in 0..<beside { present = span(of: present.upperBound.adding(days: 1)) ?? present }
        return mark.isEnd ? present.upperBound : present.upperBound.adding(days: 1)
    }

    /// The first such date from today on. A leap day is at most eight years away.
    func nextDate(_ belongs: (CalendarDate) -> Bool) -> CalendarDate? {
        for days in 0..<62 where belongs(today.adding(days: days)) { return today.adding(days: days) }
        return nil
    }
}

extension CalendarDate {
    /// The same day so many months later, or the last of a month that lacks it.
    package func adding(months: Int) -> CalendarDate {
        let (year, month, day) = components
        let (sum, isTooMuch) = (year * 12 + month - 1).addingReportingOverflow(months)
        guard !isTooMuch, sum >= 12, sum < 10_000 * 12 else { return months < 0 ? .earliest : .latest }
        let length = Self.length(ofMonth: sum % 12 + 1, year: sum / 12)
        return CalendarDate(year: sum / 12, month: sum % 12 + 1, day: min(day, length)) ?? self
    }
}
