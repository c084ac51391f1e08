import DaybookCore
import HTTP
import Postgres

/// What the service can do, laid out as routes and as work in the background.
package struct Capabilities: Sendable {
    let database: Database
    let configuration: Configuration
    let log: Log
    let secret: SecretKey
    let live: Live
    let announcements: Announcements
    let ledger: Ledger
    let acknowledgements: Acknowledgements
    let authenticator: Authenticator
    let revocations: RevocationWatch
    let limits: RateLimits
    let throttle: Throttle
    let sessions: Sessions
    let registration: Registration
    let identities: Identities
    let devices: Devices
    let tokens: Tokens
    let signIn: SignIn
    let pairings: Pairings
    let deletion: AccountDeletion
    let merge: AccountMerge
    let dayTurns: DayTurns

    init(
        _ database: Database, _ configuration: Configuration, _ log: Log, secret: SecretKey,
        providers: ProviderFile = ProviderFile()
    ) {
        self.database = database
        self.configuration = configuration
        self.log = log
        self.secret = secret
        limits = RateLimits(
            database, perAddress: configuration.requestsPerAddress, perAccount: configuration.requestsPerAccount,
            perDevice: configuration.requestsPerDevice)
        live = Live(database, configuration, others: [RateNews.channel: limits.hear])
        announcements = live.announcements
        ledger = Ledger(database: database, announcements: announcements, quotas: Quotas(configuration))
        acknowledgements = Acknowledgements(database)
        authenticator = Authenticator(database: database)
        revocations = RevocationWatch(database, authenticator, announcements, lookAtStreams: live.lookAtTokens)
        throttle = Throttle(database: database, secret: secret)
        sessions = Sessions(deviceLimit: configuration.devicesPerAccount)
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
            database, configuration, secret: secret, sessions: sessions, throttle: throttle,
            devices: devices, tokens: tokens)
        pairings = Pairings(database: database, secret: secret, sessions: sessions, throttle: throttle)
        deletion = AccountDeletion(database: database, announcements: announcements)
        merge = AccountMerge(
            database: database, ledger: Ledger(database: database, announcements: announcements), quotas: ledger.quotas,
            announcements: announcements, authenticator: authenticator, deletion: deletion)
        dayTurns = DayTurns(database, ledger, log)
    }

    func addRoutes(to routes: inout Routes) {
        var guarded = GuardedRoutes(routes, authenticator, limits)
        SyncRoute(pages: Pages(database), ledger: ledger, acknowledgements: acknowledgements).add(to: &guarded)
        live.addRoutes(to: &guarded)
        guarded.open { registration.addRoutes(to: &$0) }
        guarded.open { LimitsRoute(configuration).add(to: &$0) }
        AccountOverview(database: database).addRoutes(to: &guarded)
        devices.addRoutes(to: &guarded)
        tokens.addRoutes(to: &guarded)
        identities.addRoutes(to: &guarded, signIn.proof)
        guarded.open { ReferenceRoutes().add(to: &$0) }
        OnlineRoutes(database, ledger).addRoutes(to: &guarded)
        ImportRoute(importing: importing, room: ImportRoom(configuration)).add(to: &guarded)
        let views = ViewRoutes(database)
        views.addRoutes(to: &guarded)
        StatisticsRoutes(reader: views.reader).addRoutes(to: &guarded)
        guarded.get("/v1/search", needs: .read, SearchTasks(search: Search(database: database)).answer)
        ExportRoute(database).add(to: &guarded)
        signIn.addRoutes(to: &guarded) { [merge] in try await merge.merge($0, into: $1) }
        signIn.addClaim(to: &guarded, identities)
        merge.addRoutes(to: &guarded, secret)
        pairings.addRoutes(to: &guarded, secret, ServerAddress(configuration))
        deletion.addRoutes(to: &guarded, signIn.proof, identities)
        routes = guarded.routes
    }

    var importing: Import { Import(database: database, ledger: ledger) }

    /// What runs beside the requests for as long as the server serves; each is cancelled when it stops, and returns then.
    var background: [@Sendable () async -> Void] {
        live.background
            + [UnusedAccounts(database, after: configuration.unusedAccountsAfter, log).run]
            + [
                acknowledgements.run, limits.run, revocations.run,
                TokenUses(database: database, authenticator: authenticator).run,
            ]
            + [MemoryReturn.run]
            + [{ await ledger.tally.run(database) }, CensusRound(database, log).run]
            + [identities.revokeWhatIsLeft, Housekeeping(database, configuration, log).run, dayTurns.run]
            + [{ await merge.finishWhatWasLeft(log) }, { await deletion.finishWhatWasLeft(log) }]
    }

    /// What /metrics tells of them.
    var figures: [@Sendable () async -> CapabilityFigures] {
        [
            live.figures, authenticator.figures, limits.figures,
            InstanceFigures(database: database, tally: ledger.tally).figures, dayTurns.figures.exposed,
        ]
    }
}
