import Foundation
import Testing

/// The ways from a route to the database, as docs/house/architecture.md tells them.
@Suite struct WayTests {
    private static let ways = Result {
        let page = House.root.appending(path: "docs/house/architecture.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { Way(line: String($0)) }
    }

    @Test func everyStepCallsTheNext() throws {
        let ways = try Self.ways.get()
        #expect(Set(ways.map(\.name)) == ["push", "gesture", "view", "export", "day turn"])
        let sources = try House.sources()
        for way in ways {
            for (step, next) in zip(way.steps, way.steps.dropFirst()) {
                #expect(step.calls(next, in: sources), "\(way.name): \(step) does not call \(next)")
            }
        }
    }

    @Test func pushesAndGesturesAreShort() throws {
        for way in try Self.ways.get() where way.name == "push" { #expect(way.steps.count <= 7) }
        for way in try Self.ways.get() where way.name == "gesture" { #expect(way.steps.count <= 8) }
    }

    /// The check itself must be able to fail.
    @Test func aStepThatIsNotTakenIsFound() {
        let sources = [
            SourceFile(
                path: "A/Door.swift",
                text: """
                    struct Door {
                        func open(_ key: Key) {
                            let hall = Hall()
                            hall.enter(key)
                        }

                        func close() { lock() }
                    }
                    """),
            SourceFile(path: "A/Hall+stairs.swift", text: "extension Hall {\n    func enter(_ key: Key) {}\n}"),
        ]
        let (open, close) = (Step(type: "Door", function: "open"), Step(type: "Door", function: "close"))
        let (enter, climb) = (Step(type: "Hall", function: "enter"), Step(type: "Hall", function: "climb"))
        #expect(open.calls(enter, in: sources))
        #expect(!close.calls(enter, in: sources))
        #expect(!open.calls(climb, in: sources))
    }
}

private struct Way {
    let name: String
    let steps: [Step]

    /// Of a line as `- **name**: `A.b` → `C.d``.
    init?(line: String) {
        guard let match = line.wholeMatch(of: #/- \*\*([a-z ]+)\*\*: (`\w+\.\w+`(?: → `\w+\.\w+`)+)/#) else {
            return nil
        }
        name = String(match.1)
        steps = match.2.matches(of: #/`(\w+)\.(\w+)`/#).map { Step(type: String($0.1), function: String($0.2)) }
    }
}

private struct Step: CustomStringConvertible {
    let type: String
    let function: String

    var description: String { "\(type).\(function)" }

    /// The other is there, and a function of this name and type names it with what stands between parentheses.
    func calls(_ other: Step, in sources: [SourceFile]) -> Bool {
        !other.bodies(in: sources).isEmpty
            && bodies(in: sources).contains { body in
                let words = body.matches(of: #/(\w+)(?=\(| \{)/#).map { String($0.1) }
                return words.contains(other.function)
            }
    }

    /// The functions of this name, from their first line to the brace that ends them.
    private func bodies(in sources: [SourceFile]) -> [Substring] {
        let files = sources.filter { file in
            let name = file.path.split(separator: "/").last ?? ""
            return name == "\(type).swift" || name.hasPrefix("\(type)+")
        }
        return files.flatMap { file in
            file.text.ranges(of: "func \(function)").compactMap { start -> Substring? in
                guard file.text[start.upperBound...].first.map({ "(<".contains($0) }) ?? false else { return nil }
                let line = file.text[..<start.lowerBound].lastIndex(of: "\n").map { file.text.index(after: $0) }
                let indent = file.text[(line ?? file.text.startIndex)...].prefix { $0 == " " }
                let rest = file.text[start.upperBound...]
                let end = rest.firstRange(of: "\n\(indent)}")?.lowerBound ?? file.text.endIndex
                // A function of one line ends with it.
                let first = rest.prefix { $0 != "\n" }
                return first.hasSuffix("}") ? first : rest[..<end]
            }
        }
    }
}
