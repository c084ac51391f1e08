/// How often a task comes back, and what the series needs to know of this occurrence.
public struct Recurrence: Hashable, Sendable {
    /// The weekly pattern of the apps, or a rule in RFC 5545's words in floating local time.
    public enum Pattern: Hashable, Sendable {
        /// `{"days":[1,3,5]}`, 1 is Monday and 7 is Sunday.
        case weekly(Weekdays)
        /// `{"rrule":"FREQ=MONTHLY;BYMONTHDAY=1"}`
        case rule(String)
    }

    /// On which days it comes.
    public var pattern: Pattern
    /// The next occurrence comes when its day begins, whether this one is done by then or not. Otherwise it comes when
    /// this one is completed.
    public var onSchedule = false
    /// Dates on which it does not come although the pattern names them.
    public var except: Set<CalendarDate> = []
    /// So many at most.
    public static let mostExceptions = 400
    /// Where the occurrence stood before a rollover took its place and its date; the series goes on from there.
    package var carriedFrom: PlaceBeforeRollover?

    /// A recurrence by a pattern, from completion to completion or by its schedule.
    public init(_ pattern: Pattern, onSchedule: Bool = false) {
        self.pattern = pattern
        self.onSchedule = onSchedule
    }

    package init(
        _ pattern: Pattern, onSchedule: Bool = false, except: Set<CalendarDate> = [], carriedFrom: PlaceBeforeRollover?
    ) {
        self.init(pattern, onSchedule: onSchedule)
        self.except = except
        self.carriedFrom = carriedFrom
    }

    /// On certain days of every week.
    public static func weekly(_ days: Weekdays) -> Recurrence { Recurrence(.weekly(days)) }
    /// By a rule in RFC 5545's words, without `RRULE:`.
    public static func rule(_ rule: String) -> Recurrence { Recurrence(.rule(rule)) }

    /// The day, region and bucket that a rollover took from an occurrence.
    package struct PlaceBeforeRollover: Hashable, Sendable {
        package var date: CalendarDate
        package var region: Region
        package var bucket: Bucket
    }
}
