/// Reads the part of YAML that people write API documents in: block and flow collections, plain and quoted scalars over
/// one line or several, literal and folded blocks, comments. Anchors, aliases, tags and several documents are refused
/// with their line, never misread.
struct YAML {
    struct Fault: Error {
        let line: Int
        let sentence: String
    }

    struct Line {
        let number: Int
        var indent: Int
        var text: Substring
        /// Blank, or nothing but a comment.
        var isSilent: Bool { text.isEmpty || text.first == "#" }
    }

    private(set) var lines: [Line]
    private(set) var place = 0

    init(_ text: String) throws {
        lines = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let indent = line.prefix { $0 == " " }.count
            let rest = line.dropFirst(indent)
            if rest.first == "\t" { throw Fault(line: index + 1, sentence: "a tab cannot indent") }
            lines.append(Line(number: index + 1, indent: indent, text: rest.trimmingEnd()))
        }
    }

    static func read(_ text: String) throws -> Node {
        var yaml = try YAML(text)
        let node = try yaml.block(deeperThan: -1)
        if let line = yaml.next() { throw yaml.fault("is not indented as what stands before it", line) }
        return node
    }

    func fault(_ sentence: String, _ line: Line? = nil) -> Fault {
        Fault(line: line?.number ?? lines[min(place, lines.count - 1)].number, sentence: sentence)
    }

    /// The next line that says something.
    private mutating func next() -> Line? {
        while place < lines.count, lines[place].isSilent { place += 1 }
        return place < lines.count ? lines[place] : nil
    }

    // MARK: Blocks

    /// What stands on the following lines, if it is indented deeper than its parent.
    private mutating func block(deeperThan parent: Int) throws -> Node {
        guard let line = next(), line.indent > parent else { return .null }
        if line.text.isItem { return try sequence(at: line.indent) }
        if try key(of: line) != nil { return try mapping(at: line.indent) }
        return try value(line.text, deeperThan: parent)
    }

    private mutating func sequence(at indent: Int) throws -> Node {
        var nodes: [Node] = []
        while let line = next(), line.indent == indent, line.text.isItem {
            let rest = line.text.dropFirst()
            let gap = rest.prefix { $0 == " " }.count
            let content = rest.dropFirst(gap)
            if content.isEmpty || content.first == "#" {
                place += 1
                nodes.append(try block(deeperThan: indent))
            } else {
                // The item is a block of its own that begins behind the dash.
                lines[place].indent = indent + 1 + gap
                lines[place].text = content
                nodes.append(try block(deeperThan: indent))
            }
        }
        return .sequence(nodes)
    }

    private mutating func mapping(at indent: Int) throws -> Node {
        var members: [(name: String, value: Node)] = []
        while let line = next(), line.indent >= indent {
            guard line.indent == indent, let (name, rest) = try key(of: line) else {
                throw fault("is not indented as what stands before it, or is no `name: value`", line)
            }
            guard !members.contains(where: { $0.name == name }) else { throw fault("'\(name)' is there twice", line) }
            members.append((name, try member(rest, at: indent)))
        }
        return .mapping(members)
    }

    private mutating func member(_ rest: Substring, at indent: Int) throws -> Node {
        if rest.isEmpty || rest.first == "#" {
            place += 1
            // A sequence may stand as far left as the name it belongs to.
            if let line = next(), line.indent == indent, line.text.isItem { return try sequence(at: indent) }
            return try block(deeperThan: indent)
        }
        return try value(rest, deeperThan: indent)
    }

    /// The name before `: `, and what stands behind it.
    private func key(of line: Line) throws -> (name: String, rest: Substring)? {
        let text = line.text
        if let quote = text.first, quote == "\"" || quote == "'" {
            var flow = Flow(String(text), line: line.number)
            guard case .text(let name) = try flow.node(), flow.rest.first == ":" else { return nil }
            return (name, Substring(flow.rest.dropFirst()).trimmingStart())
        }
        guard text.first != "{", text.first != "[" else { return nil }
        var index = text.startIndex
        while let colon = text[index...].firstIndex(of: ":") {
            let after = text.index(after: colon)
            if text[index..<colon].contains(" #") { return nil }
            if after == text.endIndex || text[after] == " " {
                return (String(text[..<colon].trimmingEnd()), text[after...].trimmingStart())
            }
            index = after
        }
        return nil
    }

    // MARK: Values

    /// A value that begins on this line and may go on over lines that are indented deeper than its parent.
    private mutating func value(_ text: Substring, deeperThan parent: Int) throws -> Node {
        switch text.first {
        case "|", ">": return .text(try literal(text, deeperThan: parent))
        case "&", "*", "!", "%", "@", "`": throw fault("begins with '\(text.prefix(1))', which is not understood here")
        case "{", "[", "\"", "'": return try flow(text, deeperThan: parent)
        default: return try plain(text, deeperThan: parent)
        }
    }

    private mutating func plain(_ text: Substring, deeperThan parent: Int) throws -> Node {
        var whole = String(text.withoutComment)
        if whole.contains(": ") || whole.hasSuffix(":") {
            throw fault("holds ': ', which needs quotes around the text")
        }
        place += 1
        var breaks = 0
        while place < lines.count {
            let line = lines[place]
            if line.text.isEmpty {
                breaks += 1
                place += 1
                continue
            }
            guard line.indent > parent, line.text.first != "#" else { break }
            if try key(of: line) != nil { throw fault("stands inside a text that began above it", line) }
            whole += breaks > 0 ? String(repeating: "\n", count: breaks) : " "
            whole += line.text.withoutComment
            breaks = 0
            place += 1
        }
        return Node(plain: whole)
    }

    private mutating func flow(_ text: Substring, deeperThan parent: Int) throws -> Node {
        let first = lines[place].number
        var whole = String(text)
        place += 1
        while true {
            do {
                var flow = Flow(whole, line: first)
                let node = try flow.node()
                guard flow.rest.trimmingStart().isEmpty || flow.rest.trimmingStart().first == "#" else {
                    throw Fault(line: first, sentence: "something stands behind the end of a value")
                }
                return node
            } catch is Flow.Unfinished {
                guard place < lines.count,
                    lines[place].indent > parent || lines[place].text.isEmpty
                        || lines[place].text.first == "}" || lines[place].text.first == "]"
                else {
                    throw Fault(line: first, sentence: "a quote or bracket is not closed")
                }
                whole += "\n" + lines[place].text
                place += 1
            }
        }
    }

    /// `|` keeps lines, `>` folds them; `-` drops the last line end, `+` keeps all of them.
    private mutating func literal(_ head: Substring, deeperThan parent: Int) throws -> String {
        let signs = head.withoutComment.dropFirst()
        guard signs.allSatisfy({ $0 == "-" || $0 == "+" }) else { throw fault("is an unknown kind of block") }
        place += 1
        var content: [(indent: Int, text: Substring)] = []
        while place < lines.count, lines[place].text.isEmpty || lines[place].indent > parent {
            content.append((lines[place].indent, lines[place].text))
            place += 1
        }
        let depth = content.first { !$0.text.isEmpty }?.indent ?? 0
        var trailing = 0
        while content.last?.text.isEmpty == true {
            content.removeLast()
            trailing += 1
        }
        let texts = content.map { String(repeating: " ", count: max(0, $0.indent - depth)) + $0.text }
        var whole = ""
        for (index, text) in texts.enumerated() {
            whole += text.isEmpty ? "" : text
            guard index + 1 < texts.count else { break }
            let following = texts[index + 1]
            let isFolded = head.first == ">" && !text.hasPrefix(" ") && !following.hasPrefix(" ")
            if !isFolded {
                whole += "\n"
            } else if following.isEmpty || text.isEmpty {
                // One line end of a paragraph's end is the fold itself.
                if following.isEmpty { whole += "\n" }
            } else {
                whole += " "
            }
        }
        if signs.contains("-") || texts.isEmpty { return whole }
        return whole + "\n" + (signs.contains("+") ? String(repeating: "\n", count: trailing) : "")
    }
}

extension Substring {
    /// Begins with a dash that makes it an item of a sequence.
    var isItem: Bool { self == "-" || hasPrefix("- ") }

    func trimmingEnd() -> Substring {
        var rest = self
        while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest = rest.dropLast() }
        return rest
    }

    func trimmingStart() -> Substring { drop { $0 == " " || $0 == "\t" || $0 == "\n" } }

    /// Without the comment behind a plain value.
    var withoutComment: Substring {
        guard let comment = firstRange(of: " #") else { return self }
        return self[..<comment.lowerBound].trimmingEnd()
    }
}
