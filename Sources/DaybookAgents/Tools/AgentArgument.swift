import DaybookCore

/// What a tool may be given under a name: told to clients as JSON Schema, and held to it here.
struct AgentArgument: Sendable {
    enum Kind: Sendable {
        /// Bytes, at most.
        case text(Int)
        /// The same with line breaks.
        case prose(Int)
        case identifier
        case instant
        case date
        case number(ClosedRange<Int>)
        case word([String])
        /// Some of these.
        case words([String])
        case texts(most: Int, bytes: Int)
        /// What would be done to tasks, at most so many.
        case actions(Int)
        /// A request's.
        case key
    }

    let name: String
    let kind: Kind
    let about: String
    var isRequired = false

    init(_ name: String, _ kind: Kind, _ about: String, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.about = about
        self.isRequired = isRequired
    }

    /// Every page is asked for with these.
    static let page = [
        AgentArgument("limit", .number(1...100), "How many at most; 25 unless said otherwise."),
        AgentArgument("cursor", .text(1_000), "nextCursor of the page before, to read on behind it."),
    ]

    /// Its name and what may stand there.
    func writeSchema(to json: inout JSONWriter) {
        json.object(name) { json in
            switch kind {
            case .text(let most), .prose(let most):
                json.member("type", "string")
                json.member("maxLength", most)
            case .identifier:
                json.member("type", "string")
                json.member("format", "uuid")
            case .instant:
                json.member("type", "string")
                json.member("format", "date-time")
            case .date:
                json.member("type", "string")
                json.member("format", "date")
            case .number(let range):
                json.member("type", "integer")
                json.member("minimum", range.lowerBound)
                json.member("maximum", range.upperBound)
            case .word(let words):
                json.member("type", "string")
                json.member("enum", words)
            case .words(let words):
                json.member("type", "array")
                json.object("items") { json in
                    json.member("type", "string")
                    json.member("enum", words)
                }
            case .texts(let most, let bytes):
                json.member("type", "array")
                json.member("maxItems", most)
                json.object("items") { json in
                    json.member("type", "string")
                    json.member("maxLength", bytes)
                }
            case .actions(let most):
                json.member("type", "array")
                json.member("minItems", 1)
                json.member("maxItems", most)
                json.object("items") { AgentTool.writeActionSchema(to: &$0) }
            case .key:
                json.member("type", "string")
                json.member("pattern", RequestKey.pattern)
            }
            json.member("description", about)
        }
    }

    /// The value as it is understood; nil for one that is no such thing.
    func understood(_ value: JSONValue) -> JSONValue? {
        switch (kind, value) {
        case (.identifier, .string(let text)): Identifier(text).map { .string($0.text) }
        case (.instant, .string(let text)): Instant(text).map { .string($0.text) }
        case (.date, .string(let text)): CalendarDate(text).map { .string($0.text) }
        default: takes(value) ? .some(value) : .none
        }
    }

    private func takes(_ value: JSONValue) -> Bool {
        switch (kind, value) {
        case (.text(let most), .string(let text)): Self.isPlain(text, upTo: most)
        case (.prose(let most), .string(let text)): Self.isPlain(text, upTo: most, withLines: true)
        case (.number(let range), .integer(let number)): Int(exactly: number).map(range.contains) ?? false
        case (.word(let words), .string(let text)): words.contains(text)
        case (.words(let words), .array(let items)):
            items.count <= words.count && items.allSatisfy { $0.text.map(words.contains) ?? false }
        case (.texts(let most, let bytes), .array(let items)):
            items.count <= most && items.allSatisfy { $0.text.map { Self.isPlain($0, upTo: bytes) } ?? false }
        case (.actions(let most), .array(let items)):
            (1...most).contains(items.count) && items.allSatisfy { if case .object = $0 { true } else { false } }
        case (.key, .string(let text)): RequestKey(text) != nil
        default: false
        }
    }

    /// What is wanted, for who gave something else.
    var expected: String {
        switch kind {
        case .text(let most): "a string of at most \(most) bytes without control characters"
        case .prose(let most): "a string of at most \(most) bytes without control characters but line breaks"
        case .identifier: "an id such as other results hold"
        case .instant: "an instant such as 2026-11-21T09:15:00.000Z"
        case .date: "a date such as 2026-11-21"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        case .words(let words): "an array of \(words.joined(separator: ", "))"
        case .texts(let most, let bytes): "an array of at most \(most) strings of at most \(bytes) bytes"
        case .actions(let most): "an array of 1 to \(most) objects, each an action"
        case .key: "a string of 1 to 200 visible characters of ASCII"
        }
    }

    /// It may become part of an address, which is bounded and has no place for a NUL.
    static func isPlain(_ text: String, upTo most: Int, withLines: Bool = false) -> Bool {
        text.utf8.count <= most
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || withLines && ($0 == 0x0A || $0 == 0x09) }
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

/// Why a tool did not do what it was asked for, in words for the assistant, which may ask again.
struct AgentRefusal: Error, Equatable {
    let sentence: String
}

/// The arguments of one call that were understood.
struct AgentArguments: Sendable {
    /// In the order in which the tool names them.
    private let values: [JSONMember]

    /// Refuses what the tool does not know: a misspelt name must not find everything.
    init(_ value: JSONValue?, of known: [AgentArgument]) throws(AgentRefusal) {
        var values: [String: JSONValue] = [:]
        switch value {
        case nil, .null?: break
        case .object(let members)?:
            for member in members {
                guard let argument = known.first(where: { $0.name == member.name }) else {
                    let names = known.map(\.name).joined(separator: ", ")
                    throw AgentRefusal(
                        sentence: names.isEmpty
                            ? "There are no arguments here."
                            : "There is an argument that is not known. Known: \(names).")
                }
                // Programs that fill in a form send null for what was left out.
                if member.value.isNull { continue }
                guard let value = argument.understood(member.value) else {
                    throw AgentRefusal(sentence: "\(argument.name) must be \(argument.expected).")
                }
                values[argument.name] = value
            }
        default: throw AgentRefusal(sentence: "arguments must be an object.")
        }
        for argument in known where argument.isRequired && values[argument.name] == nil {
            throw AgentRefusal(sentence: "\(argument.name) is missing: \(argument.expected).")
        }
        self.values = known.compactMap { argument in values[argument.name].map { JSONMember(argument.name, $0) } }
    }

    private func value(_ name: String) -> JSONValue? { values.first { $0.name == name }?.value }

    /// As an address says it.
    subscript(name: String) -> String? {
        switch value(name) {
        case .string(let text)?: text
        case .integer(let number)?: String(number)
        default: nil
        }
    }

    func identifier(_ name: String) throws(AgentRefusal) -> Identifier {
        guard let id = self[name].flatMap({ Identifier($0) }) else {
            throw AgentRefusal(sentence: "\(name) is missing.")
        }
        return id
    }

    func list(_ name: String) -> [String] {
        guard case .array(let items)? = value(name) else { return [] }
        return items.compactMap(\.text)
    }

    func items(_ name: String) -> [JSONValue] {
        guard case .array(let items)? = value(name) else { return [] }
        return items
    }

    /// What is given, as members of a row.
    func members(besides names: Set<String>) -> [JSONMember] { values.filter { !names.contains($0.name) } }
}
