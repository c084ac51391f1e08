import DaybookCore
import HTTP
import Postgres

/// `GET /v1/views/inbox`: the tasks in no list (`unlisted`) or those without a date (`unscheduled`),
/// by `rule` or else by the account's setting.
///
/// 200 with `rule`, `tasks` and `nextCursor`; 304 where the client holds it. `limit` up to 1000. 400
/// `malformed_parameter`.
struct InboxView: AccountView {
    static let follows = ViewTag.Clock.none
    /// Nil is the account's own.
    private let rule: InboxRule?
    private let page: RequestedPage

    init(_ request: Request) throws {
        try request.requireQuery(among: RequestedPage.parameters.union(["rule"]))
        rule = try request.query("rule") { InboxRule(rawValue: $0) }
        page = try RequestedPage(request)
    }

    func statement(_ context: ViewContext) -> Query {
        switch rule ?? context.settings.inboxRule {
        case .unscheduled:
            .tasks(
                for: context, in: .unfiled,
                OrderedPart("scheduled_date IS NULL AND list_id IS NOT NULL", first: "scheduled_date, "), page: page)
        case .unlisted:
            .tasks(
                for: context, in: .unfiled,
                OrderedPart("list_id IS NULL AND scheduled_date IS NOT NULL", first: "list_id, "), page: page)
        }
    }

    func write(_ rows: Rows, _ context: ViewContext, to json: inout JSONWriter) throws {
        json.member("rule", (rule ?? context.settings.inboxRule).rawValue)
        try page.write(rows, behind: ViewHead.width, to: &json)
    }
}
