import DaybookAccounts
import DaybookCore

/// What clients that keep no replica read and change: one request, one answer.
extension OnlineChanges {
    func tasks(_ reader: ViewReader) -> [GuardedRoute] {
        let task = TaskChange(changes: self)
        return [
            .get(
                "/v1/tasks", needs: .read, FilteredTasks(reader: reader, all: ReadPage(database: database)).answer),
            .post("/v1/tasks", needs: .write, CreateRow(change: task).answer),
            .post("/v1/tasks/batch", needs: .write, BatchTasks(changes: self).answer),
            .get("/v1/tasks/:id", needs: .read, ReadRow<TaskItem>(database: database).answer),
            .put("/v1/tasks/:id", needs: .write, PutRow(change: task).answer),
            .patch("/v1/tasks/:id", needs: .write, PatchRow(change: task).answer),
            .delete("/v1/tasks/:id", needs: .write, DeleteTask(changes: self).answer),
            .post("/v1/tasks/:id/complete", needs: .write, task.complete),
            .post("/v1/tasks/:id/reopen", needs: .write, task.reopen),
            .post("/v1/tasks/:id/start", needs: .write, task.start),
            .post("/v1/tasks/:id/schedule", needs: .write, task.schedule),
            .post("/v1/tasks/:id/move", needs: .write, task.move),
            .post("/v1/tasks/:id/restore", needs: .write, UndeleteRow(change: task).answer),
            .post("/v1/tasks/:id/restoration", needs: .write, RestoreRow(changes: self, entity: .task).answer),
            .post("/v1/tasks/:id/erasure", needs: .own, EraseTask(changes: self).answer),
            .post("/v1/capture", needs: .capture, Capture(changes: self, known: reader.known).answer),
        ]
    }

    var lists: [GuardedRoute] {
        [
            .get("/v1/lists", needs: .read, ReadPage<TaskList>(database: database).answer),
            .post("/v1/lists", needs: .write, CreateRow(change: ListChange(changes: self)).answer),
            .get("/v1/lists/:id", needs: .read, ReadRow<TaskList>(database: database).answer),
            .put("/v1/lists/:id", needs: .write, PutRow(change: ListChange(changes: self)).answer),
            .patch("/v1/lists/:id", needs: .write, PatchRow(change: ListChange(changes: self)).answer),
            .delete("/v1/lists/:id", needs: .write, DeleteList(changes: self).answer),
            .post("/v1/lists/:id/move", needs: .write, MoveList(changes: self).answer),
            .post("/v1/lists/:id/restore", needs: .write, UndeleteRow(change: ListChange(changes: self)).answer),
            .post("/v1/lists/:id/restoration", needs: .write, RestoreRow(changes: self, entity: .list).answer),
        ]
    }

    var settings: [GuardedRoute] {
        [
            .get("/v1/account/settings", needs: .read, ReadSettings(database: database).answer),
            .patch("/v1/account/settings", needs: .write, PatchSettings(changes: self).answer),
        ]
    }

    /// What happened, and the ways back.
    var history: [GuardedRoute] {
        [
            .get("/v1/history", needs: .read, ReadHistory(database: database).answer),
            .post("/v1/history/:opId/undo", needs: .write, UndoChange(changes: self).answer),
            .post("/v1/history/takeback", needs: .own, TakeBack(changes: self).answer),
            .get("/v1/conflicts", needs: .read, ReadConflicts(database: database).answer),
            .post("/v1/conflicts/:opId/resolution", needs: .write, ResolveConflict(changes: self).answer),
            .post("/v1/account/restoration", needs: .own, RestoreAccount(changes: self).answer),
        ]
    }
}
