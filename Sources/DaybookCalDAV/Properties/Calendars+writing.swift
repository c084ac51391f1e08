import DAV
import DaybookCore
import DaybookFormats
import DaybookLedger
import HTTP
import Postgres
import Reactor

extension Calendars {
    /// From so many bytes on they are sent.
    static let piece = 64 << 10
    /// So many are read at once.
    static let mostOfPage = 500
    /// From so many rows on they are written between the requests of others.
    static let longPage = 100

    /// Writes what a collection shows, by name and page by page, between which nothing of the database is held.
    func write(
        allOf seen: SeenCollection, as properties: ResourceProperties, for account: Identifier, withTasks: Bool = false,
        kinds: Set<CalendarObject.Kind> = CalendarObject.Kind.all, to document: inout Multistatus, _ writer: BodyWriter,
        _ finds: @escaping @Sendable (StoredMember) throws -> Bool
    ) async throws {
        var last: String?
        while true {
            let page = try await reads.names(
                in: seen.id, after: last, atMost: withTasks ? Self.longPage : Self.mostOfPage,
                withTasks: withTasks || properties.isWhole, kinds: kinds, of: account)
            let whole = document
            // Where tasks are looked at, a filter may ask much of each.
            document = try await aside(if: withTasks || page.members.count > Self.longPage) {
                var document = whole
                try Self.write(page.members.filter(finds), of: seen, as: properties, for: account, to: &document)
                return document
            }
            last = try page.members.last?.name()
            guard page.isCut, last != nil else { return }
            if document.count >= Self.piece { try await writer.write(document.take()) }
        }
    }

    /// Writes rows of one collection.
    static func write(
        _ members: [StoredMember], of seen: SeenCollection, as properties: ResourceProperties, for account: Identifier,
        to document: inout Multistatus
    ) throws(PostgresError) {
        let base = seen.href(of: account)
        let baseBytes = Array(base.utf8)
        var scratch = ResponseScratch()
        for member in members {
            if member.isGone {
                document.response(base + Href.encoded(try member.name()), 404)
            } else {
                member.withName { document.beginResponse(baseBytes, segment: $0) }
                try properties.respond(member, to: &document, &scratch)
            }
        }
    }
}
