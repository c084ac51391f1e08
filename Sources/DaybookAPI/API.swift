import DaybookAccounts
import DaybookHost
import DaybookLedger
import Postgres

/// What apps ask of an account, once they are in: routes, and work in the background.
package struct API: Sendable {
    package let live: Live
    package let importing: Import
    let acknowledgements: Acknowledgements
    private let database: Database
    private let ledger: Ledger
    private let configuration: Configuration

    package init(_ database: Database, _ ledger: Ledger, _ live: Live, _ configuration: Configuration) {
        self.database = database
        self.ledger = ledger
        self.live = live
        self.configuration = configuration
        acknowledgements = Acknowledgements(database)
        importing = Import(database: database, ledger: ledger)
    }

    package func addRoutes(to guarded: inout GuardedRoutes) {
        let changes = OnlineChanges(database, ledger)
        let views = ViewRoutes(database)
        SyncRoute(pages: Pages(database), ledger: ledger, acknowledgements: acknowledgements).add(to: &guarded)
        live.addRoutes(to: &guarded)
        TaskRoutes(database: database, changes: changes).add(to: &guarded)
        ListRoutes(database: database, changes: changes).add(to: &guarded)
        SettingsRoutes(database: database, changes: changes).add(to: &guarded)
        HistoryRoutes(database: database, changes: changes).add(to: &guarded)
        views.addRoutes(to: &guarded)
        StatisticsRoutes(reader: views.reader).addRoutes(to: &guarded)
        SearchTasks(search: Search(database: database)).add(to: &guarded)
        ImportRoute(importing: importing, room: ImportRoom(configuration)).add(to: &guarded)
        ExportRoute(database).add(to: &guarded)
        guarded.open { LimitsRoute(configuration).add(to: &$0) }
        guarded.open { ReferenceRoutes().add(to: &$0) }
    }

    /// What runs beside the requests; each is cancelled when the server stops, and returns then.
    package var background: [@Sendable () async -> Void] { live.background + [acknowledgements.run] }
}
