import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/capture` with `{"title":"..."}`: quick capture for voice and shortcuts, for which a token of scope
/// `capture` is enough.
///
/// 201 with the sentence to speak, the task's id and where it went: to the Inbox or, if the account says so, to Today.
/// 422 for an empty title.
struct Capture: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        let members = try await submission.members()
        try ChangePlan.requireNone(members.filter { $0.name != "title" && $0.name != "notes" })
        let id = submission.identity.row(0)
        let given = Patch<TaskItem>(members)
        let settled = try await changes.make(submission, seeing: TaskAction.create(given).needs(on: id)) { plan in
            let isForToday = plan.slice.settings.quickAdd == .today
            let place: Patch<TaskItem> = isForToday ? QuickAction.toToday.patch(on: plan.day, at: plan.now) : [:]
            try plan.perform(TaskAction.create(given + place), on: id)
        }.settled
        guard let task = settled.tasks[id] else { throw Problem(.notFound) }
        let place = task.scheduledDate == nil ? AccountSettings.QuickAdd.inbox : .today
        return .object(.created) { json in
            json.member("sentence", request.language.text(.added(task.title, place)))
            json.member("id", id)
            json.member("place", place.name)
        }
    }
}
