import Foundation

/// Where the randomness of a test comes from: one seed for the whole process, `DAYBOOK_SEED` or else drawn, told once.
///
/// Whatever has a say in what a test does is drawn from here: data, orders, choices and the delays of kills. Drawn from
/// the system is what only has to differ from everything else: names of folders, sockets and roles, ports, keys, and
/// ids of accounts, devices and operations.
package struct RandomSeed: Sendable, Hashable, CustomStringConvertible {
    package let value: UInt64

    package static let current: RandomSeed = {
        let given = ProcessInfo.processInfo.environment["DAYBOOK_SEED"] ?? ""
        // No larger than what every program that reads this variable takes for a number.
        guard let value = given.isEmpty ? .random(in: 1...1 << 30) : UInt64(given) else {
            fatalError("DAYBOOK_SEED is not a number")
        }
        print("random tests: DAYBOOK_SEED=\(value)")
        return RandomSeed(value: value)
    }()

    /// The seed of this run, and those that once found something in this test, `Suite/test`.
    package static func all(for test: String) -> [RandomSeed] { [current] + kept(for: test) }

    /// The seeds that once found something in this test, from Tests/Fixtures/seeds.txt.
    package static func kept(for test: String) -> [RandomSeed] {
        kept.filter { $0.test == test }.map { RandomSeed(value: $0.seed) }
    }

    /// A stream of its own for each name, so that tests that run side by side do not take from each other. The name is
    /// that of the function that asks, unless it asks for several.
    package static func generator(_ name: String = #function) -> SeededRandom { current.generator(name) }

    package func generator(_ name: String = #function) -> SeededRandom {
        // FNV-1a.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        return SeededRandom(seed: value ^ hash)
    }

    package var description: String { "replay with DAYBOOK_SEED=\(value)" }

    private static let kept: [(seed: UInt64, test: String)] = {
        let file = URL(filePath: #filePath).appending(path: "../../../Tests/Fixtures/seeds.txt").standardized
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { fatalError("\(file.path) is not there") }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, let seed = UInt64(words[0]) else { fatalError("\(file.path): \(line)") }
            return (seed, String(words[1]))
        }
    }()
}
