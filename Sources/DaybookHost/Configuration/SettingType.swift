import HTTP

/// How the text of a setting becomes a value, and the words for what was expected.
struct SettingType<Value: Sendable>: Sendable {
    /// Stands for the value in usage lines.
    let placeholder: String
    /// Completes the sentence "expected ...".
    let expectation: String
    /// The values a completion can offer.
    var choices: [String] = []
    /// Whether the flag means "yes" without a value, and `--no-...` means no.
    var isSwitch = false
    let parse: @Sendable (String) -> Value?
    /// The value as it may be shown.
    var show: @Sendable (String) -> String = { $0 }
}

extension SettingType {
    /// An empty text stands for no value.
    static func optional<Wrapped: Sendable>(_ type: SettingType<Wrapped>) -> SettingType where Value == Wrapped? {
        SettingType(
            placeholder: type.placeholder, expectation: type.expectation, choices: type.choices,
            parse: { text in text.isEmpty ? .some(nil) : type.parse(text).map { .some($0) } },
            show: { $0.isEmpty ? "" : type.show($0) })
    }

    /// Several of them, separated by commas; spaces around each are allowed.
    static func list<Element: Sendable>(
        of type: SettingType<Element>, expectation: String? = nil, allowsNone: Bool = true
    ) -> SettingType where Value == [Element] {
        SettingType(
            placeholder: "\(type.placeholder),...", expectation: expectation ?? type.expectation,
            parse: { text in
                let parts = text.split(separator: ",").map { $0.trimmingSpaces() }
                let values = parts.compactMap { type.parse(String($0)) }
                return values.count == parts.count && (allowsNone || !values.isEmpty) ? values : nil
            })
    }
}

extension StringProtocol {
    /// Without the spaces and tabs at both ends.
    package func trimmingSpaces() -> SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }
}

extension SettingType where Value == Bool {
    static let yesOrNo = SettingType(
        placeholder: "yes|no", expectation: "yes or no", choices: ["yes", "no"], isSwitch: true,
        parse: { text in
            switch text {
            case "yes", "true", "on", "1": true
            case "no", "false", "off", "0": false
            default: nil
            }
        })
}

extension SettingType where Value == Int {
    static func number(_ range: ClosedRange<Int>) -> SettingType {
        SettingType(
            placeholder: "N", expectation: "a number from \(range.lowerBound) to \(range.upperBound)",
            parse: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } })
    }

    /// A number, or `auto`, which is 0 and means one per core.
    static func automatic(_ range: ClosedRange<Int>) -> SettingType {
        SettingType(
            placeholder: "N|auto",
            expectation: "auto or a number from \(range.lowerBound) to \(range.upperBound)", choices: ["auto"],
            parse: { text in text == "auto" ? 0 : Int(text).flatMap { range.contains($0) ? $0 : nil } })
    }

    static func size(_ range: ClosedRange<Int>) -> SettingType {
        SettingType(
            placeholder: "SIZE",
            expectation: "a size such as 64KiB, from \(ByteSize.show(range.lowerBound)) to "
                + ByteSize.show(range.upperBound),
            parse: { text in ByteSize.parse(text).flatMap { range.contains($0) ? $0 : nil } })
    }
}

extension SettingType where Value == Int? {
    /// A number, or `auto`, which is nil and decided by the other settings.
    static func decided(_ range: ClosedRange<Int>) -> SettingType {
        SettingType(
            placeholder: "N|auto",
            expectation: "auto or a number from \(range.lowerBound) to \(range.upperBound)", choices: ["auto"],
            parse: { text in
                text == "auto" ? .some(nil) : Int(text).flatMap { range.contains($0) ? .some(.some($0)) : nil }
            })
    }
}

extension SettingType where Value == Duration {
    static func duration(_ range: ClosedRange<Duration>) -> SettingType {
        SettingType(
            placeholder: "TIME",
            expectation: "a time such as 500ms, 10s or 5m, from \(TimeSpan.show(range.lowerBound)) to "
                + TimeSpan.show(range.upperBound),
            parse: { text in TimeSpan.parse(text).flatMap { range.contains($0) ? $0 : nil } })
    }
}

extension SettingType where Value == String {
    static let userName = SettingType(
        placeholder: "NAME", expectation: "the name of a user of this machine",
        parse: { text in
            let isName = text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
            return isName && !text.isEmpty && text.utf8.count <= 64 ? text : nil
        })

    static let hostName = SettingType(
        placeholder: "NAME", expectation: "names of this server such as todo.example.org separated by commas",
        parse: { text in
            let isName = text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
                default: false
                }
            }
            return isName && !text.isEmpty && text.utf8.count <= 253 ? text : nil
        })

    static let path = SettingType(
        placeholder: "PATH", expectation: "a path", parse: { $0.isEmpty || $0.contains("\0") ? nil : $0 })
}

extension SettingType where Value == CrossOriginPolicy {
    static let origins = SettingType(
        placeholder: "ORIGIN,...", expectation: "origins such as https://todo.example.org separated by commas, or *",
        parse: { CrossOriginPolicy($0) })
}

extension SettingType where Value == ListenAddress {
    static let address = SettingType(
        placeholder: "HOST:PORT", expectation: "an address and a port such as 127.0.0.1:8420 or [::1]:8420",
        parse: { ListenAddress($0) })
}

extension SettingType where Value == WebAddress {
    static let webAddress = SettingType(
        placeholder: "URL", expectation: "an https address (http on this machine) without a query",
        parse: { text in text.contains("?") ? nil : WebAddress(text) })
}

extension SettingType where Value == Network {
    static let prefix = SettingType(
        placeholder: "ADDRESS[/BITS]", expectation: "an address or a prefix", parse: { Network($0) })
}

extension SettingType where Value == DatabaseURL {
    static let databaseURL = SettingType(
        placeholder: "URL", expectation: "postgres://user@host/name, or libpq's host=... dbname=...",
        parse: { DatabaseURL($0) }, show: { DatabaseURL($0)?.description ?? "(hidden)" })
}

extension SettingType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    static var choice: SettingType {
        let names = Value.allCases.map(\.rawValue)
        return SettingType(
            placeholder: names.joined(separator: "|"), expectation: "one of " + names.joined(separator: ", "),
            choices: names, parse: { Value(rawValue: $0) })
    }
}

extension SettingType where Value == MetricsExposure {
    static let metrics = SettingType(
        placeholder: "local|open|off|HOST:PORT", expectation: "local, open, off, or an address and a port",
        choices: ["local", "open", "off"],
        parse: { text in
            switch text {
            case "local": .local
            case "open": .open
            case "off": .off
            default: ListenAddress(text).map { .separate($0) }
            }
        })
}
