/// What a REPORT asks for.
package enum Report: Hashable, Sendable {
    /// What has changed since a token (RFC 6578); without a token, everything.
    case syncCollection(token: String, limit: Int?, PropertyRequest)
    case multiget(hrefs: [String], PropertyRequest)
    /// Resources that a filter finds. The filter is read by who knows calendars.
    case query(filter: Element, timezone: String?, PropertyRequest)
    /// Properties of resources that properties name (RFC 3253, 3.8).
    case expandProperty(Element)
    /// RFC 3744, 9.
    case principalSearch(Element)
    case principalSearchSet
    case principalMatch(Element)
    case aclPrincipals(PropertyRequest)
    case freeBusy(Element)

    package init(_ body: [UInt8]) throws(Violation) {
        let root = try XMLReader.read(body)
        switch root.name {
        case .dav("sync-collection"): self = try Self.sync(root)
        case .calDAV("calendar-multiget"): self = try Self.multiget(root)
        case .calDAV("calendar-query"):
            guard let filter = root.first(.calDAV("filter")) else {
                throw Violation(400, .calDAV("valid-filter"), "A calendar-query has a filter.")
            }
            self = .query(
                filter: filter, timezone: root.first(.calDAV("timezone"))?.text,
                try PropertyRequest(in: root) ?? .only([]))
        case .dav("expand-property"): self = .expandProperty(root)
        case .dav("principal-property-search"): self = .principalSearch(root)
        case .dav("principal-search-property-set"): self = .principalSearchSet
        case .dav("principal-match"): self = .principalMatch(root)
        case .dav("acl-principal-prop-set"): self = .aclPrincipals(try PropertyRequest(in: root) ?? .only([]))
        case .calDAV("free-busy-query"): self = .freeBusy(root)
        default: throw Violation(403, .dav("supported-report"), "There is no report \(root.name.local).")
        }
    }

    /// More hrefs than this are asked for in several requests.
    private static let mostHrefs = 2_000

    private static func sync(_ root: Element) throws(Violation) -> Report {
        // An older draft said in the field depth what this element says.
        let level = root.first(.dav("sync-level"))?.word ?? "1"
        guard level == "1" else {
            guard level == "infinite" || level == "infinity" else { throw .malformed("A sync-level is 1 or infinite.") }
            throw Violation(403, .dav("sync-traversal-supported"), "A calendar is asked for its own members: level 1.")
        }
        guard let token = root.first(.dav("sync-token")) else {
            throw .malformed("A sync-collection has a sync-token, which may be empty.")
        }
        var limit: Int?
        if let count = root.first(.dav("limit"))?.first(.dav("nresults"))?.word {
            guard let most = Int(count), most > 0 else { throw .malformed("The limit nresults is a number from 1 on.") }
            limit = most
        }
        return .syncCollection(token: token.word, limit: limit, try PropertyRequest(in: root) ?? .only([]))
    }

    private static func multiget(_ root: Element) throws(Violation) -> Report {
        let hrefs = root.children.filter { $0.name == .dav("href") }.map(\.word)
        guard !hrefs.isEmpty else { throw .malformed("A calendar-multiget names resources.") }
        guard hrefs.count <= mostHrefs else {
            throw Violation(
                507, .dav("number-of-matches-within-limits"), "At most \(mostHrefs) resources are asked for at once.")
        }
        return .multiget(hrefs: hrefs, try PropertyRequest(in: root) ?? .only([]))
    }
}
