extension Phrase {
    var german: String {
        switch self {
        case .added(let title, .inbox): "„\(title)“ steht in deinem Eingang"
        case .added(let title, .today): "„\(title)“ steht bei Heute"
        case .captured(let title, let place): Self.captured(title, place)
        case .completedToday(let count): "\(count) heute erledigt"
        case .tasksCompleted(let count, let span): "\(span.german) \(Self.tasks(count)) erledigt"
        case .nothingEverCompleted: "Noch keine Daten"
        case .nothingCompletedLastMonth: "Keine Daten vom letzten Monat"
        case .trend(let this, let last) where this == last:
            "\(Self.tasks(this)) in diesem Monat, so viele wie im letzten"
        case .trend(let this, let last):
            "\(Self.tasks(this)) in diesem Monat, \(this > last ? "mehr" : "weniger") als die \(last) im letzten"
        case .quietWeek(let waits): waits ? "Eine ruhige Woche. Was wartet, darf warten." : "Eine ruhige Woche."
        case .review(let done, 0): "Du hast diese Woche \(Self.tasks(done)) erledigt."
        case .review(let done, let before):
            "Du hast diese Woche \(Self.tasks(done)) erledigt, \(Self.beside(done, before))."
        case .today: "Heute"
        case .tomorrow: "Morgen"
        case .yesterday: "Gestern"
        case .earlierThisWeek: "Diese Woche"
        case .older: "Älter"
        case .noMustDo: "Noch kein Muss"
        case .nothingDueToday: "Heute ist nichts fällig"
        case .regionFull(let region, let limits):
            "\(region.german) ist voll (Muss \(limits.mustDo), Ergänzung \(limits.complementary), "
                + "Sonstiges \(limits.misc))"
        case .backlogFull(let limit): "Der Vorrat ist voll (\(Self.tasks(limit)))"
        case .complementaryLocked(let region):
            "Ergänzungen für \(region.german) öffnen sich, wenn das Muss erledigt ist."
        }
    }

    private static func captured(_ title: String, _ place: CapturedPlace) -> String {
        if place.list == nil, place.date == .today, place.due == nil { return Phrase.added(title, .today).german }
        var text = "„\(title)“ steht"
        if let list = place.list { text += " in \(list)" } else if place.date == nil { text += " in deinem Eingang" }
        if let date = place.date { text += " für \(date.german)" }
        if let date = place.dueDate { text += ", fällig \(date.german)" }
        if let due = place.due { text += " um \(due.text)" }
        return text
    }

    private static func tasks(_ count: Int) -> String { "\(count) \(count == 1 ? "Aufgabe" : "Aufgaben")" }

    private static func beside(_ done: Int, _ before: Int) -> String {
        if done == before { return "so viele wie in der Woche davor" }
        return done > before
            ? "\(done - before) mehr als in der Woche davor" : "\(before - done) weniger als in der Woche davor"
    }
}

extension Phrase.Span {
    fileprivate var german: String {
        switch self {
        case .today: "Heute"
        case .thisWeek: "Diese Woche"
        case .thisMonth: "Diesen Monat"
        }
    }
}

extension Region {
    fileprivate var german: String {
        switch self {
        case .morning: "Morgen"
        case .afternoon: "Nachmittag"
        case .evening: "Abend"
        case .backlog: "Vorrat"
        }
    }
}

extension Phrase.Day {
    static let germanWeekdays = [
        "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag",
    ]
    static let germanMonths = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]

    /// `heute`, `Freitag, 27. November`
    fileprivate var german: String {
        switch self {
        case .today: "heute"
        case .tomorrow: "morgen"
        case .date(let date, let tellsYear):
            "\(Self.germanWeekdays[date.weekday - 1]), \(date.day). \(Self.germanMonths[date.month - 1])"
                + (tellsYear ? " \(date.year)" : "")
        }
    }
}
