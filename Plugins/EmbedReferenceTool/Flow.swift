/// Values inside one text: `{a: 1}`, `[a, b]`, `"quoted"`.
struct Flow {
    /// The text ended before the value did.
    struct Unfinished: Error {}

    private(set) var rest: Substring
    private let line: Int

    init(_ text: String, line: Int) {
        rest = Substring(text)
        self.line = line
    }

    mutating func node() throws -> Node {
        skipBlanks()
        switch rest.first {
        case nil: throw Unfinished()
        case "{": return try mapping()
        case "[": return try sequence()
        case "\"", "'": return .text(try quoted())
        case "&", "*", "!": throw YAML.Fault(line: line, sentence: "anchors, aliases and tags are not understood here")
        default: return Node(plain: plain())
        }
    }

    private mutating func mapping() throws -> Node {
        var members: [(name: String, value: Node)] = []
        rest.removeFirst()
        while true {
            skipBlanks()
            guard let first = rest.first else { throw Unfinished() }
            if first == "}" { break }
            let name = first == "\"" || first == "'" ? try quoted() : plain()
            skipBlanks()
            var value = Node.null
            if rest.first == ":" {
                rest.removeFirst()
                skipBlanks()
                if rest.first != ",", rest.first != "}" { value = try node() }
            }
            guard !members.contains(where: { $0.name == name }) else {
                throw YAML.Fault(line: line, sentence: "'\(name)' is there twice")
            }
            members.append((name, value))
            try separator(before: "}")
        }
        rest.removeFirst()
        return .mapping(members)
    }

    private mutating func sequence() throws -> Node {
        var nodes: [Node] = []
        rest.removeFirst()
        while true {
            skipBlanks()
            guard let first = rest.first else { throw Unfinished() }
            if first == "]" { break }
            nodes.append(try node())
            try separator(before: "]")
        }
        rest.removeFirst()
        return .sequence(nodes)
    }

    private mutating func separator(before end: Character) throws {
        skipBlanks()
        guard let next = rest.first else { throw Unfinished() }
        if next == "," {
            rest.removeFirst()
        } else if next != end {
            throw YAML.Fault(line: line, sentence: "expected ',' or '\(end)' before '\(rest.prefix(20))'")
        }
    }

    private mutating func plain() -> String {
        var text = ""
        while let character = rest.first, !",{}[]\n".contains(character) {
            if character == ":" {
                let after = rest.dropFirst().first
                if after == nil || after == " " || after == "\n" || after == "," || after == "}" { break }
            }
            text.append(character)
            rest.removeFirst()
        }
        return String(Substring(text).trimmingEnd())
    }

    private mutating func quoted() throws -> String {
        let quote = rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            if character == quote {
                if quote == "'", rest.first == "'" {
                    rest.removeFirst()
                    text.append("'")
                    continue
                }
                return text
            }
            switch character {
            case "\n": fold(into: &text)
            case "\\" where quote == "\"": try escape(into: &text)
            default: text.append(character)
            }
        }
        throw Unfinished()
    }

    /// A line end is a blank; an empty line is a line end.
    private mutating func fold(into text: inout String) {
        text = String(Substring(text).trimmingEnd())
        var breaks = 0
        while let next = rest.first, next == "\n" || next == " " {
            if next == "\n" { breaks += 1 }
            rest.removeFirst()
        }
        text += breaks > 0 ? String(repeating: "\n", count: breaks) : " "
    }

    private mutating func escape(into text: inout String) throws {
        guard let sign = rest.popFirst() else { throw Unfinished() }
        switch sign {
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "r": text.append("\r")
        case "0": text.append("\0")
        case "\"", "\\", "/": text.append(sign)
        case "\n": rest = rest.drop { $0 == " " }
        case "x", "u", "U":
            let digits = rest.prefix(sign == "x" ? 2 : sign == "u" ? 4 : 8)
            guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                throw YAML.Fault(line: line, sentence: "\\\(sign) needs the number of a character")
            }
            rest = rest.dropFirst(digits.count)
            text.unicodeScalars.append(scalar)
        default: throw YAML.Fault(line: line, sentence: "\\\(sign) is no escape")
        }
    }

    private mutating func skipBlanks() {
        while let next = rest.first {
            if next == " " || next == "\n" || next == "\t" {
                rest.removeFirst()
            } else if next == "#" {
                rest = rest.drop { $0 != "\n" }
            } else {
                return
            }
        }
    }
}
