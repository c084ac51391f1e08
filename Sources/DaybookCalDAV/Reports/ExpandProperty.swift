import DAV
import DaybookLedger
import HTTP

/// Properties of resources that other properties name (RFC 3253, 3.8): who owns this calendar, and what is their name.
struct ExpandProperty: Sendable {
    let calendars: Calendars
    let quotas: Quotas

    func answer(_ element: Element, _ asked: DAVRequest) async throws -> Response {
        let kind: PlaceProperties.Kind
        switch asked.address {
        case .root: kind = .root
        case .principal: kind = .principal
        case .home: kind = .home
        case .collection(_, let segment):
            kind = .collection(
                try await calendars.collection(segment, of: asked.account), try await calendars.facts(of: asked.account)
            )
        case .object: throw Violation(403, .dav("supported-report"), "A task names no other resource.")
        }
        var document = Multistatus()
        write(element, of: kind, asked, depth: 0, to: &document)
        return .multistatus(document)
    }

    /// Properties name principals and homes, and those name each other: three deep is everything.
    private static let deepest = 3

    private func write(
        _ element: Element, of kind: PlaceProperties.Kind, _ asked: DAVRequest, depth: Int,
        to document: inout Multistatus
    ) {
        let properties = PlaceProperties(kind, asked, quotas)
        var missing: [Name] = []
        var told: Set<Name> = []
        document.beginResponse(properties.href)
        document.beginProperties()
        for property in element.children where property.name == .dav("property") {
            guard let local = property.attribute("name") else { continue }
            let name = Name(Namespace(property.attribute("namespace") ?? Namespace.dav.uri), local)
            guard told.insert(name).inserted else { continue }
            let inner = property.children.contains { $0.name == .dav("property") }
            if inner, depth < Self.deepest, let named = Self.named(by: name) {
                document.xml.open(name)
                write(property, of: named, asked, depth: depth + 1, to: &document)
                document.xml.close(name)
            } else if !properties.write(name, to: &document.xml) {
                missing.append(name)
            }
        }
        document.endProperties()
        document.properties(missing, 404)
        document.endResponse()
    }

    private static func named(by name: Name) -> PlaceProperties.Kind? {
        switch name {
        case .dav("owner"), .dav("current-user-principal"), .dav("principal-URL"): .principal
        case .calDAV("calendar-home-set"): .home
        default: nil
        }
    }
}
