import DaybookCore
import Foundation

/// What the SDK knows of time and chance, so that tests can give it others.
public struct TimeSource: Sendable {
    public var now: @Sendable () -> Instant
    /// Ends early when the task is cancelled.
    public var sleep: @Sendable (_ milliseconds: Int64) async -> Void
    public var random: @Sendable () -> UInt64

    public init(
        now: @escaping @Sendable () -> Instant, sleep: @escaping @Sendable (Int64) async -> Void,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    public static let system = TimeSource(
        now: { Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) },
        sleep: { try? await Task.sleep(for: .milliseconds($0)) },
        random: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        })

    func identifier() -> Identifier {
        var generator = Chance(next: random)
        return Identifier.random(using: &generator)
    }
}

/// The source's chance in the form that generators have.
struct Chance: RandomNumberGenerator {
    let take: @Sendable () -> UInt64
    init(next: @escaping @Sendable () -> UInt64) { take = next }
    mutating func next() -> UInt64 { take() }
}
