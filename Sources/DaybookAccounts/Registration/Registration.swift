import DaybookCore
import DaybookHost
import DaybookStore
import HTTP
import Postgres

/// Begins accounts: nothing is asked for, and the device that asks is in at once.
package struct Registration: Sendable {
    let database: Database
    let sessions: Sessions
    let throttle: Throttle
    let policy: RegistrationPolicy
    /// The most accounts begun from one address in an hour; 0 means no limit.
    let perAddress: Int

    /// Begins an account for somebody at an address, if the server's policy lets them: in one transaction with whatever
    /// `also` has to write beside it, such as the identity by which it is found again.
    func register(
        _ new: NewAccount, at address: IPAddress, now: Instant = .now(),
        also: (@Sendable (Transaction, Identifier) async throws -> Void)? = nil
    ) async throws -> RegistrationOutcome {
        if policy == .closed { return .closed }
        // Counted before the invitation is looked at, so that the limit is one on guesses, too.
        let attempt = try await throttle.attempt(
            .registration, address.network, limit: perAddress, window: .seconds(3600), now: now)
        if case .refused(let wait) = attempt { return .tooMany(retryAfter: wait) }
        guard policy == .invite else { return .registered(try await begin(new, now, also: also)) }
        guard let code = new.invite.flatMap(InviteCode.init) else { return .inviteRequired }
        do {
            return .registered(try await begin(new, consuming: code, now, also: also))
        } catch is InviteRefused {
            return .inviteRefused
        }
    }

    /// Begins an account without asking whether it may be: for the operator.
    package func begin(
        _ new: NewAccount, consuming invite: InviteCode? = nil, _ now: Instant = .now(),
        also: (@Sendable (Transaction, Identifier) async throws -> Void)? = nil
    ) async throws -> Registered {
        let account = Identifier.random()
        let session = Session.new(of: account, new.deviceName, now)
        try await database.transaction(of: account) { transaction in
            var new = new
            if let invite {
                guard let used = try await transaction.run(Invites.consume(invite, now)).first else {
                    throw InviteRefused()
                }
                // The operator knows the account by what the invitation was for.
                new.label = try used.decode(0, as: String?.self)
            }
            let statements =
                new.statements(account, now, by: session.device.id, spread: transaction.isSpread)
                + sessions.statements(session)
            guard let also else {
                try await transaction.commit(after: statements)
                return
            }
            try await transaction.run(statements)
            try await also(transaction, account)
        }
        return Registered(account: account, createdAt: now, isDemo: new.isDemo, session: session)
    }

    private struct InviteRefused: Error {}
}

/// An account that has just begun, and its first device.
package struct Registered: Sendable {
    package let account: Identifier
    let createdAt: Instant
    let isDemo: Bool
    package let session: Session
}

enum RegistrationOutcome: Sendable {
    case registered(Registered)
    case closed
    case inviteRequired
    /// The code is unknown, used up or too old; the answer does not say which.
    case inviteRefused
    case tooMany(retryAfter: Duration)

    /// The account that was created; throws the problem if none was.
    func begun() throws -> Registered {
        switch self {
        case .registered(let registered): return registered
        case .closed: throw Problem(.registrationClosed)
        case .inviteRequired: throw Problem(.inviteRequired)
        case .inviteRefused: throw Problem(.inviteRefused)
        case .tooMany(let wait): throw Problem.rateLimited(retryAfter: wait)
        }
    }
}

extension ProblemType {
    static let registrationClosed = ProblemType(
        "registration_closed", .forbidden, "This server takes no new accounts")
    static let inviteRequired = ProblemType(
        "invite_required", .forbidden, "This server takes new accounts by invitation")
    static let inviteRefused = ProblemType(
        "invite_refused", .forbidden, "The invitation is unknown, used up or expired")

    package static let ofRegistration: [ProblemType] = [.registrationClosed, .inviteRequired, .inviteRefused]
}
