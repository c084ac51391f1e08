extension TaskList: LedgerRow {
    package func value(of field: ListField) -> FieldValue {
        switch field {
        case .title: .text(name)
        case .colorHex: colorHex.field(FieldValue.text)
        case .createdAt: .instant(createdAt)
        case .sortOrder: .order(sortOrder)
        case .deletedAt: deletedAt.field(FieldValue.instant)
        case .filter: filter.field(FieldValue.text)
        }
    }

    package mutating func assign(_ value: FieldValue, to field: ListField) {
        switch field {
        case .title: name = value.text ?? ""
        case .colorHex: colorHex = value.text
        case .createdAt: createdAt = value.instant ?? createdAt
        case .sortOrder: if case .order(let key) = value { sortOrder = key }
        case .filter: filter = value.text
        case .deletedAt: break
        }
    }

    /// How long a name may be, in bytes of UTF-8.
    public static let longestName = 65_536

    /// How long a saved filter may be, in bytes of UTF-8.
    package static let longestFilter = 2000

    package static func read(_ field: ListField, _ value: JSONValue) throws(FieldError) -> FieldValue {
        let reading = FieldReading(name: field.name, value: value)
        switch field {
        case .title: return try reading.text(required: true, limit: longestName, trimmed: true)
        case .colorHex: return try color(reading)
        case .createdAt: return try reading.instant(clearable: false)
        case .sortOrder: return try reading.order()
        case .filter: return try reading.text(required: false, limit: longestFilter, trimmed: true)
        case .deletedAt:
            throw reading.error(.immutable, "deletedAt is changed by the kinds delete and restore.")
        }
    }

    private static func color(_ reading: FieldReading) throws(FieldError) -> FieldValue {
        let value = try reading.text(required: false, limit: 7, trimmed: false)
        guard let text = value.text else { return .null }
        let bytes = text.utf8
        guard bytes.count == 7, bytes.first == UInt8(ascii: "#"),
            bytes.dropFirst().allSatisfy({ hexadecimalValue(of: $0) != nil })
        else { throw reading.error(.malformed, "colorHex must be # and six hexadecimal digits.") }
        return .text(text.uppercased())
    }

    package static func isDerived(_ name: String) -> Bool {
        switch name {
        case "id", "updatedAt", "modifiedAt", "revision", "clocks", "deletion": true
        default: false
        }
    }
}

extension AccountSettings: LedgerRow {
    package func value(of field: SettingsField) -> FieldValue {
        switch field {
        case .timeZone: .text(timeZone)
        case .firstWeekday: .number(firstWeekday)
        case .dayStart: .time(dayStart)
        case .rollover: .text(rollover.name)
        case .regionLimits: .limits(regionLimits)
        case .complementaryAfterMustDo: .flag(complementaryAfterMustDo)
        case .reviewTime: reviewTime.field(FieldValue.time)
        case .quickAdd: .text(quickAdd.name)
        case .linkScheme: .text(linkScheme)
        case .backlogLimit: backlogLimit.field(FieldValue.number)
        case .inboxRule: .text(inboxRule.rawValue)
        case .captureLanguage: (captureLanguage?.rawValue).field(FieldValue.text)
        case .morningTime: morningTime.field(FieldValue.time)
        case .weeklyReview: .flag(weeklyReview)
        case .regionNudges: .flag(regionNudges)
        case .overdueAlerts: .flag(overdueAlerts)
        case .quietFrom: quietFrom.field(FieldValue.time)
        case .quietUntil: quietUntil.field(FieldValue.time)
        case .privateReminders: .flag(privateReminders)
        }
    }

    package mutating func assign(_ value: FieldValue, to field: SettingsField) {
        switch field {
        case .timeZone: timeZone = value.text ?? timeZone
        case .firstWeekday: firstWeekday = value.number
        case .dayStart: dayStart = value.time ?? .midnight
        case .rollover: rollover = Rollover.allCases.first { $0.name == value.text } ?? rollover
        case .regionLimits: if case .limits(let limits) = value { regionLimits = limits }
        case .complementaryAfterMustDo: complementaryAfterMustDo = value.flag
        case .reviewTime: reviewTime = value.time
        case .quickAdd: quickAdd = QuickAdd.allCases.first { $0.name == value.text } ?? quickAdd
        case .linkScheme: linkScheme = value.text ?? linkScheme
        case .backlogLimit: if case .number(let limit) = value { backlogLimit = limit } else { backlogLimit = nil }
        case .inboxRule: inboxRule = value.text.flatMap { InboxRule(rawValue: $0) } ?? inboxRule
        case .captureLanguage: captureLanguage = value.text.flatMap { Language(rawValue: $0) }
        case .morningTime: morningTime = value.time
        case .weeklyReview: weeklyReview = value.flag
        case .regionNudges: regionNudges = value.flag
        case .overdueAlerts: overdueAlerts = value.flag
        case .quietFrom: quietFrom = value.time
        case .quietUntil: quietUntil = value.time
        case .privateReminders: privateReminders = value.flag
        }
    }

    package static func read(_ field: SettingsField, _ value: JSONValue) throws(FieldError) -> FieldValue {
        let reading = FieldReading(name: field.name, value: value)
        switch field {
        case .timeZone:
            let name = try reading.text(required: true, limit: 64, trimmed: false)
            guard let text = name.text, Zone(text) != nil else {
                throw reading.error(
                    .unknownValue, "timeZone must be the IANA name of a time zone, such as Europe/Berlin.")
            }
            return name
        case .firstWeekday: return try reading.number(in: 1...7)
        case .dayStart: return try reading.time(clearable: false)
        case .rollover:
            return .text(try reading.choice { word in Rollover.allCases.first { $0.name == word } }.name)
        case .regionLimits: return try reading.limits()
        case .complementaryAfterMustDo, .weeklyReview, .regionNudges, .overdueAlerts, .privateReminders:
            return try reading.flag()
        case .reviewTime, .morningTime, .quietFrom, .quietUntil: return try reading.time(clearable: true)
        case .quickAdd:
            return .text(try reading.choice { word in QuickAdd.allCases.first { $0.name == word } }.name)
        case .linkScheme: return try scheme(reading)
        case .backlogLimit: return value.isNull ? .null : try reading.number(in: 0...1000)
        case .inboxRule: return .text(try reading.choice { word in InboxRule(rawValue: word) }.rawValue)
        case .captureLanguage:
            return value.isNull ? .null : .text(try reading.choice { word in Language(rawValue: word) }.rawValue)
        }
    }

    /// RFC 3986: a letter, then letters, digits, plus, minus, dot.
    private static func scheme(_ reading: FieldReading) throws(FieldError) -> FieldValue {
        let value = try reading.text(required: true, limit: 64, trimmed: false)
        let text = value.text ?? ""
        let allowed = text.utf8.allSatisfy { byte in
            OrderKey.digit(byte) != nil || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
        guard allowed, let first = text.utf8.first, OrderKey.digit(first).map({ $0 >= 10 }) ?? false else {
            throw reading.error(.malformed, "linkScheme must be a URL scheme.")
        }
        return value
    }

    package static func isDerived(_ name: String) -> Bool {
        switch name {
        case "id", "updatedAt", "modifiedAt", "revision", "clocks": true
        default: false
        }
    }
}
