import Foundation

/// Functions of which each waits for the next, as docs/house/architecture.md lists them.
struct Way {
    let name: String
    /// How many functions there are, as the page says it.
    let frames: Int
    let steps: [Step]

    /// Of a line as `- **name**, 2 frames: `A.b` → `C.d``.
    init?(line: String) {
        guard
            let match = line.wholeMatch(of: #/- \*\*([a-z ]+)\*\*, (\d+) frames: (`\w+\.\w+`(?: → `\w+\.\w+`)+)/#),
            let frames = Int(match.2)
        else { return nil }
        name = String(match.1)
        self.frames = frames
        steps = match.3.matches(of: #/`(\w+)\.(\w+)`/#).map { Step(type: String($0.1), function: String($0.2)) }
    }

    /// Steps that do not call the next, or not without a function in between.
    func flaws(in sources: [SourceFile]) -> [String] {
        let ways = steps.map { $0.functions(in: sources) }
        return steps.indices.dropLast().compactMap { index in
            let (step, next) = (steps[index], steps[index + 1])
            let isCalled = ways[index].contains { $0.calls(next.function, in: sources) }
            // Or the step was given a body that does, by one before it.
            let isGiven =
                ways[index].contains(where: \.callsItsBody)
                && ways[..<index].joined().contains { $0.hands(step.function, aCallOf: next.function) }
            return !ways[index + 1].isEmpty && (isCalled || isGiven) ? nil : "\(step) does not call \(next)"
        }
    }
}

struct Step: CustomStringConvertible {
    let type: String
    let function: String

    var description: String { "\(type).\(function)" }

    /// The functions of this name that the type or an extension of it declares.
    func functions(in sources: [SourceFile]) -> [Function] {
        sources.flatMap { Function.all(named: function, in: $0) }.filter { $0.type == type }
    }
}

/// A function's text, from its first line to the brace that ends it.
struct Function {
    let type: String
    let text: Substring

    private static let declaring: Set<Substring> = ["struct", "class", "actor", "enum", "extension", "protocol"]
    private static let statements: Set<Substring> = [
        "if", "guard", "for", "while", "switch", "do", "else", "catch", "defer", "func", "case", "repeat",
    ]

    static func all(named name: String, in file: SourceFile) -> [Function] {
        // Hardly any file has one, and looking through its lines is slow.
        guard strstr(file.text, "func \(name)") != nil else { return [] }
        var type = ""
        var found: [Function] = []
        for line in file.text.split(separator: "\n") {
            if line.first != " " {
                let words = line.split { " :<{".contains($0) }
                if let place = words.firstIndex(where: declaring.contains), place + 1 < words.count {
                    type = String(words[place + 1])
                }
            }
            guard let start = line.firstRange(of: "func \(name)"),
                line[start.upperBound...].first.map({ "(<".contains($0) }) ?? false
            else { continue }
            let indent = line.prefix { $0 == " " }
            let rest = file.text[line.startIndex...]
            let end = rest.firstRange(of: "\n\(indent)}")?.lowerBound ?? file.text.endIndex
            // A function of one line ends with it.
            found.append(Function(type: type, text: line.hasSuffix("}") ? line : rest[..<end]))
        }
        return found
    }

    /// It is given a body that it calls before it returns.
    var callsItsBody: Bool {
        guard let body = text.firstMatch(of: #/(\w+): \([^()]*\) (?:async )?(?:throws(?:\(\w+\))? )?->/#) else {
            return false
        }
        return text.contains("\(body.1)(")
    }

    /// Whether it calls a function of this name itself, and not in a body that it gives to another of ours.
    func calls(_ name: String, in sources: [SourceFile]) -> Bool {
        callsByTakers(of: name).contains { takers in
            !takers.contains { taker in
                sources.contains { Self.all(named: taker, in: $0).contains(where: \.callsItsBody) }
            }
        }
    }

    /// Whether it gives a body that calls the second to the first.
    func hands(_ taker: String, aCallOf name: String) -> Bool {
        callsByTakers(of: name).contains { $0.contains(taker) }
    }

    /// For each call of a function of this name: the functions that are given the bodies in which it stands.
    private func callsByTakers(of name: String) -> [[String]] {
        text.matches(of: #/(\w+)(?=\(| \{)/#).filter { $0.1 == name }.map { takers(at: $0.range.lowerBound) }
    }

    private func takers(at place: Substring.Index) -> [String] {
        var takers: [String] = []
        var (depth, end) = (0, place)
        while let brace = text[..<end].lastIndex(where: { "{}".contains($0) }) {
            end = brace
            if text[brace] == "}" {
                depth += 1
            } else if depth > 0 {
                depth -= 1
            } else if let taker = taker(before: brace) {
                takers.append(taker)
            }
        }
        return takers
    }

    /// The function that is given the body which begins with this brace; nil where it begins no body.
    private func taker(before brace: Substring.Index) -> String? {
        var head = text[..<brace]
        while head.last?.isWhitespace ?? false { head.removeLast() }
        if head.last == ")" {
            var depth = 0
            repeat {
                let last = head.removeLast()
                depth += last == ")" ? 1 : last == "(" ? -1 : 0
            } while depth > 0 && !head.isEmpty
        }
        let statement = head.suffix { $0 != "\n" }.split { " }".contains($0) }.first ?? ""
        let name = head.suffix { $0.isLetter || $0.isNumber }
        return Self.statements.contains(statement) || name.isEmpty ? nil : String(name)
    }
}

extension Substring {
    fileprivate func suffix(while belongs: (Character) -> Bool) -> Substring {
        lastIndex { !belongs($0) }.map { self[index(after: $0)...] } ?? self
    }
}
