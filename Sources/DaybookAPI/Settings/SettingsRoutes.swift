import DaybookAccounts
import Postgres

struct SettingsRoutes: Sendable {
    let database: Database
    let changes: OnlineChanges

    func add(to routes: inout GuardedRoutes) {
        routes.get("/v1/account/settings", needs: .read, ReadSettings(database: database).answer)
        routes.patch("/v1/account/settings", needs: .write, PatchSettings(changes: changes).answer)
    }
}
