import DaybookHost
import DaybookLedger
import DaybookStore
import HTTP
import Postgres

/// Who may use the service and how they come in and leave: routes, and work in the background.
package struct Accounts: Sendable {
    package let authenticator: Authenticator
    package let limits: RateLimits
    package let registration: Registration
    let identities: Identities
    package let devices: Devices
    package let tokens: Tokens
    package let signIn: SignIn
    package let deletion: AccountDeletion
    private let overview: AccountOverview
    private let pairings: Pairings
    private let merge: AccountMerge
    private let revocations: RevocationWatch
    private let tokenUses: TokenUses
    private let configuration: Configuration
    private let secret: SecretKey
    private let log: Log

    /// - Parameter lookAtStreams: ends the live streams of those who may not listen any more.
    package init(
        _ database: Database, _ ledger: Ledger, _ configuration: Configuration, _ log: Log, secret: SecretKey,
        providers: ProviderFile, limits: RateLimits, lookAtStreams: @escaping @Sendable () async -> Void
    ) {
        let announcements = ledger.announcements
        let throttle = Throttle(database: database, secret: secret)
        let sessions = Sessions(deviceLimit: configuration.devicesPerAccount)
        self.limits = limits
        self.configuration = configuration
        self.secret = secret
        self.log = log
        authenticator = Authenticator(database: database)
        tokenUses = TokenUses(database: database, authenticator: authenticator)
        revocations = RevocationWatch(database, authenticator, announcements, lookAtStreams: lookAtStreams)
        overview = AccountOverview(database: database)
        registration = Registration(
            database: database, sessions: sessions, throttle: throttle, policy: configuration.registration,
            perAddress: configuration.registrationsPerAddress)
        identities = Identities(
            database, Vouching(providers, publicAddress: configuration.publicURL, secret: secret), registration,
            sessions, throttle, log)
        devices = Devices(database: database, announcements: announcements)
        tokens = Tokens(
            database: database, announcements: announcements, sessions: sessions,
            rotationGrace: configuration.rotationGrace)
        signIn = SignIn(
            database, configuration, secret: secret, sessions: sessions, throttle: throttle, devices: devices,
            tokens: tokens)
        pairings = Pairings(database: database, secret: secret, sessions: sessions, throttle: throttle)
        deletion = AccountDeletion(database: database, announcements: announcements)
        merge = AccountMerge(database: database, ledger: ledger, authenticator: authenticator, deletion: deletion)
    }

    package func addRoutes(to guarded: inout GuardedRoutes) {
        guarded.open { registration.addRoutes(to: &$0) }
        overview.addRoutes(to: &guarded)
        devices.addRoutes(to: &guarded)
        tokens.addRoutes(to: &guarded)
        identities.addRoutes(to: &guarded, signIn.proof)
        signIn.addRoutes(to: &guarded) { [merge] in try await merge.merge($0, into: $1) }
        signIn.addClaim(to: &guarded, identities)
        merge.addRoutes(to: &guarded, secret)
        pairings.addRoutes(to: &guarded, secret, ServerAddress(configuration))
        deletion.addRoutes(to: &guarded, signIn.proof, identities)
    }

    /// What runs beside the requests; each is cancelled when the server stops, and returns then.
    package var background: [@Sendable () async -> Void] {
        guards + [
            identities.revokeWhatIsLeft,
            { [merge, log] in await merge.finishWhatWasLeft(log) },
            { [deletion, log] in await deletion.finishWhatWasLeft(log) },
        ]
    }

    package var figures: [@Sendable () async -> CapabilityFigures] { [authenticator.figures, limits.figures] }

    /// What an account and its tokens need to be told from others: registration, and nothing else.
    package func addRegistration(to guarded: inout GuardedRoutes) {
        guarded.open { registration.addRoutes(to: &$0) }
    }

    /// What has to run for requests to be let in rightly.
    package var guards: [@Sendable () async -> Void] { [limits.run, revocations.run, tokenUses.run] }
}
