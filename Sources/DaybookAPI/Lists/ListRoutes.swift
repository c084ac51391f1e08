import DaybookAccounts
import Postgres

/// Lists, for clients that keep no replica.
struct ListRoutes: Sendable {
    let database: Database
    let changes: OnlineChanges

    func add(to routes: inout GuardedRoutes) {
        routes.get("/v1/lists", needs: .read, ReadLists(database: database).answer)
        routes.post("/v1/lists", needs: .write, CreateList(changes: changes).answer)
        routes.get("/v1/lists/:id", needs: .read, ReadList(database: database).answer)
        routes.put("/v1/lists/:id", needs: .write, PutList(changes: changes).answer)
        routes.patch("/v1/lists/:id", needs: .write, PatchList(changes: changes).answer)
        routes.delete("/v1/lists/:id", needs: .write, DeleteList(changes: changes).answer)
        routes.post("/v1/lists/:id/move", needs: .write, MoveList(changes: changes).answer)
        routes.post("/v1/lists/:id/restore", needs: .write, RestoreList(changes: changes).answer)
        routes.post("/v1/lists/:id/restoration", needs: .write, RestoreRow(changes: changes, entity: .list).answer)
    }
}
