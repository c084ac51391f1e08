import DaybookCore

/// A line of todo.txt: `x`, a letter in brackets and dates in their places, and the words behind them.
struct TodoTxtLine {
    private(set) var isDone = false
    /// A to Z.
    private(set) var priority: UInt8?
    private(set) var done: CalendarDate?
    private(set) var created: CalendarDate?
    let words: [TodoTxtWord]

    /// Nil for a line without anything in it.
    init?(_ line: String) {
        var rest = line.split { $0 == " " || $0 == "\t" }[...]
        guard !rest.isEmpty else { return nil }
        if rest.first == "x" {
            isDone = true
            rest.removeFirst()
        }
        if let letter = rest.first.flatMap(Self.letter) {
            priority = letter
            rest.removeFirst()
        }
        var dates: [CalendarDate] = []
        while dates.count < (isDone ? 2 : 1), let date = rest.first.flatMap({ CalendarDate(String($0)) }) {
            dates.append(date)
            rest.removeFirst()
        }
        if isDone { done = dates.first }
        created = isDone ? dates.dropFirst().first : dates.first
        words = rest.map { TodoTxtWord(text: $0) }
    }

    /// Has something that other texts do not: a priority, a day of completion, a project, a context, a due date.
    var isSigned: Bool {
        priority != nil || done != nil
            || words.contains { $0.project != nil || $0.context != nil || $0.key == "due" }
    }

    /// `(A)`
    private static func letter(_ word: Substring) -> UInt8? {
        let bytes = Array(word.utf8)
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[1])
        else { return nil }
        return bytes[1]
    }
}

struct TodoTxtWord {
    let text: Substring

    /// The name behind `+`, and that behind `@`: one with a letter, since `+1` is a number.
    var project: String? { name(behind: "+") }
    var context: String? { name(behind: "@") }

    /// Of `key:value`, which is no address and no time of day.
    var key: String? { pair.map { String($0.key) } }
    var value: Substring? { pair?.value }

    /// A word that is no sign.
    var isPlain: Bool { project == nil && context == nil && key == nil }

    /// As a word of a sentence: `Call @Mum about it`.
    var spoken: Substring { project == nil && context == nil ? text : text.dropFirst() }

    /// `pri:A`
    var priority: UInt8? {
        guard let pair, pair.key == "pri", pair.value.utf8.count == 1, let letter = pair.value.utf8.first,
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
        else { return nil }
        return letter
    }

    private func name(behind sign: Character) -> String? {
        guard text.first == sign, text.dropFirst().contains(where: \.isLetter) else { return nil }
        return String(text.dropFirst())
    }

    private var pair: (key: Substring, value: Substring)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (key, value) = (text[..<colon], text[text.index(after: colon)...])
        guard let first = key.first, first.isLetter,
            key.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) }),
            !value.isEmpty, !value.hasPrefix("//")
        else { return nil }
        return (key, value)
    }
}

/// `rec:2w`, and `rec:+2w` where the next one counts from this one's day.
struct TodoTxtRepetition {
    let recurrence: Recurrence
    let isStrict: Bool

    init?(_ text: Substring) {
        isStrict = text.first == "+"
        let body = isStrict ? text.dropFirst() : text
        guard let unit = body.last, let count = Int(body.dropLast()), count > 0, body.first?.isNumber == true else {
            return nil
        }
        let frequency: String
        switch unit {
        case "d": frequency = "DAILY"
        case "w": frequency = "WEEKLY"
        case "m": frequency = "MONTHLY"
        case "y": frequency = "YEARLY"
        // Days of work, of which only each can be said.
        case "b" where count == 1:
            recurrence = Recurrence(calendarRule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
            return
        default: return nil
        }
        let interval = count == 1 ? "" : ";INTERVAL=\(count)"
        guard let rule = try? RecurrenceRule(rrule: "FREQ=\(frequency)\(interval)") else { return nil }
        recurrence = Recurrence(calendarRule: rule.rrule)
    }
}
