import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import Postgres

/// Bounds the messages that are sent to see whether they arrive: each leaves a row for a month, and may hold a place
/// among the requests to others for as long as a receiver takes.
package struct ChannelTestLimit: Sendable {
    private let throttle: Throttle

    package init(_ database: Database, _ key: SecretKey) { throttle = Throttle(database: database, secret: key) }

    /// Of one account, over all of its channels, in an hour that begins with the first.
    package static let perHour = 30

    /// Counts one message, or throws the 429 problem.
    package func draw(for account: Identifier, now: Instant = .now()) async throws {
        try await throttle.attempt(
            Throttle.Kind("test of channel"), account.text, limit: Self.perHour, window: .seconds(3_600), now: now
        ).orThrow()
    }
}
