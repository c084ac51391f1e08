import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// Bounds the mails that ask whether an address may be written to: they are all that somebody who has not asked for it
/// can be sent, and each bears the operator's name.
package struct ConfirmationLimit: Sendable {
    private let throttle: Throttle

    package init(_ database: Database, _ key: SecretKey) { throttle = Throttle(database: database, secret: key) }

    /// In a day that begins with the first of them.
    static let perAccount = 10
    static let perNetwork = 30
    static let perAddress = 3
    static let all = 1_000

    /// Counts one mail, or throws the 429 problem.
    package func draw(
        to address: ChannelAddress, for account: Identifier, from network: String, now: Instant = .now()
    ) async throws {
        guard let email = address["email"].flatMap({ EmailAddress($0) }) else { return }
        try await draw("confirmation of account", account.text, Self.perAccount, now)
        try await draw("confirmation from network", network, Self.perNetwork, now)
        try await draw("confirmation to address", Self.mailbox(email), Self.perAddress, now)
        try await draw("confirmation", "", Self.all, now)
    }

    /// What stands behind a plus leads to the same mailbox on most servers.
    private static func mailbox(_ email: EmailAddress) -> String {
        "\(email.localPart.prefix { $0 != "+" })\(email.lookup.dropFirst(email.localPart.count))"
    }

    private func draw(_ kind: String, _ subject: String, _ limit: Int, _ now: Instant) async throws {
        let attempt = try await throttle.attempt(
            Throttle.Kind(kind), subject, limit: limit, window: .seconds(86_400), now: now)
        guard case .refused(let wait) = attempt else { return }
        throw Problem(.tooManyConfirmations, fields: ["retry-after": "\(max(1, wait.wholeSeconds))"])
    }
}

extension ProblemType {
    package static let tooManyConfirmations = ProblemType(
        "too_many_confirmations", .tooManyRequests,
        "Too many mails were sent to confirm addresses; wait as long as Retry-After says")
}
