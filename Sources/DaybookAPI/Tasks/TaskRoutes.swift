import DaybookAccounts
import Postgres

/// Tasks, for clients that keep no replica: one request, one answer.
struct TaskRoutes: Sendable {
    let database: Database
    let changes: OnlineChanges

    func add(to routes: inout GuardedRoutes) {
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
        routes.post("/v1/tasks/:id/restoration", needs: .write, RestoreRow(changes: changes, entity: .task).answer)
        routes.post("/v1/capture", needs: .capture, Capture(changes: changes).answer)
    }
}
