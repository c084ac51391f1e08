import DaybookCore
import DaybookDevice

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the SDK knows of time and chance, so that tests can give it others.
public struct TimeSource: Sendable {
    /// What time it is.
    public var now: @Sendable () -> Instant
    /// Ends early when the task is cancelled.
    public var sleep: @Sendable (_ milliseconds: Int64) async -> Void
    /// The next random number.
    public var random: @Sendable () -> UInt64

    /// Another clock and other chance, for tests.
    public init(
        now: @escaping @Sendable () -> Instant, sleep: @escaping @Sendable (Int64) async -> Void,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The system's.
    public static let system = TimeSource(
        now: { Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) },
        sleep: { try? await Task.sleep(for: .milliseconds($0)) },
        random: {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        })

    /// Tries what the disk may refuse for a moment, and three times more with growing pauses. The pauses are short:
    /// somebody waits for it, and who holds the same file lets go of it soon. What can never be is not tried again.
    func insisting<Outcome>(
        isolation: isolated (any Actor)? = #isolation, _ body: () throws -> Outcome
    ) async throws -> Outcome {
        var pause = Backoff.save
        while true {
            do { return try body() } catch let impossible as ImpossibleChange { throw impossible } catch {
                guard pause.failures < 3 else { throw error }
                await sleep(pause.afterFailure(random()))
            }
        }
    }

    func identifier() -> Identifier {
        var generator = Chance(next: random)
        return Identifier.random(using: &generator)
    }
}
