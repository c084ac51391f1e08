import DAV
import DaybookCore
import DaybookFormats

/// The properties of tasks, prepared once for all that are answered: which are wanted, and what is said of those that
/// no task has.
struct ResourceProperties: Sendable {
    private enum Value: Sendable {
        case tag, contentType, contentLength, resourceType, displayName, lastModified, created, owner, principal
        case privileges, reports
        case data(CalendarSelection?)
    }

    private let wanted: [(value: Value, name: Name)]
    private let missing: [Name]
    private let onlyNames: Bool
    private let principal: String
    private let onlyReads: Bool
    private let zone: Zone
    /// The tasks themselves have to be read.
    let isWhole: Bool

    init(_ request: PropertyRequest, _ asked: DAVRequest, zone: Zone) throws(Violation) {
        var (wanted, missing): ([(value: Value, name: Name)], [Name]) = ([], [])
        let usual = [
            "getetag", "getcontenttype", "getcontentlength", "resourcetype", "displayname", "getlastmodified",
            "creationdate",
        ].map { PropertyRequest.Wanted(.dav($0)) }
        let (asking, saysMissing): ([PropertyRequest.Wanted], Bool) =
            switch request {
            case .only(let some): (some, !asked.isMinimal)
            case .all(let others): (usual + others.map { PropertyRequest.Wanted($0) }, false)
            case .names: (usual, false)
            }
        for property in asking {
            if let value = try Self.value(property) {
                wanted.append((value, property.name))
            } else if saysMissing {
                missing.append(property.name)
            }
        }
        (self.wanted, self.missing, self.zone) = (wanted, missing, zone)
        if case .names = request { onlyNames = true } else { onlyNames = false }
        principal = CalendarAddress.principal(asked.account).href
        onlyReads = asked.onlyReads
        isWhole =
            !onlyNames
            && wanted.contains {
                switch $0.value {
                case .contentLength, .displayName, .lastModified, .created, .data: true
                case .tag, .contentType, .resourceType, .owner, .principal, .privileges, .reports: false
                }
            }
    }

    private static func value(_ property: PropertyRequest.Wanted) throws(Violation) -> Value? {
        switch property.name {
        case .dav("getetag"): return .tag
        case .dav("getcontenttype"): return .contentType
        case .dav("getcontentlength"): return .contentLength
        case .dav("resourcetype"): return .resourceType
        case .dav("displayname"): return .displayName
        case .dav("getlastmodified"): return .lastModified
        case .dav("creationdate"): return .created
        case .dav("owner"): return .owner
        case .dav("current-user-principal"): return .principal
        case .dav("current-user-privilege-set"): return .privileges
        case .dav("supported-report-set"): return .reports
        case .calDAV("calendar-data"):
            return .data(
                try property.element.map { element throws(Violation) in
                    try CalendarSelection(element)
                })
        default: return nil
        }
    }

    // MARK: Responses

    /// - Parameter scratch: room for an object, kept from one to the next.
    func respond(
        _ row: CalendarMember, _ href: String, to document: inout Multistatus, _ scratch: inout [UInt8]
    ) {
        document.beginResponse(href)
        if onlyNames {
            document.properties(wanted.map(\.name), 200)
        } else {
            let room = Self.mostExpanded - document.length
            var left: [Name] = []
            document.beginProperties()
            for (value, name) in wanted where !write(value, name, of: row, to: &document.xml, &scratch, room: room) {
                left.append(name)
            }
            document.endProperties()
            document.properties(missing, 404)
            document.properties(left, 507, condition: .dav("number-of-matches-within-limits"))
        }
        document.endResponse()
    }

    /// A thousand daily series rendered for years would be hundreds of megabytes: from so many on an answer leaves out
    /// those that are rendered date by date.
    private static let mostExpanded = 8 << 20

    /// False where it is left out.
    private func write(
        _ value: Value, _ name: Name, of row: CalendarMember, to xml: inout XMLWriter, _ scratch: inout [UInt8],
        room: Int
    ) -> Bool {
        switch value {
        case .tag:
            xml.raw("<D:getetag>")
            xml.raw(row.tag.text)
            xml.raw("</D:getetag>")
        case .contentType:
            xml.raw("<D:getcontenttype>text/calendar; charset=utf-8; component=VTODO</D:getcontenttype>")
        case .contentLength:
            scratch.removeAll(keepingCapacity: true)
            row.append(to: &scratch)
            xml.element(name, "\(scratch.count)")
        case .resourceType: xml.raw("<D:resourcetype/>")
        case .displayName: xml.element(name, row.shown?.task.title ?? "")
        case .lastModified: xml.element(name, (row.shown?.task.lastShownChange ?? row.resource.madeAt).httpDate)
        case .created: xml.element(name, "\(row.shown?.task.createdAt ?? row.resource.madeAt)")
        case .owner, .principal: xml.href(name, principal)
        case .privileges:
            xml.raw("<D:current-user-privilege-set><D:privilege><D:read/></D:privilege>")
            if !onlyReads {
                xml.raw("<D:privilege><D:write/></D:privilege><D:privilege><D:write-content/></D:privilege>")
            }
            xml.raw("</D:current-user-privilege-set>")
        case .reports: xml.raw("<D:supported-report-set/>")
        case .data(let selection):
            scratch.removeAll(keepingCapacity: true)
            row.append(to: &scratch)
            if let selection, !select(selection, &scratch, room: room) { return false }
            xml.raw("<C:calendar-data>")
            xml.text(scratch)
            xml.raw("</C:calendar-data>")
        }
        return true
    }

    /// A part of an object; what cannot be taken apart is given whole.
    private func select(_ selection: CalendarSelection, _ bytes: inout [UInt8], room: Int) -> Bool {
        guard let object = try? CalendarObject(bytes) else { return true }
        bytes.removeAll(keepingCapacity: true)
        return selection.write(object, zone: zone, to: &bytes, room: room)
    }
}
