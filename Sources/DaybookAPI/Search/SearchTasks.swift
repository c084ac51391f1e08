import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// `GET /v1/search?q=...`: tasks by words of their titles and notes, the best answer first.
///
/// Every word must be there: as a word, as the beginning of one, inside of one, or misspelt, in this order. Titles
/// count before notes and open tasks before completed ones. Filters: `state` (more than once for several), `list` (an
/// id or `inbox`), `region` (or `none`), `scheduledFrom` and `scheduledTo` (dates, both included), `dueFrom` and
/// `dueBefore` (instants); `limit` up to 100. Deleted tasks are never found. 200 with `hits`, `nextCursor` (null on the
/// last page) and the account's revision, which its tag names; 304 where the client holds that. 400
/// `malformed_parameter`, without a `q` or with one that is too long.
struct SearchTasks: Sendable {
    let search: Search

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let filter = try SearchFilter(request)
        let (hits, revision, epoch) = try await search.find(filter, in: principal.account)
        let page = hits.prefix(filter.limit)
        let history = AccountHistory(account: principal.account, epoch: epoch)
        let response = Response.object(tag: history.tag(of: revision)) { json in
            json.name("hits")
            json.array(page) { $1.write(to: &$0) }
            json.member("nextCursor", hits.count > filter.limit ? page.last?.place.cursor : nil)
            json.member("revision", revision)
        }
        return try await request.unlessHeld(response)
    }
}
