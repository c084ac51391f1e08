import DAV
import DaybookLedger
import HTTP

/// Reports about people (RFC 3744, 9). Everybody sees one: themselves.
struct PrincipalReports: Sendable {
    let quotas: Quotas

    /// Who is found by what somebody searches for: the caller, where every match holds.
    func search(_ search: Element, _ asked: DAVRequest) throws(Violation) -> Response {
        let own = PlaceProperties(.principal, asked, quotas)
        var texts: [Name: String?] = [:]
        let anyOf = search.attribute("test") == "anyof"
        let matches = search.children.filter { $0.name == .dav("property-search") }.map { part -> Bool in
            let text = part.first(.dav("match"))?.text.lowercased() ?? ""
            let values = (part.first(.dav("prop")).map { Array($0.children) } ?? []).map { property -> Bool in
                let own = texts[property.name] ?? self.text(of: property.name, own)
                texts[property.name] = .some(own)
                return own?.contains(text) ?? false
            }
            return !values.isEmpty && values.allSatisfy { $0 }
        }
        // Who searches for nothing in particular finds everybody.
        let isFound = matches.isEmpty || (anyOf ? matches.contains(true) : !matches.contains(false))
        guard isFound else { return .multistatus(Multistatus()) }
        return principal(try wanted(search), asked)
    }

    /// In small letters; nil where there is no such property.
    private func text(of name: Name, _ own: PlaceProperties) -> String? {
        var xml = XMLWriter()
        xml.begin("D:prop", declaring: true)
        guard own.write(name, to: &xml) else { return nil }
        xml.end("D:prop")
        return (try? XMLReader.read(xml.bytes))?.wholeText.lowercased()
    }

    /// What is asked of whoever is found. python-caldav names properties beside its empty `prop` instead of in it.
    private func wanted(_ search: Element) throws(Violation) -> PropertyRequest {
        let request = try PropertyRequest(in: search) ?? .only([])
        guard case .only(let inside) = request else { return request }
        let own: Set<Name> = [
            .dav("property-search"), .dav("prop"), .dav("apply-to-principal-collection-set"),
        ]
        let beside = try PropertyRequest.distinct(
            search.children.filter { !own.contains($0.name) && !inside.map(\.name).contains($0.name) })
        return .only(inside + beside)
    }

    /// By what people can be searched for.
    var searchSet: Response {
        var xml = XMLWriter()
        xml.begin("D:principal-search-property-set", declaring: true)
        for (name, sentence) in [
            (Name.dav("displayname"), "Name"), (.calDAV("calendar-user-address-set"), "Address"),
            (.calDAV("calendar-home-set"), "Home"),
        ] {
            xml.raw("<D:principal-search-property><D:prop>")
            xml.empty(name)
            xml.raw("</D:prop><D:description xml:lang=\"en\">")
            xml.text(sentence)
            xml.raw("</D:description></D:principal-search-property>")
        }
        xml.end("D:principal-search-property-set")
        return Response(.ok, fields: ["content-type": Multistatus.contentType], body: .bytes(xml.bytes))
    }

    /// Which resources below an address are the caller: their principal, if they ask there.
    func match(_ match: Element, _ asked: DAVRequest) throws(Violation) -> Response {
        let request = try PropertyRequest(in: match) ?? .only([])
        if case .principal = asked.address { return principal(request, asked) }
        return .multistatus(Multistatus())
    }

    /// The caller's own principal.
    func principal(_ request: PropertyRequest, _ asked: DAVRequest) -> Response {
        var document = Multistatus()
        PlaceProperties(.principal, asked, quotas).respond(request, isMinimal: asked.isMinimal, to: &document)
        return .multistatus(document)
    }
}

extension Element {
    /// Of it and of all that it holds.
    var wholeText: String { text + children.map(\.wholeText).joined() }
}
