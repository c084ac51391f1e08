import DaybookCore
import Testing

@testable import daybook

@Suite struct QuickDateTests {
    /// A Friday.
    let moment = Moment(Instant("2026-11-20T09:00:00Z")!, in: LocalDay(zone: .utc))

    @Test(arguments: [
        ("today", "2026-11-20"), ("tomorrow", "2026-11-21"), ("Tom", "2026-11-21"), ("yesterday", "2026-11-19"),
        ("sat", "2026-11-21"), ("thursday", "2026-11-26"), ("fri", "2026-11-27"), ("Mo", "2026-11-23"),
        ("+3", "2026-11-23"), ("+2w", "2026-12-04"), ("in 2 weeks", "2026-12-04"), ("+3m", "2027-02-20"),
        ("2027-01-31", "2027-01-31"), ("24.12.", "2026-12-24"), ("24.12", "2026-12-24"), ("1.2.", "2027-02-01"),
        ("29.2.", "2028-02-29"), ("next week", "2026-11-23"), ("eom", "2026-11-30"), ("24 dec", "2026-12-24"),
        ("tod", "2026-11-20"), ("th", "2026-11-26"), ("24.12.2030", "2030-12-24"), ("24.12.30", "2030-12-24"),
    ])
    func datesArePeoplesDates(text: String, date: String) throws {
        let read = QuickDate.read(text, at: moment)
        #expect(read == .some(CalendarDate(date)))
    }

    @Test(arguments: ["", "f", "someday", "32.1.", "2026-02-30", "+", "+x", "+5 parsecs", "tomorrowish", "1.2.3.4"])
    func whatIsNoDateIsNone(text: String) {
        #expect(QuickDate.read(text, at: moment) == nil)
    }

    @Test func noneClears() { #expect(QuickDate.read("none", at: moment) == .some(nil)) }

    @Test(arguments: [
        ("12:00", "2026-11-27T12:00:00Z"), ("8am", "2026-11-27T08:00:00Z"), ("sat 9:00", "2026-11-21T09:00:00Z"),
        ("2026-12-01 10:00", "2026-12-01T10:00:00Z"), ("2026-12-01T10:00:00Z", "2026-12-01T10:00:00Z"),
    ])
    func aTimeByItselfIsOfTheDayThatIsSaidBesideIt(text: String, instant: String) {
        let day = CalendarDate("2026-11-27")
        #expect(QuickInstant.read(text, at: moment, on: day) == .some(Instant(instant)))
        #expect(QuickInstant.read("none", at: moment, on: day) == .some(nil))
        #expect(QuickInstant.read("soon", at: moment, on: day) == nil)
    }

    @Test func timesAreTheAccounts() throws {
        let zone = try #require(Zone("Europe/Berlin"))
        let now = try #require(Instant("2026-11-20T09:00:00Z"))
        let moment = Moment(now, in: LocalDay(zone: zone))
        #expect(QuickInstant.read("18:30", at: moment) == .some(Instant("2026-11-20T17:30:00Z")))
        #expect(QuickInstant.read("tomorrow 8:05", at: moment) == .some(Instant("2026-11-21T07:05:00Z")))
        #expect(QuickInstant.read("fri", at: moment) == .some(Instant("2026-11-27T17:00:00Z")))
        #expect(QuickInstant.read("none", at: moment) == .some(nil))
        #expect(QuickInstant.read("soon", at: moment) == nil)
        #expect(QuickInstant.read("25:00", at: moment) == nil)
    }

    /// What is over by 9:00.
    @Test(arguments: [
        ("8:30", "2026-11-20T08:30:00Z"), ("18:30", "2026-11-19T18:30:00Z"), ("2h", "2026-11-20T07:00:00Z"),
        ("3d", "2026-11-17T09:00:00Z"), ("today", "2026-11-20T00:00:00Z"), ("yesterday", "2026-11-19T00:00:00Z"),
        ("2026-11-01", "2026-11-01T00:00:00Z"), ("2026-11-01T05:00:00Z", "2026-11-01T05:00:00Z"),
    ])
    func momentsThatAreOver(text: String, instant: String) throws {
        #expect(PastMoment.read(text, at: moment) == .time(try #require(Instant(instant))))
    }

    @Test func aNumberIsARevision() {
        #expect(PastMoment.read("41", at: moment) == .revision(41))
        for text in ["", "soon", "-1", "h", "0h", "25:00"] {
            #expect(PastMoment.read(text, at: moment) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        ("month", Recurrence.rule("FREQ=MONTHLY")), ("day", Weekdays(1...7).map(Recurrence.weekly)!),
        ("mon", Weekdays([1]).map(Recurrence.weekly)!), ("mo,we,fri", Weekdays([1, 3, 5]).map(Recurrence.weekly)!),
        ("mon wed", Weekdays([1, 3]).map(Recurrence.weekly)!), ("2 weeks", .rule("FREQ=WEEKLY;INTERVAL=2")),
        ("first monday", .rule("FREQ=MONTHLY;BYDAY=1MO")), ("year", .rule("FREQ=YEARLY")),
    ])
    func everyMonthIsNotMonday(text: String, recurrence: Recurrence) {
        #expect(QuickRecurrence.read(text, at: moment) == recurrence)
    }

    @Test(arguments: ["", "soon", "mon,soon", "0 weeks", "month,mon"])
    func whatIsNoRecurrenceIsNone(text: String) { #expect(QuickRecurrence.read(text, at: moment) == nil) }

    @Test func aFilterIsMarkedWhereItEnds() throws {
        let text = "März due < bald"
        let error = try #require(throws: FilterError.self) { try TaskFilter(text, at: moment) }
        let lines = FilterCommand.sentence(error, text).split(separator: "\n")
        #expect(lines[1] == "  März due < bald")
        #expect(lines[2].hasPrefix("             ^ expected a day such as today"))
    }

    @Test func somebodysTextCannotSteerTheTerminal() {
        #expect(
            TerminalStyle.line("a\u{1B}[31mb\u{7}\nc\u{202E}d\u{9B}") == "a\u{FFFD}[31mb\u{FFFD} c\u{FFFD}d\u{FFFD}")
        #expect(TerminalStyle.line("café ☕️ 日本") == "café ☕️ 日本")
    }

    @Test func theNotebookLiesWhereItShould() {
        #expect(NotebookPlace.folder(nil, ["XDG_DATA_HOME": "/x"]).path == "/x/daybook")
        #expect(NotebookPlace.folder(nil, ["XDG_DATA_HOME": "x", "HOME": "/h"]).path == "/h/.local/share/daybook")
        #expect(NotebookPlace.folder("/given", ["XDG_DATA_HOME": "/x"]).path == "/given")
    }

    @Test(arguments: [
        ("tasks.example.org", "https://tasks.example.org"), ("localhost:8420", "http://localhost:8420"),
        ("http://10.0.0.1:8420", "http://10.0.0.1:8420"), ("127.0.0.1:1", "http://127.0.0.1:1"),
    ])
    func addressesAreWhatPeopleType(text: String, address: String) throws {
        #expect(try LoginCommand.address(text).absoluteString == address)
    }

    @Test(arguments: ["ftp://x", "://", ""])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(throws: Refusal.self) { try LoginCommand.address(text) }
    }
}
