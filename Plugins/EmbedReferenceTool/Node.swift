/// A YAML document as data; mappings keep their order.
indirect enum Node {
    case null
    case bool(Bool)
    /// A number as it is written; JSON's numbers are a part of YAML's.
    case number(String)
    case text(String)
    case sequence([Node])
    case mapping([(name: String, value: Node)])

    var json: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let text): text
        case .text(let text): Self.quoted(text)
        case .sequence(let nodes): "[" + nodes.map(\.json).joined(separator: ",") + "]"
        case .mapping(let members):
            "{" + members.map { Self.quoted($0.name) + ":" + $0.value.json }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension Node {
    /// A scalar without quotes, by YAML 1.2's core schema: what looks like a date or `yes` is text.
    init(plain text: String) {
        switch text {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .bool(true)
        case "false", "False", "FALSE": self = .bool(false)
        default: self = Self.isNumber(text) ? .number(text) : .text(text)
        }
    }

    /// By JSON's grammar. YAML knows more (octal, infinity), which no document of ours needs.
    private static func isNumber(_ text: String) -> Bool {
        var rest = Substring(text)
        func digits() -> Int {
            let count = rest.prefix { $0.isASCII && $0.isNumber }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == "-" { rest = rest.dropFirst() }
        let hasLeadingZero = rest.first == "0"
        let whole = digits()
        guard whole > 0, !hasLeadingZero || whole == 1 else { return false }
        if rest.first == "." {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == "e" || rest.first == "E" {
            rest = rest.dropFirst()
            if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
