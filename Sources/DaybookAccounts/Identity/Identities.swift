import DaybookCore
import DaybookHost
import DaybookStore
import Postgres
import Reactor

/// Signing in with Apple and any OpenID Connect provider: who somebody is, is known by issuer and subject.
package struct Identities: Sendable {
    let database: Database
    let vouching: Vouching
    let registration: Registration
    let sessions: Sessions
    let throttle: Throttle
    let log: Log
    let attempts: SignInAttempts
    let links: IdentityLinks

    init(
        _ database: Database, _ vouching: Vouching, _ registration: Registration, _ sessions: Sessions,
        _ throttle: Throttle, _ log: Log
    ) {
        self.database = database
        self.vouching = vouching
        self.registration = registration
        self.sessions = sessions
        self.throttle = throttle
        self.log = log
        attempts = SignInAttempts(database: database)
        links = IdentityLinks(database: database)
    }

    var now: Instant { vouching.now() }
    var revocations: TokenRevocations { TokenRevocations(database: database, vouching: vouching, log: log) }

    /// Takes the account's tokens at its providers out of force, because the account is about to go. What a provider
    /// does not do now is tried again later, so nothing here stops a deletion but the database itself.
    func revokeTokens(of account: Identifier) async throws {
        let queued = try await database.write(of: account, IdentityLinks.queueRevocation(of: account, at: now))
        if queued.affected > 0 { revokeSoon() }
    }

    /// No request waits for it; the background work does what is left.
    func revokeSoon() { Task { try await revocations.run(at: now) } }

    /// Every minute or two: revokes what could not be revoked yet.
    @Sendable func revokeWhatIsLeft() async {
        while !Task.isCancelled {
            do { try await revocations.run(at: now) } catch {
                log.debug("nothing revoked", .error(type(of: error)))
            }
            await Reactor.current?.sleep(for: .milliseconds(.random(in: 60_000...120_000)))
        }
    }
}
