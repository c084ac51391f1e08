@testable import DaybookCore

/// A Friday in Berlin, ten in the morning, in an account whose weeks begin on Monday.
let plainMoment = Moment(
    Instant("2026-11-20T09:00:00Z")!, in: LocalDay(zone: Zone("Europe/Berlin")!, firstWeekday: 1))

/// A line and everything that it says, in one text: `Call mum | 2026-11-27 | due 2026-11-27T08:00:00.000Z`.
func plainly(
    _ text: String, _ language: Language = .english, understanding kinds: Set<PlainWords.Kind> = PlainWords.usual
) -> String {
    let words = PlainWords.parse(text, in: language, at: plainMoment, understanding: kinds)
    var parts = [words.title]
    if let date = words.scheduledDate { parts.append(date.text) }
    if let due = words.dueAt { parts.append("due \(clock(due))") }
    switch words.recurrence?.pattern {
    case .weekly(let days): parts.append("days " + days.days.map(String.init).joined())
    case .rule(let rule): parts.append(rule)
    case nil: break
    }
    if let reminder = words.reminderAt { parts.append("remind \(clock(reminder))") }
    parts += words.tags.map { "#\($0)" }
    if let list = words.list { parts.append("+\(list)") }
    if let priority = words.priority { parts.append("p\(priority)") }
    if let region = words.region { parts.append(region.name) }
    if let bucket = words.bucket { parts.append(bucket.name) }
    return parts.joined(separator: " | ")
}

/// As Berlin's clocks show it in winter, without the year of the moment: `11-27 09:00`.
private func clock(_ instant: Instant) -> String {
    let text = instant.adding(seconds: 3600).text
    let year = text.hasPrefix("2026-") ? 5 : 0
    return String(text.dropFirst(year).prefix(16 - year)).replacing("T", with: " ")
}
