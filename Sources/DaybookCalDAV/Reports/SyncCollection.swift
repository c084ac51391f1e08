import DAV
import DaybookCore
import DaybookLedger
import HTTP
import Postgres
import Reactor

/// What has changed in a calendar since a token (RFC 6578).
///
/// Changes come in the order in which they happened, so a page that is cut is a true beginning of them, and its token
/// leads on. That nothing is new is found by one look at the account's clock. 403 `valid-sync-token` for a token that
/// cannot be continued: of another calendar, from before a restoration, or from before deletions that are forgotten.
struct SyncCollection: Sendable {
    let calendars: Calendars

    /// A page, where no less is asked for.
    private static let most = 5_000

    func answer(
        _ token: String, _ limit: Int?, _ request: PropertyRequest, _ asked: DAVRequest, _ seen: SeenCollection
    ) async throws -> Response {
        let since = try revision(of: token, seen)
        if since >= seen.state {
            var document = Multistatus(capacity: 512)
            document.xml.element("D:sync-token", token.isEmpty ? seen.token(seen.state) : token)
            return .multistatus(document)
        }
        let properties = try ResourceProperties(request, asked, zone: .utc)
        let most = min(limit ?? Self.most, Self.most)
        let page = try await calendars.changes(of: seen, after: since, atMost: most, properties, for: asked.account)
        let (calendars, account, isLong) = (calendars, asked.account, most > page.members.count && page.isCut)
        guard isLong else {
            return .multistatus(try await calendars.document(of: page, seen, since, properties, for: account))
        }
        return .multistatus { document, writer in
            try await calendars.write(
                page, of: seen, after: since, atMost: most, as: properties, for: account, to: &document, writer)
        }
    }
}

extension SyncCollection {
    /// From where a client goes on; 0 where it begins.
    private func revision(of token: String, _ seen: SeenCollection) throws(Violation) -> Int64 {
        if token.isEmpty { return 0 }
        guard let revision = seen.revision(of: token), revision <= seen.standing.position.revision,
            revision >= seen.standing.minRevision || revision >= seen.state
        else { throw Violation(403, .dav("valid-sync-token"), "This token does not lead on; read the calendar anew.") }
        return revision
    }
}

extension Calendars {
    fileprivate func changes(
        of seen: SeenCollection, after since: Int64, atMost most: Int, _ properties: ResourceProperties,
        for account: Identifier
    ) async throws -> CalendarReads.Page {
        try await reads.changes(
            in: seen.id, after: since, atMost: min(most, Self.mostOfPage), withTasks: properties.isWhole, of: account)
    }

    /// The whole answer, where it is one page.
    fileprivate func document(
        of page: CalendarReads.Page, _ seen: SeenCollection, _ since: Int64, _ properties: ResourceProperties,
        for account: Identifier
    ) async throws -> Multistatus {
        try await aside(if: page.members.count > Self.longPage) { () throws(PostgresError) in
            var document = Multistatus(capacity: 256 + page.members.count * (properties.isWhole ? 800 : 260))
            try Self.write(page.members, of: seen, as: properties, for: account, to: &document)
            Self.end(page.isCut, at: page.through ?? since, of: seen, for: account, to: &document)
            return document
        }
    }

    /// Pages until there are as many as are wanted, or no more.
    fileprivate func write(
        _ first: CalendarReads.Page, of seen: SeenCollection, after since: Int64, atMost most: Int,
        as properties: ResourceProperties, for account: Identifier, to document: inout Multistatus, _ writer: BodyWriter
    ) async throws {
        var (page, reached, left) = (first, since, most)
        // A first reading does not report what is gone; behind its first page a later revision stands for it.
        let isFirst = since == 0
        while true {
            let told = isFirst ? page.members.filter { !$0.isGone } : page.members
            let before = document
            document = try await aside(if: told.count > Self.longPage) { () throws(PostgresError) in
                var document = before
                try Self.write(told, of: seen, as: properties, for: account, to: &document)
                return document
            }
            reached = page.through ?? reached
            left -= page.members.count
            guard page.isCut, left > 0 else { break }
            if document.count >= Self.piece { try await writer.write(document.take()) }
            page = try await changes(of: seen, after: reached, atMost: left, properties, for: account)
        }
        Self.end(page.isCut, at: page.through ?? reached, of: seen, for: account, to: &document)
    }

    /// The token that leads on, and whether there is more already.
    private static func end(
        _ isCut: Bool, at reached: Int64, of seen: SeenCollection, for account: Identifier,
        to document: inout Multistatus
    ) {
        if isCut {
            document.response(
                seen.href(of: account), 507, condition: .dav("number-of-matches-within-limits"),
                "There is more; ask again with this token.")
        }
        document.xml.element("D:sync-token", seen.token(isCut ? reached : max(reached, seen.state)))
    }
}
