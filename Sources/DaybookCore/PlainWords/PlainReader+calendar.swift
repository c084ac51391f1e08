extension PlainReader {
    /// A date of the calendar: `24 dec`, `dec 24th 2027`, `24. Dezember`, `24.12.`, `2026-12-24`. Without a year it is
    /// the next such day.
    func explicit(_ place: Int) -> Found<CalendarDate>? {
        guard begins(place) else { return nil }
        if case .month(let month) = sense(place) { return monthAndDay(month, place) }
        guard number(place) != nil else { return nil }
        return standard(place) ?? shortDate(place) ?? dayAndMonth(place)
    }

    /// `2026-12-24`
    private func standard(_ place: Int) -> Found<CalendarDate>? {
        guard let year = number(place), year.digits == 4, isGlued(place + 1), sign(place + 1) == "-",
            let month = number(place + 2), month.digits == 2, isGlued(place + 2), isGlued(place + 3),
            sign(place + 3) == "-", let day = number(place + 4), day.digits == 2, isGlued(place + 4)
        else { return nil }
        return found(CalendarDate(year: year.value, month: month.value, day: day.value), place + 5)
    }

    /// `24.12.2026`, `24.12.`, `12/24`; without a year only where a day is expected, before a time, or where the
    /// language writes days like that, since `2.1` is a version as well.
    private func shortDate(_ place: Int) -> Found<CalendarDate>? {
        guard number(place)?.digits ?? 3 <= 2, isGlued(place + 1), let sign = sign(place + 1),
            sign == "." || sign == "/", number(place + 2)?.digits ?? 3 <= 2, isGlued(place + 2),
            var day = number(place)?.value, var month = number(place + 2)?.value
        else { return nil }
        if sign == "/" {
            // Some write the month first; where both may be meant, nobody knows.
            guard day > 12 || month > 12 || day == month else { return nil }
            if month > 12 { swap(&day, &month) }
        }
        let goesOn = isGlued(place + 3) && self.sign(place + 3) == sign
        if goesOn, isGlued(place + 4), let year = number(place + 4), year.digits == 2 || year.digits == 4 {
            let full = year.digits == 2 ? 2000 + year.value : year.value
            return found(CalendarDate(year: full, month: month, day: day), place + 5)
        }
        // The dot may also be the sentence's.
        let next = goesOn && sign == "." ? place + 4 : place + 3
        let isExpected = isAlone || place > 0 && [.on, .due, .until, .starting].contains(sense(place - 1))
        let isBeforeTime = (goesOn || sign == "/") && time(skippingComma(next), isBesideDay: false) != nil
        guard isExpected || isBeforeTime || goesOn && vocabulary.datesHaveDots else { return nil }
        return found(self.next(month, day), next)
    }

    /// `24 dec`, `24th of december 2026`, `24. Dezember`
    private func dayAndMonth(_ place: Int) -> Found<CalendarDate>? {
        // `24 or 25 dec`
        guard let day = number(place), day.digits <= 2, !joins(place - 1) || number(place - 2) == nil else {
            return nil
        }
        let after = ordinal(place)?.next ?? place + 1
        let inner = skipping(.of, after)
        guard case .month(let month) = sense(inner) else { return nil }
        return withYear(month, day.value, inner + 1)
    }

    /// `dec 24`, `december 24th, 2026`
    private func monthAndDay(_ month: Int, _ place: Int) -> Found<CalendarDate>? {
        let inner = isGlued(place + 1) && sign(place + 1) == "." ? place + 2 : place + 1
        guard let day = number(inner), day.digits <= 2, !isGlued(inner) || inner == place + 1 else { return nil }
        return withYear(month, day.value, ordinal(inner)?.next ?? inner + 1)
    }

    private func withYear(_ month: Int, _ day: Int, _ next: Int) -> Found<CalendarDate>? {
        let comma = skippingComma(next)
        // `29 feb 2027` is no day, and least of all one of another year.
        if let year = number(comma), year.digits == 4, !isGlued(comma), (1900...2999).contains(year.value) {
            return found(CalendarDate(year: year.value, month: month, day: day), comma + 1)
        }
        return found(self.next(month, day), next)
    }

    /// The next such day, today included. A leap day is at most eight years away.
    private func next(_ month: Int, _ day: Int) -> CalendarDate? {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        for year in today.year...today.year + 8 {
            if let date = CalendarDate(year: year, month: month, day: day), date >= today { return date }
        }
        return nil
    }
}
