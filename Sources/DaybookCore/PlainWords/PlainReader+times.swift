extension PlainReader {
    /// A day and a time in either order, or one of them.
    func when(_ place: Int) -> Found<PlainWhen>? {
        if let date = date(place) {
            if let time = time(skippingComma(date.next), isBesideDay: true) {
                return Found(value: PlainWhen(date: date.value, time: time.value), next: time.next)
            }
            return Found(value: PlainWhen(date: date.value), next: date.next)
        }
        guard begins(place) else { return nil }
        switch sense(place) {
        // Not `sat at 9`, which somebody may have done.
        case .weekday(let day, isWord: true):
            guard number(place + 1) != nil, let time = time(place + 1, isBesideDay: false) else { return nil }
            return Found(value: PlainWhen(date: following(day), time: time.value), next: time.next)
        case .tonight(let hour) where !readsRegions:
            let time = time(place + 1, isBesideDay: true)
            return found(
                PlainWhen(date: today, time: time?.value ?? TimeOfDay(hour: hour, minute: 0)),
                time?.next ?? place + 1)
        case .this where !readsRegions:
            guard case .partOfDay(let hour) = sense(place + 1) else { return nil }
            let time = time(place + 2, isBesideDay: true)
            return found(
                PlainWhen(date: today, time: time?.value ?? TimeOfDay(hour: hour, minute: 0)), time?.next ?? place + 2)
        case .within: return duration(place + 1).flatMap { after($0.value, $0.next) }
        case nil where sign(place) == "+" && isGlued(place + 1):
            if let length = duration(place + 1) { return after(length.value, length.next) }
        default: break
        }
        guard let time = time(place, isBesideDay: true) else { return nil }
        if let date = date(skippingComma(time.next)) {
            return Found(value: PlainWhen(date: date.value, time: time.value), next: date.next)
        }
        // Beside `3/4`, which may be one day or another, it is not today's.
        let before = place > 2 && sign(place - 1) == "," ? place - 1 : place
        guard before < 2 || sign(before - 2) != "/", sign(skippingComma(time.next) + 1) != "/" else { return nil }
        return self.time(place, isBesideDay: isAlone).map {
            Found(value: PlainWhen(time: $0.value), next: $0.next)
        }
    }

    private func after(_ seconds: Int64, _ next: Int) -> Found<PlainWhen>? {
        found(PlainWhen(instant: moment.now.adding(seconds: seconds)), next)
    }

    /// A length of time in seconds, at most a year: `30 min`, `2h`.
    func duration(_ place: Int) -> Found<Int64>? {
        guard let amount = amount(place), let seconds = amount.value.unit.seconds, amount.value.count <= 525_600 else {
            return nil
        }
        let length = Int64(amount.value.count) * seconds
        return length <= 366 * 86_400 ? Found(value: length, next: amount.next) : nil
    }

    /// - Parameter isBesideDay: then `at 9` and `morning` are times, too.
    func time(_ place: Int, isBesideDay: Bool) -> Found<TimeOfDay>? {
        guard begins(place) else { return nil }
        let hasAt = sense(place) == .at
        let inner = hasAt ? place + 1 : place
        switch sense(inner) {
        case .noon where hasAt || isBesideDay: return found(TimeOfDay(hour: 12, minute: 0), inner + 1)
        case .partOfDay(let hour) where isBesideDay && !readsRegions:
            return time(inner + 1, isBesideDay: true) ?? found(TimeOfDay(hour: hour, minute: 0), inner + 1)
        case .tomorrowOrMorning where isBesideDay && inner > 0 && !readsRegions:
            // `heute morgen`; by itself it is a day.
            guard case .day = sense(inner - 1) else { return nil }
            return found(TimeOfDay(hour: 9, minute: 0), inner + 1)
        case .half where hasAt || isBesideDay:
            guard let hour = count(inner + 1), (1...12).contains(hour) else { return nil }
            return found(TimeOfDay(hour: (hour + 23) % 24, minute: 30), skipping(.oclock, inner + 2))
        default: break
        }
        guard let hour = number(inner), hour.digits <= 2 else { return nil }
        let shown =
            withMinutes(hour.value, inner + 1)
            ?? wholeHour(hour.value, inner + 1, isExpected: isBesideDay && (hasAt || isAlone))
        return shown.flatMap { meant($0, behind: place - 1) }
    }

    /// `tonight at 8` is not in the morning: behind a part of the day it is a time of that part, unless `am` says else.
    private func meant(_ time: Found<TimeOfDay>, behind place: Int) -> Found<TimeOfDay>? {
        let part: Int
        switch sense(place) {
        case .partOfDay(let hour), .tonight(let hour): part = hour
        default: return time
        }
        guard isAfternoon(time.next - 1) == nil else { return time }
        let hours = part < 12 ? 0..<12 : part < 18 ? 12..<20 : 16..<24
        let (hour, minute) = (Int(time.value.minutes) / 60, Int(time.value.minutes) % 60)
        guard let meant = [hour, (hour + 12) % 24].first(where: hours.contains) else { return nil }
        return found(TimeOfDay(hour: meant, minute: minute), time.next)
    }

    /// `18:30`, `9:30pm`, `9.30 Uhr`
    private func withMinutes(_ hour: Int, _ place: Int) -> Found<TimeOfDay>? {
        guard isGlued(place), isGlued(place + 1), let minute = number(place + 1), minute.digits == 2,
            sign(place) == ":" || sign(place) == "." && sense(place + 2) == .oclock
        else { return nil }
        if let isAfternoon = isAfternoon(place + 2) {
            return found(Self.time(hour, minute.value, isAfternoon: isAfternoon), place + 3)
        }
        return found(TimeOfDay(hour: hour, minute: minute.value), skipping(.oclock, place + 2))
    }

    /// `9am`, `9 Uhr 30`, `at 9`
    private func wholeHour(_ hour: Int, _ place: Int, isExpected: Bool) -> Found<TimeOfDay>? {
        if let isAfternoon = isAfternoon(place) {
            return found(Self.time(hour, 0, isAfternoon: isAfternoon), place + 1)
        }
        if sense(place) == .oclock {
            if let minute = number(place + 1), minute.digits == 2,
                let time = found(TimeOfDay(hour: hour, minute: minute.value), place + 2)
            {
                return time
            }
            return found(TimeOfDay(hour: hour, minute: 0), place + 1)
        }
        guard isExpected else { return nil }
        let isMeantAfterNoon = vocabulary.hoursAfterNoon.contains(hour)
        return found(TimeOfDay(hour: isMeantAfterNoon ? hour + 12 : hour, minute: 0), place)
    }

    /// Whether `am` or `pm` stands here; nil for neither.
    private func isAfternoon(_ place: Int) -> Bool? {
        guard place < tokens.count, let key = tokens[place].key, key == PlainToken.am || key == PlainToken.pm,
            tokens[place].isGlued || vocabulary.hasSpacedMeridiem
        else { return nil }
        return key == PlainToken.pm
    }

    private static func time(_ hour: Int, _ minute: Int, isAfternoon: Bool) -> TimeOfDay? {
        guard (1...12).contains(hour) else { return nil }
        return TimeOfDay(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute)
    }
}
