import DAV
import DaybookFormats
import HTTP

/// Resources of a calendar that a filter finds (RFC 4791, 7.8). What asks for all of a kind looks at none of them.
struct CalendarQuery: Sendable {
    let calendars: Calendars

    func answer(
        _ element: Element, _ request: PropertyRequest, _ asked: DAVRequest, _ seen: SeenCollection
    ) async throws -> Response {
        let filter = try ComponentFilter(filter: element)
        let zone = try await calendars.facts(of: asked.account).zone
        let properties = try ResourceProperties(request, asked, zone: zone)
        // At depth 0 the calendar itself is asked, which is no object.
        let depth = try asked.depth(usually: .one)
        let kinds = filter.kinds.intersection(seen.mayHold)
        if kinds.isEmpty || depth == .zero { return .multistatus(Multistatus()) }
        let (calendars, account) = (calendars, asked.account)
        let findsAll = filter.findsAll
        return .multistatus { document, writer in
            try await calendars.write(
                allOf: seen, as: properties, for: account, withTasks: !findsAll, kinds: kinds, to: &document, writer
            ) { member in
                guard kinds.contains(try member.kind()) else { return false }
                if findsAll { return true }
                var bytes: [UInt8] = []
                try member.read().append(to: &bytes)
                guard let object = try? CalendarObject(bytes, of: CalendarObject.Kind.all) else { return false }
                return filter.matches(object, zone: zone)
            }
        }
    }
}
