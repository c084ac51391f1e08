import DAV
import DaybookCore
import DaybookLedger

/// The properties of what is no task: the root, a principal, a home and a calendar.
struct PlaceProperties: Sendable {
    let account: Identifier
    let onlyReads: Bool
    let kind: Kind
    /// How many bytes an account may hold; 0 is no limit.
    private let bytesPerAccount: Int

    enum Kind: Sendable {
        case root, principal, home
        case collection(SeenCollection, AccountFacts)
    }

    init(_ kind: Kind, _ asked: DAVRequest, _ quotas: Quotas) {
        (account, onlyReads, self.kind) = (asked.account, asked.onlyReads, kind)
        bytesPerAccount = quotas.bytes
    }

    var href: String {
        switch kind {
        case .root: CalendarAddress.root.href
        case .principal: principal
        case .home: CalendarAddress.home(account).href
        case .collection(let seen, _): seen.href(of: account)
        }
    }

    var principal: String { CalendarAddress.principal(account).href }

    // MARK: Responses

    func respond(_ request: PropertyRequest, isMinimal: Bool, to document: inout Multistatus) {
        document.beginResponse(href)
        switch request {
        case .names:
            document.properties(names, 200)
        case .all(let others):
            respond(usual + others, isMinimal: true, dead: true, to: &document)
        case .only(let wanted):
            respond(wanted.map(\.name), isMinimal: isMinimal, dead: false, to: &document)
        }
        document.endResponse()
    }

    private func respond(_ wanted: [Name], isMinimal: Bool, dead: Bool, to document: inout Multistatus) {
        var missing: [Name] = []
        document.beginProperties()
        for name in wanted where !write(name, to: &document.xml) { missing.append(name) }
        if dead, case .collection(let seen, let facts) = kind {
            for element in facts.properties(of: seen).all where !wanted.contains(element.name) {
                document.xml.write(element)
            }
        }
        document.endProperties()
        if !isMinimal { document.properties(missing, 404) }
    }

    /// What a client gets that asks for all (RFC 4918, 14.2): what that document defines.
    private var usual: [Name] {
        [.dav("resourcetype"), .dav("displayname"), .dav("creationdate"), .dav("getetag"), .dav("getlastmodified")]
    }

    private var names: [Name] {
        let all = Self.everywhere + Self.ofPrincipals + Self.ofCollections
        var ignored = XMLWriter()
        var names = all.filter { write($0, to: &ignored) }
        if case .collection(let seen, let facts) = kind {
            names += facts.properties(of: seen).all.map(\.name).filter { !names.contains($0) }
        }
        return names
    }

    private static let everywhere = [
        "resourcetype", "displayname", "current-user-principal", "principal-collection-set", "owner",
        "current-user-privilege-set", "supported-report-set", "acl", "creationdate", "quota-available-bytes",
        "quota-used-bytes",
    ].map { Name.dav($0) }

    private static let ofPrincipals =
        ["principal-URL", "group-membership", "alternate-URI-set"].map { Name.dav($0) }
        + ["calendar-home-set", "calendar-user-address-set"].map { Name.calDAV($0) }

    private static let ofCollections =
        ["getetag", "getlastmodified", "sync-token"].map { Name.dav($0) }
        + [
            "supported-calendar-component-set", "supported-calendar-data", "supported-collation-set",
            "max-resource-size", "max-instances", "calendar-description", "calendar-timezone", "calendar-timezone-id",
        ].map { Name.calDAV($0) }
        + [
            Name(.calendarServer, "getctag"), Name(.calendarServer, "source"), Name(.apple, "calendar-color"),
            Name(.apple, "calendar-order"),
        ]

    // MARK: Values

    /// Writes a property with its value. False where there is none.
    func write(_ name: Name, to xml: inout XMLWriter) -> Bool {
        if writeCommon(name, to: &xml) { return true }
        switch kind {
        case .root: return false
        case .principal, .home: return writePrincipal(name, to: &xml)
        case .collection(let seen, let facts):
            return CollectionProperties(seen: seen, facts: facts).write(name, to: &xml)
        }
    }

    private func writeCommon(_ name: Name, to xml: inout XMLWriter) -> Bool {
        switch name {
        case .dav("resourcetype"):
            xml.open(name)
            switch kind {
            case .root, .home: xml.empty("D:collection")
            case .principal: xml.raw("<D:principal/><D:collection/>")
            case .collection: xml.raw("<D:collection/><C:calendar/>")
            }
            xml.close(name)
        case .dav("current-user-principal"): xml.href(name, principal)
        case .dav("principal-collection-set"): xml.href(name, CalendarAddress.root.href)
        case .dav("owner"):
            if case .root = kind { return false }
            xml.href(name, principal)
        case .dav("displayname"):
            switch kind {
            case .collection(let seen, _): xml.element(name, seen.name)
            case .root, .principal, .home: xml.element(name, "Daybook")
            }
        case .dav("current-user-privilege-set"):
            xml.open(name)
            privileges(to: &xml)
            xml.close(name)
        case .dav("acl"):
            xml.open(name)
            xml.raw("<D:ace><D:principal><D:href>")
            xml.text(principal)
            xml.raw("</D:href></D:principal><D:grant>")
            privileges(to: &xml)
            xml.raw("</D:grant><D:protected/></D:ace>")
            xml.close(name)
        case .dav("supported-report-set"):
            xml.open(name)
            for report in reports {
                xml.raw("<D:supported-report><D:report>")
                xml.empty(report)
                xml.raw("</D:report></D:supported-report>")
            }
            xml.close(name)
        case .dav("quota-used-bytes"):
            guard case .collection(_, let facts) = kind else { return false }
            xml.element(name, "\(facts.storedBytes)")
        case .dav("quota-available-bytes"):
            guard case .collection(_, let facts) = kind, bytesPerAccount > 0 else { return false }
            xml.element(name, "\(max(0, Int64(bytesPerAccount) - facts.storedBytes))")
        default: return false
        }
        return true
    }

    private func writePrincipal(_ name: Name, to xml: inout XMLWriter) -> Bool {
        switch name {
        case .calDAV("calendar-home-set"): xml.href(name, CalendarAddress.home(account).href)
        case .dav("principal-URL"):
            guard case .principal = kind else { return false }
            xml.href(name, principal)
        case .calDAV("calendar-user-address-set"): xml.href(name, "urn:uuid:\(account)")
        case .dav("group-membership"), .dav("alternate-URI-set"): xml.empty(name)
        default: return false
        }
        return true
    }

    private func privileges(to xml: inout XMLWriter) {
        let names = [
            "read", "read-acl", "read-current-user-privilege-set", "write", "write-properties", "write-content", "bind",
            "unbind",
        ]
        for name in onlyReads ? Array(names.prefix(3)) : names {
            xml.open("D:privilege")
            xml.empty(.dav(name))
            xml.end("D:privilege")
        }
    }

    private var reports: [Name] {
        let common = [
            "expand-property", "principal-property-search", "principal-search-property-set", "principal-match",
            "acl-principal-prop-set",
        ].map { Name.dav($0) }
        guard case .collection = kind else { return common }
        return [
            .dav("sync-collection"), .calDAV("calendar-query"), .calDAV("calendar-multiget"),
            .calDAV("free-busy-query"),
        ] + common
    }
}

extension XMLWriter {
    mutating func element(_ name: Name, _ text: String) {
        open(name)
        self.text(text)
        close(name)
    }

    /// A property whose value is an address.
    mutating func href(_ name: Name, _ href: String) {
        open(name)
        element("D:href", href)
        close(name)
    }
}
