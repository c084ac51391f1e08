import Foundation
import Testing

/// Whatever has a say in what a test does comes from the one seed of a run, `RandomSeed`, so that a failure can be had
/// again.
@Suite struct SeedTests {
    /// Draws of what only has to differ from everything else: ports, and names of files and roles.
    private static let mayDraw: Set = [
        "Integration/Support/Client.swift", "Integration/UpgradeDatabaseTests.swift",
        "Support/TestPostgres/GivenPostgres.swift", "Support/TestPostgres/Keeper.swift",
    ]

    @Test func everyDrawNamesItsGenerator() throws {
        let files = try House.files(in: "Tests")
        #expect(files.count > 100, "the tests were not found, so nothing was checked")
        #expect(Self.mayDraw.isSubset(of: files.filter { !$0.unseededDraws.isEmpty }.map(\.path)))
        for file in files where !Self.mayDraw.contains(file.path) && file.room != "HouseTests" {
            #expect(file.unseededDraws.isEmpty, "\(file.path), lines \(file.unseededDraws)")
        }
    }

    @Test func theSeedIsReadInOnePlace() throws {
        let readers = try House.files(in: "Tests").filter {
            $0.room != "HouseTests" && $0.codeLines.contains { $0.contains("\"DAYBOOK_SEED\"") }
        }
        #expect(readers.map(\.path) == [])
    }

    /// A line that no test takes would be replayed by nobody.
    @Test func everyKeptSeedIsTakenByATest() throws {
        let fixture = House.root.appending(path: "Tests/Fixtures/seeds.txt")
        let lines = try String(contentsOf: fixture, encoding: .utf8).split(separator: "\n")
        let tests = Set(
            lines.filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ", maxSplits: 2).dropFirst().first ?? "" })
        let files = try House.files(in: "Tests").filter { $0.room != "HouseTests" }
        let takers = files.flatMap { file in
            file.text.matches(of: #/RandomSeed\.(?:all|kept)\(for: "([^"]+)"\)/#).map { (String($0.1), file) }
        }
        #expect(!tests.isEmpty && tests.isSubset(of: takers.map { Substring($0.0) }))
        for (test, file) in takers {
            let words = test.split(separator: "/")
            #expect(words.count == 2 && file.text.contains("func \(words.last ?? "")("), "\(test) in \(file.path)")
            #expect(words.first.map { file.text.contains(" \($0) {") } ?? false, "\(test) in \(file.path)")
        }
    }

    /// The check itself must be able to fail.
    @Test(arguments: [
        "let delay = Int.random(in: 5...250)", "let next = task(.random(in: 1...9))", "if Bool.random() { go() }",
        "var random = SystemRandomNumberGenerator()", "let hour = hours.randomElement()", "tasks.shuffled().first",
        "order.shuffle()", "let notes = Double.random(\n    in: 0...1\n)",
    ])
    func aDrawWithoutAGeneratorIsFound(line: String) {
        #expect(SourceFile(path: "A.swift", text: "let a = 1\n\(line)").unseededDraws == [2])
    }

    @Test(arguments: [
        "let delay = Int.random(in: low(1)...high(2), using: &random)", "Bool.random(using: &random)",
        "let id = Identifier.random()", "let key = SecretKey.random()", "hours.randomElement(using: &random)",
        "tasks.shuffled(using: &random)", "let next = Int.random(\n    in: 0...1, using: &random\n)",
        "// Int.random(in: 0...1)",
    ])
    func aDrawWithItsGeneratorAndANewIdAreNot(line: String) {
        #expect(SourceFile(path: "A.swift", text: line).unseededDraws == [])
    }
}

extension SourceFile {
    private static let draws = [".random(", ".randomElement(", ".shuffled(", ".shuffle("]

    /// Lines by their numbers.
    fileprivate var unseededDraws: [Int] {
        let code = codeLines.joined(separator: "\n")
        guard code.contains("SystemRandom") || Self.draws.contains(where: code.contains) else { return [] }
        let places = Self.draws.flatMap { code.ranges(of: $0) }.filter { isUnseeded($0, in: code) }.map(\.lowerBound)
        let systems = code.ranges(of: "SystemRandomNumberGenerator(").map(\.lowerBound)
        return (places + systems).sorted().map { place in code[..<place].count { $0 == "\n" } + 1 }
    }

    /// What stands between its parentheses names no generator. Nothing may stand between those of `random` alone: it is
    /// then a new identifier or key.
    private func isUnseeded(_ draw: Range<String.Index>, in code: String) -> Bool {
        var depth = 1
        let inside = code[draw.upperBound...].prefix { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return depth > 0
        }
        if code[draw] == ".random(" {
            let isBool = code[..<draw.lowerBound].hasSuffix("Bool")
            return isBool ? !inside.hasPrefix("using:") : inside.contains("in:") && !inside.contains("using:")
        }
        return !inside.hasPrefix("using:")
    }
}
