import DaybookAccounts
import DaybookHost
import DaybookLedger
import Postgres

/// The API of an account for apps that have access: routes, and work in the background.
package struct API: Sendable {
    package let live: Live
    package let importing: Import
    package let agents = AgentFigures()
    let acknowledgements: Acknowledgements
    private let database: Database
    private let ledger: Ledger
    private let configuration: Configuration
    private let privacy: PrivacyPage?
    private let reminding: Reminding
    private let limits: RateLimits

    package init(
        _ database: Database, _ ledger: Ledger, _ live: Live, _ configuration: Configuration,
        privacy: PrivacyPage? = nil, reminding: Reminding, limits: RateLimits
    ) {
        self.database = database
        self.ledger = ledger
        self.live = live
        self.configuration = configuration
        self.privacy = privacy
        self.reminding = reminding
        self.limits = limits
        acknowledgements = Acknowledgements(database)
        importing = Import(database: database, ledger: ledger)
    }

    package var routes: [GuardedRoute] {
        let positions = AccountPositions(database)
        let sync = SyncRoute(pages: Pages(database, positions), ledger: ledger, acknowledgements: acknowledgements)
        let changes = OnlineChanges(database, ledger)
        let reader = ViewReader(database, positions)
        let rooms: [[GuardedRoute]] = [
            [
                .post("/v1/sync", needs: .read) { try await sync.answer($0, $1, now: .now()) },
                .get("/v1/live", needs: .read, live.route.answer),
                .get("/v1/search", needs: .read, SearchTasks(search: Search(database: database)).answer),
                .post(
                    "/v1/import", needs: .write,
                    ImportRoute(importing: importing, room: ImportRoom(configuration)).answer),
                .get("/v1/export", needs: .read, ExportRoute(database).answer),
                .get("/v1/reminders", needs: .read, ReadReminders(database: database).answer),
                .get("/v1/limits", LimitsRoute(configuration).answer),
            ],
            changes.tasks(reader), changes.lists, changes.settings, changes.history, reader.views,
            agents.following(Proposals(changes: changes).routes),
            reader.statistics,
            reminding.routes(changes, ServerAddress(configuration)),
            Feeds(database: database, address: ServerAddress(configuration), known: reader.known).routes,
            ReferenceRoutes.all(privacy: privacy),
        ]
        let routes = rooms.flatMap(\.self)
        // What is wrong with the routes is told by whoever lays out all of them.
        guard configuration.agents != .off, let known = try? AgentRoutes(routes) else { return routes }
        return routes + [AgentDoor(known, LedgerPages(database: database), limits, configuration, agents).route]
    }

    /// The tasks that run beside the requests; each is cancelled when the server stops, and then returns.
    package var background: [@Sendable () async -> Void] { live.background + [acknowledgements.run] }
}
