import Foundation

/// A generator that repeats itself: the same seed, the same run. SplitMix64.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: RandomSeed) { state = seed.value }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// The seed of a random test: fresh in each run, or the one that a failure named, through `DAYBOOK_SEED`.
struct RandomSeed: Sendable, CustomStringConvertible {
    let value: UInt64

    static let current: RandomSeed = {
        let named = ProcessInfo.processInfo.environment["DAYBOOK_SEED"].flatMap { UInt64($0) }
        return RandomSeed(value: named ?? .random(in: 0...UInt64.max))
    }()

    var description: String { "replay with DAYBOOK_SEED=\(value)" }
}
