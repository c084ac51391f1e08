import Postgres

/// Tasks, lists, settings and history for clients that keep no replica: one request, one answer.
struct OnlineRoutes: Sendable {
    let database: Database
    let changes: OnlineChanges

    init(_ database: Database, _ ledger: Ledger) {
        self.database = database
        changes = OnlineChanges(database, ledger)
    }

    func addRoutes(to routes: inout GuardedRoutes) {
        addTasks(to: &routes)
        addLists(to: &routes)
        addHistory(to: &routes)
        routes.get("/v1/account/settings", needs: .read, ReadSettings(database: database).answer)
        routes.patch("/v1/account/settings", needs: .write, PatchSettings(changes: changes).answer)
    }

    private func addTasks(to routes: inout GuardedRoutes) {
        routes.get("/v1/tasks", needs: .read, ReadTasks(database: database).answer)
        routes.post("/v1/tasks", needs: .write, CreateTask(changes: changes).answer)
        routes.post("/v1/tasks/batch", needs: .write, BatchTasks(changes: changes).answer)
        routes.get("/v1/tasks/:id", needs: .read, ReadTask(database: database).answer)
        routes.put("/v1/tasks/:id", needs: .write, PutTask(changes: changes).answer)
        routes.patch("/v1/tasks/:id", needs: .write, PatchTask(changes: changes).answer)
        routes.delete("/v1/tasks/:id", needs: .write, DeleteTask(changes: changes).answer)
        routes.post("/v1/tasks/:id/complete", needs: .write, CompleteTask(changes: changes).answer)
        routes.post("/v1/tasks/:id/reopen", needs: .write, ReopenTask(changes: changes).answer)
        routes.post("/v1/tasks/:id/start", needs: .write, StartTask(changes: changes).answer)
        routes.post("/v1/tasks/:id/schedule", needs: .write, ScheduleTask(changes: changes).answer)
        routes.post("/v1/tasks/:id/move", needs: .write, MoveTask(changes: changes).answer)
        routes.post("/v1/tasks/:id/restore", needs: .write, RestoreTask(changes: changes).answer)
        routes.post(
            "/v1/tasks/:id/restoration", needs: .write, RestoreRow(changes: changes, entity: .task).answer)
        routes.post("/v1/capture", needs: .capture, Capture(changes: changes).answer)
    }

    private func addLists(to routes: inout GuardedRoutes) {
        routes.get("/v1/lists", needs: .read, ReadLists(database: database).answer)
        routes.post("/v1/lists", needs: .write, CreateList(changes: changes).answer)
        routes.get("/v1/lists/:id", needs: .read, ReadList(database: database).answer)
        routes.put("/v1/lists/:id", needs: .write, PutList(changes: changes).answer)
        routes.patch("/v1/lists/:id", needs: .write, PatchList(changes: changes).answer)
        routes.delete("/v1/lists/:id", needs: .write, DeleteList(changes: changes).answer)
        routes.post("/v1/lists/:id/move", needs: .write, MoveList(changes: changes).answer)
        routes.post("/v1/lists/:id/restore", needs: .write, RestoreList(changes: changes).answer)
        routes.post(
            "/v1/lists/:id/restoration", needs: .write, RestoreRow(changes: changes, entity: .list).answer)
    }

    private func addHistory(to routes: inout GuardedRoutes) {
        routes.get("/v1/history", needs: .read, ReadHistory(database: database).answer)
        routes.post("/v1/history/:opId/undo", needs: .write, UndoChange(changes: changes).answer)
        routes.get("/v1/conflicts", needs: .read, ReadConflicts(database: database).answer)
        routes.post("/v1/conflicts/:opId/resolution", needs: .write, ResolveConflict(changes: changes).answer)
        routes.post("/v1/account/restoration", needs: .own, RestoreAccount(changes: changes).answer)
    }
}
