import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// What people do with one task.
extension TaskChange {
    /// `POST /v1/tasks/{id}/complete`, with or without `{"completedAt":INSTANT}`.
    ///
    /// 200 with the task; one that is completed already stays as it is. Its parts stay as they are unless the query
    /// says `children=with`. 409 `too_many_parts`, 409 `complementary_locked` where the account lets complementary
    /// tasks wait for their must-do, 404, 410, 412.
    @Sendable func complete(_ request: Request, _ principal: Principal) async throws -> Response {
        let withParts = try request.takesPartsAlong()
        return try await answer(request, principal, mayBeEmpty: true, withParts: withParts, TaskAction.complete)
    }

    /// `POST /v1/tasks/{id}/reopen`, with or without `{"state":"active"}` (else `notStarted`): takes back the
    /// completion that the task shows.
    ///
    /// 200 with the task; an open one stays as it is. 404, 410, 412; 409 `region_full` where its place was taken
    /// meanwhile.
    @Sendable func reopen(_ request: Request, _ principal: Principal) async throws -> Response {
        try await answer(request, principal, mayBeEmpty: true, TaskAction.reopen)
    }

    /// `POST /v1/tasks/{id}/start`: makes it active, a completed one too.
    ///
    /// 200 with the task. 409 `complementary_locked` where the account lets complementary tasks wait for their must-do,
    /// 404, 410, 412.
    @Sendable func start(_ request: Request, _ principal: Principal) async throws -> Response {
        try await answer(try await Submission(request, principal), .start)
    }

    /// `POST /v1/tasks/{id}/schedule` with `{"to":"today"}`, `tomorrow`, `inbox` or a date such as `2026-12-01`.
    ///
    /// 200 with the task. Today and tomorrow are the account's, by its time zone and day start. A due time and a
    /// reminder of the old day move along. 409 `region_full` where the task is in a region that is full on that day,
    /// 422 `invalid_fields`.
    @Sendable func schedule(_ request: Request, _ principal: Principal) async throws -> Response {
        try await answer(request, principal, TaskAction.schedule)
    }

    /// `POST /v1/tasks/{id}/move` with `before` or `after` (the id of a neighbour), `listId`, `region`, `bucket`,
    /// `scheduledDate`: as many of them as are to change.
    ///
    /// 200 with the task; a reorder is one change of one task. Null for `listId` is the Inbox. A region without a date
    /// is today's. A due time and a reminder of the old day move along. 409 `region_full`, 422 `invalid_fields` for a
    /// neighbour or a list that is not there.
    @Sendable func move(_ request: Request, _ principal: Principal) async throws -> Response {
        try await answer(request, principal, TaskAction.move)
    }

    private func answer(
        _ request: Request, _ principal: Principal, mayBeEmpty: Bool = false, withParts: Bool = false,
        _ action: ([JSONMember]) throws -> TaskAction
    ) async throws -> Response {
        let submission = try await Submission(request, principal)
        let members = mayBeEmpty && submission.isEmpty ? [] : try await submission.members()
        return try await answer(submission, try action(members), withParts: withParts)
    }
}

extension TaskAction {
    static func complete(_ members: [JSONMember]) throws -> TaskAction {
        var fields = members
        let time = fields.take("completedAt")
        try ChangePlan.requireNone(fields)
        let state = JSONMember(TaskField.state.name, .string(TaskState.completed.name))
        return .complete(Patch([state] + (time.map { [JSONMember(TaskField.completedAt.name, $0)] } ?? [])))
    }

    static func reopen(_ members: [JSONMember]) throws -> TaskAction {
        var fields = members
        let wanted = fields.take("state")
        try ChangePlan.requireNone(fields)
        switch wanted {
        case nil, .string("notStarted"): return .reopen(.notStarted)
        case .string("active"): return .reopen(.active)
        default:
            throw Problem(invalid: "state", .unknownValue, "state must be notStarted or active.")
        }
    }

    static func schedule(_ members: [JSONMember]) throws -> TaskAction {
        var fields = members
        let to = fields.take("to")
        try ChangePlan.requireNone(fields)
        guard let to else { throw Problem(invalid: "to", .required, "to must be given.") }
        if case .string(let word) = to {
            switch word {
            case "today": return .schedule(.toToday)
            case "tomorrow": return .schedule(.toTomorrow)
            case "inbox": return .schedule(.toInbox)
            default: if let date = CalendarDate(word) { return .schedule(.to(date)) }
            }
        }
        throw Problem(invalid: "to", .unknownValue, "to must be today, tomorrow, inbox or a date such as 2026-11-21.")
    }

    private static let movable: Set<String> = ["listId", "region", "bucket", "scheduledDate"]

    static func move(_ members: [JSONMember]) throws -> TaskAction {
        var fields = members
        let neighbours = try Neighbours(takenFrom: &fields)
        try ChangePlan.requireNone(fields.filter { !movable.contains($0.name) })
        guard !neighbours.tasks.isEmpty || !fields.isEmpty else {
            throw Problem(invalid: "before", .required, "Say where the task is to go.")
        }
        return .move(neighbours, Patch(fields))
    }
}
