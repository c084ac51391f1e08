import DAV
import DaybookAccounts
import DaybookLedger
import HTTP
import Reactor

/// REPORT: questions about a calendar, a home or a principal.
///
/// 207; 400 for what is no report, 403 `supported-report` for one that is not answered here.
struct AnswerReport: Sendable {
    let calendars: Calendars
    let writes: CalendarWrites
    let quotas: Quotas

    var routes: [GuardedRoute] {
        [AddressKind.root, .principal, .home, .collection, .object].flatMap { [GuardedRoute].dav(.report, $0, answer) }
    }

    @Sendable private func answer(_ asked: DAVRequest) async throws -> Response {
        let body = try await asked.body(atMost: DAVRequest.longestReport)
        let report = try await aside(if: body.count > DAVRequest.longBody) { () throws(Violation) in try Report(body) }
        switch report {
        case .multiget(let hrefs, let request):
            return try await Multiget(calendars: calendars, writes: writes).answer(hrefs, request, asked)
        case .principalSearch(let search): return try PrincipalReports(quotas: quotas).search(search, asked)
        case .principalSearchSet: return PrincipalReports(quotas: quotas).searchSet
        case .principalMatch(let match): return try PrincipalReports(quotas: quotas).match(match, asked)
        case .aclPrincipals(let request): return PrincipalReports(quotas: quotas).principal(request, asked)
        case .expandProperty(let element):
            return try await ExpandProperty(calendars: calendars, quotas: quotas).answer(element, asked)
        case .syncCollection(let token, let limit, let request):
            return try await SyncCollection(calendars: calendars).answer(token, limit, request, asked, seen(asked))
        case .query(let filter, _, let request):
            return try await CalendarQuery(calendars: calendars).answer(filter, request, asked, seen(asked))
        case .freeBusy(let element):
            return try await FreeBusy(calendars: calendars).answer(element, asked, seen(asked))
        }
    }

    /// The collection that is asked.
    private func seen(_ asked: DAVRequest) async throws -> SeenCollection {
        guard case .collection(_, let segment) = asked.address else {
            throw Violation(403, .dav("supported-report"), "This report is about a calendar.")
        }
        return try await calendars.collection(segment, of: asked.account)
    }
}
