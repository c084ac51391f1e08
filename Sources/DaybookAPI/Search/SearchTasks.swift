import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// `GET /v1/search?q=...`: tasks by words of their titles and notes, the best answer first.
///
/// Every word must be there: as a word, as the beginning of one, inside of one, or misspelt, in this order. Titles
/// count before notes and open tasks before completed ones. Filters: `state` (more than once for several), `list` (an
/// id or `inbox`), `region` (or `none`), `scheduledFrom` and `scheduledTo` (dates, both included), `dueFrom` and
/// `dueBefore` (instants); `limit` up to 100. Deleted tasks are never found. 200 with `hits`, `nextCursor` (null on the
/// last page; with it a page may have fewer hits than the limit, or none), whether the search `isBehind` the account,
/// and the account's revision, which the tag names unless it is; 304 where the client holds that. 400
/// `malformed_parameter`, without a `q` or with one that is too long.
struct SearchTasks: Sendable {
    let search: Search

    func answer(_ request: Request, _ principal: Principal) async throws -> Response {
        let filter = try SearchFilter(request, Visibility(principal))
        let page = try await search.find(filter, in: principal.account)
        let history = AccountHistory(account: principal.account, epoch: page.epoch)
        var response = Response.object(tag: page.isBehind ? nil : history.tag(of: page.revision)) { json in
            json.member("hits") { $0.array(page.hits) { $1.write(to: &$0) } }
            json.member("nextCursor", page.next?.text)
            json.member("isBehind", page.isBehind)
            json.member("revision", page.revision)
        }
        guard page.isBehind else { return try await request.unlessHeld(response) }
        // At the same revision there will be more to find.
        response.fields["cache-control"] = "no-store"
        return response
    }
}
