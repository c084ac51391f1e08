#if !hasFeature(Embedded) && !canImport(Darwin)
/// When a zone's clock changes every year, as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable {
    private let standard: Int
    private let summer: (offset: Int, begins: Day, ends: Day)?

    /// Nil for what is no rule.
    init?(_ text: ArraySlice<UInt8>) {
        var reader = Reader(rest: text)
        guard reader.takeName(), let standard = reader.takeTime() else { return nil }
        // POSIX counts to the west.
        self.standard = -standard
        guard !reader.rest.isEmpty else {
            summer = nil
            return
        }
        guard reader.takeName() else { return nil }
        var offset = self.standard + 3600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let told = reader.takeTime() else { return nil }
            offset = -told
        }
        guard let begins = reader.takeDay(), let ends = reader.takeDay(), reader.rest.isEmpty else { return nil }
        summer = (offset, begins, ends)
    }

    /// In their order; none where the clock never changes.
    func changes(in year: Int) -> [(second: Int64, offset: Int)] {
        guard let summer else { return [] }
        let begin = summer.begins.second(in: year) - Int64(standard)
        let end = summer.ends.second(in: year) - Int64(summer.offset)
        let changes = [(second: begin, offset: summer.offset), (second: end, offset: standard)]
        return begin < end ? changes : changes.reversed()
    }

    func offset(at second: Int64) -> Int {
        guard summer != nil else { return standard }
        let year = Self.year(of: second)
        let changes = (year - 1...year + 1).flatMap { self.changes(in: $0) }
        return changes.last { $0.second <= second }?.offset ?? standard
    }

    /// The year in Greenwich, within those that have dates.
    static func year(of second: Int64) -> Int {
        let day = second.flooredQuotient(by: 86_400)
        return (CalendarDate(dayNumber: Int(day)) ?? (day < 0 ? .earliest : .latest)).year
    }

    /// A day of every year and a time on it, which may lie before or after the day.
    private struct Day {
        enum Kind {
            /// The last of a month where the week is 5; Sunday is 0.
            case week(month: Int, week: Int, weekday: Int)
            /// From 1 to 365, without the 29th of February.
            case withoutLeapDay(Int)
            /// From 0 to 365.
            case ofYear(Int)
        }

        var kind: Kind
        var time: Int

        /// On the clock of the zone.
        func second(in year: Int) -> Int64 { Int64(dayNumber(in: year)) * 86_400 + Int64(time) }

        private func dayNumber(in year: Int) -> Int {
            let year = min(max(year, 1), 9999)
            func date(_ month: Int) -> CalendarDate { CalendarDate(year: year, month: month, day: 1) ?? .earliest }
            switch kind {
            case .week(let month, let week, let weekday):
                let first = date(month)
                var day = (weekday - first.weekday % 7 + 7) % 7 + (week - 1) * 7
                if day >= CalendarDate.length(ofMonth: month, year: year) { day -= 7 }
                return Int(first.dayNumber) + day
            case .withoutLeapDay(let day):
                return Int(date(1).dayNumber) + day - 1 + (day >= 60 && CalendarDate.isLeap(year: year) ? 1 : 0)
            case .ofYear(let day): return Int(date(1).dayNumber) + day
            }
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ sign: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: sign) else { return false }
            rest.removeFirst()
            return true
        }

        /// Letters, or anything between `<` and `>`.
        mutating func takeName() -> Bool {
            if take("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
            rest = rest[name.endIndex...]
            return !name.isEmpty
        }

        mutating func takeNumber() -> Int? {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest[digits.endIndex...]
            return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }

        /// `2`, `-1:30`, `+167:00:00`, in seconds.
        mutating func takeTime() -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard let hours = takeNumber() else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where take(":") {
                guard let number = takeNumber() else { return nil }
                seconds += number * unit
            }
            return isNegative ? -seconds : seconds
        }

        mutating func takeDay() -> Day? {
            guard take(","), let kind = takeKind() else { return nil }
            guard take("/") else { return Day(kind: kind, time: 7200) }
            return takeTime().map { Day(kind: kind, time: $0) }
        }

        private mutating func takeKind() -> Day.Kind? {
            if take("M") {
                guard let month = takeNumber(), take("."), let week = takeNumber(), take("."),
                    let weekday = takeNumber(), (1...12).contains(month), (1...5).contains(week), weekday < 7
                else { return nil }
                return .week(month: month, week: week, weekday: weekday)
            }
            if take("J") { return takeNumber().map { .withoutLeapDay($0) } }
            return takeNumber().map { .ofYear($0) }
        }
    }
}
#endif
