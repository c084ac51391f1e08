import DaybookCore
import DaybookHost
import DaybookLedger
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
    private let database: Database
    private let pairings: Pairings
    let assistants: Assistants
    let merge: AccountMerge
    /// An account's requests queue among themselves, so that one with 200 connections holds up none of the others.
    private let turns = AccountGate(atOnce: requestsAtOnce, patience: patience)
    private let revocations: RevocationWatch
    private let tokenUses: TokenUses
    private let configuration: Configuration
    private let secret: SecretKey
    private let log: Log

    /// - Parameters:
    ///   - lookAtStreams: ends the live streams of those who may not listen any more.
    ///   - belongings: takes along what else a device has, where its account is merged into another.
    package init(
        _ database: Database, _ ledger: Ledger, _ configuration: Configuration, _ log: Log, secret: SecretKey,
        providers: ProviderFile, limits: RateLimits, lookAtStreams: @escaping @Sendable () async -> Void,
        belongings: @escaping Belongings
    ) {
        let announcements = ledger.announcements
        let throttle = Throttle(database: database, secret: secret)
        let sessions = Sessions(deviceLimit: configuration.devicesPerAccount)
        self.database = database
        self.limits = limits
        self.configuration = configuration
        self.secret = secret
        self.log = log
        authenticator = Authenticator(database: database)
        tokenUses = TokenUses(database: database, authenticator: authenticator)
        revocations = RevocationWatch(database, authenticator, announcements, lookAtStreams: lookAtStreams)
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
        assistants = Assistants(
            address: AssistantAddress(configuration), login: signIn.login, pairings: pairings,
            grants: AssistantGrants(
                database: database, sessions: sessions, devices: devices, secret: secret,
                rotationGrace: configuration.rotationGrace),
            mayChange: configuration.agents != .read, onlyPropose: configuration.agents == .propose)
        deletion = AccountDeletion(database: database, announcements: announcements)
        merge = AccountMerge(
            database: database, ledger: ledger, authenticator: authenticator, deletion: deletion,
            belongings: belongings)
    }

    package var routes: [GuardedRoute] {
        let owner = OwnerCheck(signIn: signIn, identities: identities)
        let intoAnother: @Sendable (PresentedToken?, ProvenOwner) async throws -> EnteredAccount = { [merge] in
            try await merge.merge($0, into: $1)
        }
        let rooms: [[GuardedRoute]] = [
            registrationRoutes,
            [
                .get("/v1/account", needs: .read, ReadAccount(database: database).answer),
                .delete("/v1/account", needs: .own, DeleteAccount(deletion: deletion, owner: owner).answer),
                .post("/v1/account/merge", MergeAccounts(merge: merge, secret: secret).answer),
                .post("/v1/login", LogIn(login: signIn.login, passkeys: signIn.passkeys, merge: intoAnother).answer),
            ],
            PasskeySignIn(passkeys: signIn.passkeys, login: signIn.login, merge: intoAnother).routes,
            signIn.routes, identities.routes(signIn), devices.routes, tokens.routes,
            pairings.routes(ServerAddress(configuration)),
            configuration.agents == .off ? [] : assistants.routes,
        ]
        return rooms.flatMap(\.self)
    }

    /// So many requests of one account are answered at once: a page of the app asks for three or four.
    private static let requestsAtOnce = 4
    /// After each such while one more is let in, so that what takes long keeps others of its account waiting for no
    /// longer.
    private static let patience = Duration.milliseconds(250)

    /// What runs beside the requests; each is cancelled when the server stops, and returns then.
    package var background: [@Sendable () async -> Void] {
        guards + [
            identities.revokeWhatIsLeft,
            { [merge, log] in await merge.finishWhatWasLeft(log) },
            { [deletion, log] in await deletion.finishWhatWasLeft(log) },
        ]
    }

    package var figures: [@Sendable () async -> CapabilityFigures] { [authenticator.figures, limits.figures] }

    /// The other services that accounts depend on: registration, and nothing else.
    package var registrationRoutes: [GuardedRoute] {
        [.post("/v1/accounts", BeginAccount(registration: registration).answer)]
    }

    /// The check before every route.
    package var threshold: Threshold { Threshold(authenticator: authenticator, limits: limits, turns: turns) }

    /// The background tasks without which requests would be admitted wrongly.
    package var guards: [@Sendable () async -> Void] { [limits.run, revocations.run, tokenUses.run] }
}
