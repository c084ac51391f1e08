import DaybookAccounts
import Postgres

/// What happened, and the ways back.
struct HistoryRoutes: Sendable {
    let database: Database
    let changes: OnlineChanges

    func add(to routes: inout GuardedRoutes) {
        routes.get("/v1/history", needs: .read, ReadHistory(database: database).answer)
        routes.post("/v1/history/:opId/undo", needs: .write, UndoChange(changes: changes).answer)
        routes.get("/v1/conflicts", needs: .read, ReadConflicts(database: database).answer)
        routes.post("/v1/conflicts/:opId/resolution", needs: .write, ResolveConflict(changes: changes).answer)
        routes.post("/v1/account/restoration", needs: .own, RestoreAccount(changes: changes).answer)
    }
}
