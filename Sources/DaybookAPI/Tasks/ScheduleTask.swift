import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `POST /v1/tasks/{id}/schedule` with `{"to":"today"}`, `tomorrow`, `inbox` or a date such as `2026-12-01`.
///
/// 200 with the task. Today and tomorrow are the account's, by its time zone and day start. 409 `region_full` where the
/// task is in a region that is full on that day, 422 `invalid_fields`.
struct ScheduleTask: Sendable {
    let changes: OnlineChanges

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let submission = try await Submission(request, principal)
        return try await TaskChange(changes: changes).answer(submission, try await .schedule(submission.members()))
    }
}

extension TaskAction {
    static func schedule(_ members: [JSONMember]) throws -> TaskAction {
        var fields = members
        let to = fields.take("to")
        try ChangePlan.requireNone(fields)
        guard let to else {
            throw Problem(invalid: [FieldError(field: "to", code: .required, sentence: "to must be given.")])
        }
        if case .string(let word) = to {
            switch word {
            case "today": return .schedule(.toToday)
            case "tomorrow": return .schedule(.toTomorrow)
            case "inbox": return .schedule(.toInbox)
            default: if let date = CalendarDate(word) { return .schedule(.to(date)) }
            }
        }
        throw Problem(invalid: [
            FieldError(
                field: "to", code: .unknownValue,
                sentence: "to must be today, tomorrow, inbox or a date such as 2026-11-21.")
        ])
    }
}
