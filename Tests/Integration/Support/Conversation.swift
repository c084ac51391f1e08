import Foundation
import Testing

/// A conversation with a server, written down as it goes over the wire:
///
///     > POST /v1/tasks {"title":"Buy milk"}
///     + Idempotency-Key: one
///     < 201 {"id":"$milk","title":"Buy milk","notes":null}
///     = Location: /v1/tasks/$milk
///
/// An answer must hold the members that are written and may hold more; arrays must be as they are written. `"$milk"`
/// stands for what was there when it was first met, `"*"` for anything.
struct Conversation {
    let api: API
    var token: String
    var names: [String: String] = [:]

    init(_ api: API, account body: String = "{}") async throws {
        self.api = api
        token = try await api.newAccount(body).token
    }

    init(_ api: API, token: String) {
        self.api = api
        self.token = token
    }

    /// Says it all, and compares what is answered.
    mutating func say(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var lines = script.split(separator: "\n").map(String.init)[...]
        while let line = lines.popFirst() {
            guard line.hasPrefix("> ") else { continue }
            let parts = filled(String(line.dropFirst(2))).split(separator: " ", maxSplits: 2).map(String.init)
            var fields = ""
            while let field = lines.first, field.hasPrefix("+ ") {
                fields += filled(String(field.dropFirst(2))) + "\r\n"
                lines.removeFirst()
            }
            let answer = try await api.ask(
                parts[0], parts[1], token: token, parts.count > 2 ? parts[2] : nil, fields: fields)
            while let expected = lines.first, expected.hasPrefix("< ") || expected.hasPrefix("= ") {
                lines.removeFirst()
                compare(String(expected), answer, "\(line)\n\(expected)", sourceLocation)
            }
        }
    }

    private mutating func compare(
        _ expected: String, _ answer: API.Answer, _ comment: String, _ sourceLocation: SourceLocation
    ) {
        let text = String(expected.dropFirst(2))
        if expected.hasPrefix("= ") {
            let parts = text.split(separator: ":", maxSplits: 1)
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            let actual = answer.field(String(parts[0])) ?? "nothing"
            if value.hasPrefix("$"), names[String(value.dropFirst())] == nil {
                names[String(value.dropFirst())] = actual
            } else {
                #expect(actual == filled(value), "\(comment)", sourceLocation: sourceLocation)
            }
            return
        }
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        #expect("\(answer.status)" == parts[0], "\(comment)\n\(answer.json.shown)", sourceLocation: sourceLocation)
        guard parts.count > 1 else { return }
        guard let wanted = try? JSONSerialization.jsonObject(with: Data(parts[1].utf8), options: .fragmentsAllowed)
        else {
            Issue.record("no JSON: \(parts[1])", sourceLocation: sourceLocation)
            return
        }
        if let difference = difference(wanted, answer.json.any, at: "") {
            Issue.record("\(comment)\n\(difference) in \(answer.json.shown)", sourceLocation: sourceLocation)
        }
    }

    private mutating func difference(_ wanted: Any, _ actual: Any?, at path: String) -> String? {
        switch wanted {
        case let text as String where text == "*": return actual == nil ? "\(path) is not there" : nil
        case let text as String where text.hasPrefix("$"):
            let name = String(text.dropFirst())
            guard let value = actual.map({ "\($0)" }) else { return "\(path) is not there" }
            if let known = names[name] { return known == value ? nil : "\(path) is \(value), not \(known)" }
            names[name] = value
            return nil
        case let members as [String: Any]:
            guard let object = actual as? [String: Any] else { return "\(path) is no object" }
            for name in members.keys.sorted() {
                guard let value = object[name] else { return "\(path).\(name) is not there" }
                if let found = members[name].flatMap({ difference($0, value, at: "\(path).\(name)") }) { return found }
            }
            return nil
        case let items as [Any]:
            guard let array = actual as? [Any] else { return "\(path) is no array" }
            guard array.count == items.count else { return "\(path) holds \(array.count), not \(items.count)" }
            for (index, item) in items.enumerated() {
                if let found = difference(item, array[index], at: "\(path)[\(index)]") { return found }
            }
            return nil
        default:
            guard let actual, JSON("\(wanted)") == JSON("\(actual)"), "\(wanted)" == "\(actual)" else {
                return "\(path) is \(actual ?? "nothing"), not \(wanted)"
            }
            return nil
        }
    }

    /// With the names that are known put in.
    private func filled(_ text: String) -> String {
        var text = text
        for name in names.keys.sorted(by: { $0.count > $1.count }) {
            text = text.replacingOccurrences(of: "$\(name)", with: names[name] ?? "")
        }
        return text
    }
}

/// A conversation of a new account with a server of its own.
func converse(
    account: String = "{}", _ script: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    var client = try await Conversation(try await .serving(), account: account)
    try await client.say(script, sourceLocation: sourceLocation)
}
