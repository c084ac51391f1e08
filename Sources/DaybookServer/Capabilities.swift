import DaybookAPI
import DaybookAccounts
import DaybookCalDAV
import DaybookCalendarIndex
import DaybookHost
import DaybookLedger
import DaybookReminders
import HTTP
import Postgres

/// The service's capabilities, target by target, as routes and as background work.
package struct Capabilities: Sendable {
    let database: Database
    let configuration: Configuration
    let log: Log
    let ledger: Ledger
    let accounts: Accounts
    let api: API
    let calDAV: CalDAV
    let dayTurns: DayTurns
    let wantedReminders: WantedReminders
    let reminders: Reminders
    private let changeNews: ChangeNews

    init(
        _ database: Database, _ configuration: Configuration, _ log: Log, secret: SecretKey,
        providers: ProviderFile = ProviderFile(), privacy: PrivacyPage? = nil, carriers: Carriers? = nil
    ) {
        self.database = database
        self.configuration = configuration
        self.log = log
        let carriers = carriers ?? Carriers(configuration, NotificationsFile(), pushKey: secret.pushKey)
        let limits = RateLimits(database, configuration)
        let live = Live(database, configuration, secret, others: [RateNews.channel: limits.hear])
        let boundaries = DayBoundaries()
        wantedReminders = WantedReminders(live.announcements)
        changeNews = ChangeNews(live.announcements)
        ledger = Ledger(
            database: database, announcements: live.announcements, quotas: Quotas(configuration),
            projections: [CalendarIndex(), wantedReminders, changeNews, boundaries])
        accounts = Accounts(
            database, ledger, configuration, log, secret: secret, providers: providers, limits: limits,
            lookAtStreams: live.lookAtTokens, belongings: ChannelMove(secret).carry)
        reminders = Reminders(
            database, wantedReminders, log, secret, isPaused: !configuration.sendsReminders,
            server: configuration.publicURL?.base, carrying: carriers.carry)
        let reminding = Reminding(
            reminders, database, ledger, secret, kinds: carriers.kinds, vapidPublicKey: carriers.vapidPublicKey)
        api = API(database, ledger, live, configuration, privacy: privacy, reminding: reminding, limits: limits)
        calDAV = CalDAV(database, ledger, configuration)
        dayTurns = DayTurns(database, ledger, boundaries, log)
    }

    func addRoutes(to routes: inout Routes) {
        routes.add(Retirements().announced(accounts.routes + api.routes), behind: accounts.threshold)
        routes.add(calDAV.routes, behind: accounts.threshold)
    }

    /// The tasks that run beside the requests while the server serves; each is cancelled when the server stops, and
    /// then returns.
    var background: [@Sendable () async -> Void] {
        let work: [@Sendable () async -> Void] =
            accounts.background + api.background
            + [
                dayTurns.run, reminders.run, ChangeHooks(reminders, changeNews, log).run,
                { await ledger.tally.run(database) }, CensusRound(database, log).run,
                UnusedAccounts(database, after: configuration.unusedAccountsAfter, log).run,
                Housekeeping(database, configuration, log).run, PromotionWatch(database: database, log: log).run,
                MemoryReturn.run,
            ]
        return work.map { body in { await Database.inBackground(body) } }
    }

    /// Their figures in /metrics.
    var figures: [@Sendable () async -> CapabilityFigures] {
        let figures =
            accounts.figures
            + [
                api.live.figures, InstanceFigures(database: database, tally: ledger.tally).figures,
                ledger.figures.exposed, api.agents.exposed, dayTurns.figures.exposed, reminders.exposed,
            ]
        return figures.map { body in { await Database.inBackground(body) } }
    }
}
