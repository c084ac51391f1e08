/// Reads one member of an operation's fields. Each function says what is wrong with stable codes and a sentence that
/// names the field, and never more of the value than that.
struct FieldReading {
    let name: String
    let value: JSONValue

    func error(_ code: FieldError.Code, _ sentence: String) -> FieldError {
        FieldError(field: name, code: code, sentence: sentence)
    }

    /// Text with what surrounds it cut off; null where the field can be cleared.
    func text(required: Bool, limit: Int, trimmed: Bool) throws(FieldError) -> FieldValue {
        switch value {
        case .null where !required: return .null
        case .null: throw error(.required, "\(name) cannot be cleared.")
        case .string(let raw):
            let text = trimmed ? raw.trimmed : raw
            if text.isEmpty, required { throw error(.empty, "\(name) must not be empty.") }
            guard text.utf8.count <= limit else { throw error(.tooLong, "\(name) is longer than \(limit) bytes.") }
            guard !text.utf8.contains(0) else {
                throw error(.malformed, "\(name) holds the character U+0000, which cannot be kept.")
            }
            return .text(text)
        default: throw error(.wrongType, "\(name) must be a text.")
        }
    }

    func flag() throws(FieldError) -> FieldValue {
        guard case .bool(let flag) = value else { throw error(.wrongType, "\(name) must be true or false.") }
        return .flag(flag)
    }

    func number(in range: ClosedRange<Int>) throws(FieldError) -> FieldValue {
        guard case .integer(let number) = value else { throw error(.wrongType, "\(name) must be a whole number.") }
        guard let number = Int(exactly: number), range.contains(number) else {
            throw error(.outOfRange, "\(name) must be from \(range.lowerBound) to \(range.upperBound).")
        }
        return .number(number)
    }

    func instant(clearable: Bool = true) throws(FieldError) -> FieldValue {
        if clearable, value.isNull { return .null }
        return .instant(try parsed("a date with time, such as 2026-11-21T09:15:00.123Z") { Instant($0) })
    }

    func date() throws(FieldError) -> FieldValue {
        if value.isNull { return .null }
        return .date(try parsed("a date such as 2026-11-21") { CalendarDate($0) })
    }

    func identifier() throws(FieldError) -> FieldValue {
        if value.isNull { return .null }
        return .identifier(try parsed("a UUID") { Identifier($0) })
    }

    func order() throws(FieldError) -> FieldValue {
        .order(try parsed("an order key of 1 to \(OrderKey.longest) letters and digits") { OrderKey($0) })
    }

    func time(clearable: Bool) throws(FieldError) -> FieldValue {
        if clearable, value.isNull { return .null }
        return .time(try parsed("a time such as 18:00") { TimeOfDay($0) })
    }

    /// One of some words.
    func choice<Choice>(_ find: (String) -> Choice?) throws(FieldError) -> Choice {
        guard case .string(let word) = value else { throw error(.wrongType, "\(name) must be a text.") }
        guard let choice = find(word) else { throw error(.unknownValue, "\(name) has a value that is not known.") }
        return choice
    }

    func limits() throws(FieldError) -> FieldValue {
        guard case .object = value else { throw error(.wrongType, "\(name) must be an object.") }
        return .limits(
            RegionLimits(
                mustDo: try limit("mustDo"), complementary: try limit("complementary"), misc: try limit("misc")))
    }

    private func limit(_ member: String) throws(FieldError) -> Int {
        guard case .integer(let number)? = value[member] else {
            throw error(.required, "\(name) must have mustDo, complementary and misc.")
        }
        guard (0...1000).contains(number) else { throw error(.outOfRange, "\(name) must be from 0 to 1000.") }
        return Int(number)
    }

    private func parsed<Value>(_ what: String, _ read: (String) -> Value?) throws(FieldError) -> Value {
        guard case .string(let text) = value else { throw error(.wrongType, "\(name) must be \(what).") }
        guard let parsed = read(text) else { throw error(.malformed, "\(name) must be \(what).") }
        return parsed
    }
}

extension JSONValue {
    /// Whether some text in it holds U+0000, which no database text can.
    var holdsNull: Bool {
        switch self {
        case .null, .bool, .integer, .decimal: false
        case .string(let text): text.utf8.contains(0)
        case .array(let items): items.contains { $0.holdsNull }
        case .object(let members): members.contains { $0.name.utf8.contains(0) || $0.value.holdsNull }
        }
    }
}
