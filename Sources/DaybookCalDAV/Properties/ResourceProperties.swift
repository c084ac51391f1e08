import DAV
import DaybookCore
import DaybookFormats
import Postgres
import RowWriting

/// The properties of tasks, prepared once for all that are answered: which are wanted, and what is said of those that
/// no task has.
struct ResourceProperties: Sendable {
    private enum Value: Sendable {
        case tag, contentType, contentLength, resourceType, displayName, lastModified, created, owner, principal
        case privileges, reports
        /// Its object whole, or the part of it that is the selection of this number.
        case data
        case part(Int)
    }

    private let wanted: [Value]
    private let names: [Name]
    private let selections: [CalendarSelection]
    private let missing: [Name]
    private let onlyNames: Bool
    private let principal: String
    private let onlyReads: Bool
    private let zone: Zone
    /// The tasks themselves have to be read.
    let isWhole: Bool

    init(_ request: PropertyRequest, _ asked: DAVRequest, zone: Zone) throws(Violation) {
        var (wanted, names, missing): ([Value], [Name], [Name]) = ([], [], [])
        var selections: [CalendarSelection] = []
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
            if let value = try Self.value(property, &selections) {
                wanted.append(value)
                names.append(property.name)
            } else if saysMissing {
                missing.append(property.name)
            }
        }
        (self.wanted, self.names, self.selections, self.missing) = (wanted, names, selections, missing)
        self.zone = zone
        if case .names = request { onlyNames = true } else { onlyNames = false }
        principal = CalendarAddress.principal(asked.account).href
        onlyReads = asked.onlyReads
        isWhole =
            !onlyNames
            && wanted.contains {
                switch $0 {
                case .contentLength, .displayName, .lastModified, .created, .data, .part: true
                case .tag, .contentType, .resourceType, .owner, .principal, .privileges, .reports: false
                }
            }
    }

    private static func value(
        _ property: PropertyRequest.Wanted, _ selections: inout [CalendarSelection]
    ) throws(Violation) -> Value? {
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
            guard let element = property.element else { return .data }
            selections.append(try CalendarSelection(element))
            return .part(selections.count - 1)
        default: return nil
        }
    }

    // MARK: Responses

    /// Writes what is wanted of a member into its response, which has been begun, and ends that.
    func respond(
        _ member: StoredMember, to document: inout Multistatus, _ scratch: inout ResponseScratch
    ) throws(PostgresError) {
        if onlyNames {
            document.properties(names, 200)
        } else {
            let room = Self.mostExpanded - document.length
            var left: [Name] = []
            document.beginProperties()
            scratch.beginMember()
            for place in wanted.indices where !(try write(place, of: member, to: &document.xml, &scratch, room)) {
                left.append(names[place])
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
        _ place: Int, of member: StoredMember, to xml: inout XMLWriter, _ scratch: inout ResponseScratch, _ room: Int
    ) throws(PostgresError) -> Bool {
        switch wanted[place] {
        case .tag:
            let tag = member.tag
            xml.raw("<D:getetag>\"")
            xml.raw(tag.mark.text)
            xml.raw("-")
            xml.raw(String(tag.revision))
            xml.raw(tag.form.rawValue)
            xml.raw("\"</D:getetag>")
        case .contentType:
            xml.raw("<D:getcontenttype>text/calendar; charset=utf-8; component=")
            xml.raw(try member.component())
            xml.raw("</D:getcontenttype>")
        case .contentLength:
            try scratch.writeObject(of: member)
            xml.element(names[place], "\(scratch.object.count)")
        case .resourceType: xml.raw("<D:resourcetype/>")
        case .displayName: xml.element(names[place], try scratch.model(of: member).shown?.task.title ?? "")
        case .lastModified:
            let model = try scratch.model(of: member)
            xml.element(names[place], (model.shown?.task.lastShownChange ?? model.resource.madeAt).httpDate)
        case .created:
            let model = try scratch.model(of: member)
            xml.element(names[place], "\(model.shown?.task.createdAt ?? model.resource.madeAt)")
        case .owner, .principal: xml.href(names[place], principal)
        case .privileges:
            xml.raw("<D:current-user-privilege-set><D:privilege><D:read/></D:privilege>")
            if !onlyReads {
                xml.raw("<D:privilege><D:write/></D:privilege><D:privilege><D:write-content/></D:privilege>")
            }
            xml.raw("</D:current-user-privilege-set>")
        case .reports: xml.raw("<D:supported-report-set/>")
        case .data:
            xml.raw("<C:calendar-data>")
            if !(try member.write(with: &scratch.writer, { xml.raw($0) })) {
                try scratch.writeObject(of: member)
                xml.text(scratch.object)
            }
            xml.raw("</C:calendar-data>")
        case .part(let number):
            try scratch.writeObject(of: member)
            guard select(selections[number], &scratch.object, room: room) else { return false }
            xml.raw("<C:calendar-data>")
            xml.text(scratch.object)
            xml.raw("</C:calendar-data>")
        }
        return true
    }

    /// A part of an object; what cannot be taken apart is given whole.
    private func select(_ selection: CalendarSelection, _ bytes: inout [UInt8], room: Int) -> Bool {
        guard let object = try? CalendarObject(bytes, of: CalendarObject.Kind.all) else { return true }
        bytes.removeAll(keepingCapacity: true)
        return selection.write(object, zone: zone, to: &bytes, room: room)
    }
}

/// Room for objects, kept from one response to the next, and what was made of the member that is written now, where
/// something asks for more than is written from where it lies.
struct ResponseScratch: ~Copyable {
    fileprivate var object: [UInt8] = []
    fileprivate var writer = StoredObjectWriter()
    private var model: CalendarMember?

    init() {}

    fileprivate mutating func beginMember() { if model != nil { model = nil } }

    fileprivate mutating func model(of member: StoredMember) throws(PostgresError) -> CalendarMember {
        if let model { return model }
        let made = try member.read()
        model = made
        return made
    }

    fileprivate mutating func writeObject(of member: StoredMember) throws(PostgresError) {
        let model = try model(of: member)
        object.removeAll(keepingCapacity: true)
        model.append(to: &object)
    }
}
