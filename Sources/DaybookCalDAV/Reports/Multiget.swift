import DAV
import DaybookCalendarIndex
import DaybookCore
import DaybookLedger
import HTTP
import Postgres
import Reactor

/// Resources by their addresses (RFC 4791, 7.9), of any calendar of the account. What is not there is answered with 404
/// in its place.
struct Multiget: Sendable {
    let calendars: Calendars
    let writes: CalendarWrites

    func answer(_ hrefs: [String], _ request: PropertyRequest, _ asked: DAVRequest) async throws -> Response {
        let facts = try await calendars.facts(of: asked.account)
        let properties = try ResourceProperties(request, asked, zone: facts.zone)
        let wanted = try await Wanted.all(hrefs, calendars, of: asked.account)
        let (calendars, writes, account, device) = (calendars, writes, asked.account, asked.device)
        return .multistatus { document, writer in
            try await calendars.write(wanted, as: properties, for: account, to: &document, writer) {
                member throws(PostgresError) in
                if properties.isWhole { try writes.serve(member, to: device) }
            }
        }
    }

    /// An address that was asked for; without one of ours there is nothing.
    fileprivate struct Wanted: Sendable {
        let href: String
        let address: Resource.Address?

        static func all(_ hrefs: [String], _ calendars: Calendars, of account: Identifier) async throws -> [Wanted] {
            var collections: [String: Identifier?] = [:]
            var wanted: [Wanted] = []
            wanted.reserveCapacity(hrefs.count)
            for href in hrefs {
                guard case .object(account, let segment, let name)? = CalendarAddress(href: href) else {
                    wanted.append(Wanted(href: href, address: nil))
                    continue
                }
                let id: Identifier?
                if let known = collections[segment] {
                    id = known
                } else {
                    id = try await calendars.reads.collection(at: segment, of: account).collection?.id
                    collections[segment] = .some(id)
                }
                wanted.append(Wanted(href: href, address: id.map { .init($0, name) }))
            }
            return wanted
        }
    }
}

extension Calendars {
    fileprivate func write(
        _ wanted: [Multiget.Wanted], as properties: ResourceProperties, for account: Identifier,
        to document: inout Multistatus, _ writer: BodyWriter, _ tell: (StoredMember) throws(PostgresError) -> Void
    ) async throws {
        var next = 0
        while next < wanted.count {
            // What is nowhere is looked for in no collection.
            let addresses = wanted[next...].prefix(CalendarReads.mostAtOnce).map { $0.address ?? .init(.zero, "") }
            let found = try await reads.found(at: addresses, withTasks: properties.isWhole, of: account)
            let (start, before) = (next, document)
            document = try await aside(if: found.count > Self.longPage) { () throws(PostgresError) in
                var document = before
                document.reserve(responses: found.count, whole: properties.isWhole)
                var scratch = ResponseScratch()
                try found.each { place, member throws(PostgresError) in
                    let href = wanted[start + place].href
                    if let member {
                        try tell(member)
                        document.beginResponse(href)
                        try properties.respond(member, to: &document, &scratch)
                    } else {
                        document.response(href, 404)
                    }
                }
                return document
            }
            next += max(1, found.count)
            if next < wanted.count, document.count >= Self.piece { try await writer.write(document.take()) }
        }
    }
}
