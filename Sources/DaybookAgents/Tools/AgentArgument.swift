import DaybookCore

/// What a tool may be given under a name: told to clients as JSON Schema, and held to it here.
struct AgentArgument: Sendable {
    enum Kind: Sendable {
        /// Bytes, at most.
        case text(Int)
        case identifier
        case instant
        case date
        case number(ClosedRange<Int>)
        case word([String])
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

    func writeSchema(to json: inout JSONWriter) {
        json.object(name) { json in
            switch kind {
            case .text(let most):
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
            }
            json.member("description", about)
        }
    }

    /// The value as an address says it; nil for one that is no such thing.
    func text(of value: JSONValue) -> String? {
        switch (kind, value) {
        case (.text(let most), .string(let text)): Self.isPlain(text, upTo: most) ? text : nil
        case (.identifier, .string(let text)): Identifier(text)?.text
        case (.instant, .string(let text)): Instant(text)?.text
        case (.date, .string(let text)): CalendarDate(text)?.text
        case (.number(let range), .integer(let number)):
            Int(exactly: number).flatMap { range.contains($0) ? String($0) : nil }
        case (.word(let words), .string(let text)): words.contains(text) ? text : nil
        default: nil
        }
    }

    /// What is wanted, for who gave something else.
    var expected: String {
        switch kind {
        case .text(let most): "a string of at most \(most) bytes without control characters"
        case .identifier: "an id such as other results hold"
        case .instant: "an instant such as 2026-11-21T09:15:00.000Z"
        case .date: "a date such as 2026-11-21"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .word(let words): "one of \(words.joined(separator: ", "))"
        }
    }

    /// It becomes part of an address, which is bounded and has no place for a NUL.
    private static func isPlain(_ text: String, upTo most: Int) -> Bool {
        text.utf8.count <= most && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

/// Why a tool did not do what it was asked for, in words for the assistant, which may ask again.
struct AgentRefusal: Error, Equatable {
    let sentence: String
}

/// The arguments of one call that were understood.
struct AgentArguments: Sendable {
    private let texts: [String: String]

    /// Refuses what the tool does not know: a misspelt name must not find everything.
    init(_ value: JSONValue?, of known: [AgentArgument]) throws(AgentRefusal) {
        var texts: [String: String] = [:]
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
                guard let text = argument.text(of: member.value) else {
                    throw AgentRefusal(sentence: "\(argument.name) must be \(argument.expected).")
                }
                texts[argument.name] = text
            }
        default: throw AgentRefusal(sentence: "arguments must be an object.")
        }
        for argument in known where argument.isRequired && texts[argument.name] == nil {
            throw AgentRefusal(sentence: "\(argument.name) is missing: \(argument.expected).")
        }
        self.texts = texts
    }

    subscript(name: String) -> String? { texts[name] }
}
