import DaybookClient
import DaybookCore

enum SettingsCommand {
    static let command = CommandSession.command(
        "settings", "Show the account's settings, or change some",
        about: "Settings belong to the account, so they apply to every device. 'daybook undo' undoes a change.",
        words: [
            Command.Word(
                name: "KEY=VALUE", help: "What to change, such as rollover=backlog.", suggestions: suggestions,
                isOptional: true, isRepeated: true)
        ],
        examples: [
            "daybook settings": "what they are",
            "daybook settings rollover=backlog dayStart=04:00":
                "move open tasks to the backlog at four in the morning",
            "daybook settings reviewTime=off regionLimits=1/2/4": "no review time; smaller limits",
            "daybook settings morningTime=7:30 quietFrom=22 quietUntil=7": "a summary each morning; quiet nights",
        ],
        writing: { $0.words },
        run: { invocation, session in
            let fields = try SettingsWords.fields(invocation.words)
            if fields.isEmpty { await session.look() } else { try await session.notebook.set(settings: fields) }
            let settings = await session.notebook.settings
            session.tell("settings") { settings.write(to: &$0) }
            for (name, value) in SettingsWords.lines(settings) {
                let isNew = fields.contains { $0.name == name }
                session.say(session.style.dim(name.padding(to: 25)) + (isNew ? session.style.bold(value) : value))
            }
            if !fields.isEmpty { await session.send() }
        })

    /// For completions: every setting, and its words where it has some.
    private static let suggestions: [String] = SettingsField.allCases.flatMap { field in
        let words: [String] =
            switch field {
            case .rollover: AccountSettings.Rollover.allCases.map(\.name)
            case .quickAdd: AccountSettings.QuickAdd.allCases.map(\.name)
            case .complementaryAfterMustDo, .weeklyReview, .regionNudges, .overdueAlerts, .privateReminders:
                ["on", "off"]
            case .firstWeekday: ["monday", "saturday", "sunday"]
            case .reviewTime, .backlogLimit, .morningTime, .quietFrom, .quietUntil: ["off"]
            case .inboxRule: InboxRule.allCases.map(\.rawValue)
            case .captureLanguage: ["off"] + Language.allCases.map(\.rawValue)
            case .timeZone, .dayStart, .regionLimits, .linkScheme: [""]
            }
        return words.map { "\(field.name)=\($0)" }
    }
}

/// Settings as people write and read them.
enum SettingsWords {
    static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// What `KEY=VALUE` words ask for, as fields of a change. Whether a value makes sense is the core's to say.
    static func fields(_ words: [String]) throws -> [JSONMember] {
        var named: Set<SettingsField> = []
        return try words.map { word in
            guard let sign = word.firstIndex(of: "=") else {
                throw Refusal(usage: "'\(TerminalStyle.line(word))': expected KEY=VALUE")
            }
            let (key, value) = (word[..<sign].lowercased(), String(word[word.index(after: sign)...]))
            guard let field = SettingsField.allCases.first(where: { $0.name.lowercased() == key }) else {
                let names = SettingsField.allCases.map(\.name).joined(separator: ", ")
                throw Refusal(usage: "there is no setting '\(TerminalStyle.line(key))'; the settings are \(names)")
            }
            guard named.insert(field).inserted else { throw Refusal(usage: "\(field.name) is there twice") }
            return JSONMember(field.name, json(value, for: field))
        }
    }

    private static func json(_ value: String, for field: SettingsField) -> JSONValue {
        let word = value.lowercased()
        switch field {
        case .firstWeekday:
            if let place = weekdays.firstIndex(where: { word.count > 1 && $0.hasPrefix(word) }) {
                return .integer(Int64(place + 1))
            }
            return Int64(word).map { .integer($0) } ?? .string(value)
        case .complementaryAfterMustDo, .weeklyReview, .regionNudges, .overdueAlerts, .privateReminders:
            if ["on", "true", "yes"].contains(word) { return true }
            if ["off", "false", "no"].contains(word) { return false }
            return .string(value)
        case .dayStart: return .string(time(word))
        case .reviewTime, .morningTime, .quietFrom, .quietUntil:
            return ["off", "none"].contains(word) ? .null : .string(time(word))
        case .regionLimits:
            let numbers = word.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
            guard numbers.count == 3 else { return .string(value) }
            let limits = zip(["mustDo", "complementary", "misc"], numbers)
            return .object(limits.compactMap { name, number in number.map { JSONMember(name, .integer($0)) } })
        case .rollover, .quickAdd, .inboxRule: return .string(word)
        case .captureLanguage: return ["off", "none"].contains(word) ? .null : .string(word)
        case .backlogLimit:
            return ["off", "none"].contains(word) ? .null : Int64(word).map { .integer($0) } ?? .string(value)
        case .timeZone, .linkScheme: return .string(value)
        }
    }

    /// `4:00` and `4` are `04:00`.
    private static func time(_ word: String) -> String {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let hour = parts.first, hour.count <= 2, !hour.isEmpty else { return word }
        return "\(hour.count == 1 ? "0" : "")\(hour):\(parts.count == 2 ? parts[1] : "00")"
    }

    static func lines(_ settings: AccountSettings) -> [(name: String, value: String)] {
        SettingsField.allCases.map { field in
            let value: String =
                switch field {
                case .timeZone: TerminalStyle.line(settings.timeZone)
                case .firstWeekday: weekdays[(settings.firstWeekday + 6) % 7]
                case .dayStart: settings.dayStart.text
                case .rollover: settings.rollover.name
                case .regionLimits:
                    "\(settings.regionLimits.mustDo)/\(settings.regionLimits.complementary)/\(settings.regionLimits.misc)"
                case .complementaryAfterMustDo: settings.complementaryAfterMustDo.onOrOff
                case .reviewTime: settings.reviewTime.orOff
                case .quickAdd: settings.quickAdd.name
                case .linkScheme: TerminalStyle.line(settings.linkScheme)
                case .backlogLimit: settings.backlogLimit.map { "\($0)" } ?? "off"
                case .inboxRule: settings.inboxRule.rawValue
                case .captureLanguage: settings.captureLanguage?.rawValue ?? "off"
                case .morningTime: settings.morningTime.orOff
                case .weeklyReview: settings.weeklyReview.onOrOff
                case .regionNudges: settings.regionNudges.onOrOff
                case .overdueAlerts: settings.overdueAlerts.onOrOff
                case .quietFrom: settings.quietFrom.orOff
                case .quietUntil: settings.quietUntil.orOff
                case .privateReminders: settings.privateReminders.onOrOff
                }
            return (field.name, value)
        }
    }
}

extension Bool {
    fileprivate var onOrOff: String { self ? "on" : "off" }
}

extension TimeOfDay? {
    fileprivate var orOff: String { self?.text ?? "off" }
}
