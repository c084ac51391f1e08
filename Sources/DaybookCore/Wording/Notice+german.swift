extension Notice {
    var german: String {
        switch self {
        case .due(let when): "Fällig \(when.german)"
        case .overdueSince(let when): "Überfällig seit \(when.germanSince)"
        case .late(let minutes): minutes < 120 ? "\(minutes) Min. verspätet" : "\(minutes / 60) Std. verspätet"
        case .timeToReview: "Zeit für den Rückblick?"
        case .morning(0, 0): "Für heute ist nichts geplant"
        case .morning(0, let overdue): Notice.overdue(overdue).german
        case .morning(let today, 0): "\(Self.tasks(today)) für heute"
        case .morning(let today, let overdue): "\(Self.tasks(today)) für heute, \(overdue) überfällig"
        case .yourWeek: "Deine Woche"
        case .nudge(let region, let count): "\(Self.tasks(count)) \(region.inGerman)"
        case .overdue(let count): "\(Self.tasks(count)) überfällig"
        case .reminder: "Erinnerung"
        case .cameWhileAway(let count):
            "\(count) \(count == 1 ? "Erinnerung kam" : "Erinnerungen kamen"), während der Server weg war"
        case .done: "Erledigt"
        case .snooze: "Später"
        case .dismiss: "Verwerfen"
        case .snoozing(.tenMinutes): "10 Minuten"
        case .snoozing(.oneHour): "1 Stunde"
        case .snoozing(.evening): "Heute Abend"
        case .snoozing(.tomorrow): "Morgen früh"
        }
    }

    private static func tasks(_ count: Int) -> String {
        count == 0 ? "Keine Aufgaben" : "\(count) \(count == 1 ? "Aufgabe" : "Aufgaben")"
    }
}

extension Notice.When {
    /// `heute um 12:00`, `am Freitag um 12:00`, `am 3. März`
    fileprivate var german: String { (day.isNamed ? "" : "am ") + day.german + clock }

    /// `heute um 12:00`, `Freitag um 12:00`, `dem 3. März`
    fileprivate var germanSince: String {
        if case .date = day { "dem \(day.german)\(clock)" } else { day.german + clock }
    }

    private var clock: String { time.map { " um \($0.text)" } ?? "" }
}

extension Notice.Day {
    /// As `today` is, while Friday has a name of the calendar.
    fileprivate var isNamed: Bool {
        switch self {
        case .yesterday, .today, .tomorrow: true
        case .weekday, .date: false
        }
    }

    fileprivate var german: String {
        switch self {
        case .yesterday: "gestern"
        case .today: "heute"
        case .tomorrow: "morgen"
        case .weekday(let day): Phrase.Day.germanWeekdays[day - 1]
        case .date(let date, let tellsYear):
            "\(date.day). \(Phrase.Day.germanMonths[date.month - 1])" + (tellsYear ? " \(date.year)" : "")
        }
    }
}

extension Region {
    fileprivate var inGerman: String {
        switch self {
        case .morning: "für heute Morgen"
        case .afternoon: "für heute Nachmittag"
        case .evening: "für heute Abend"
        case .backlog: "im Vorrat"
        }
    }
}
